import { MeasurandError } from '../../../../core/errors.ts';

/** One row of a table of separated values, with the line that it begins on. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

class Rows {
  readonly #separator: string;
  #cells: string[] = [];
  #cell = '';
  #quoted = false;
  #closed = false;
  #line = 1;
  #start = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  *take(text: string): Generator<CsvRow> {
    for (const character of text) {
      if (this.#quoted) this.#inQuotes(character);
      else if (character === '\n') yield* this.#endRow();
      else this.#plain(character);
      if (character === '\n') this.#line += 1;
    }
  }

  #inQuotes(character: string): void {
    if (character !== '"') this.#cell += character;
    else this.#quoted = false;
    this.#closed = character === '"';
  }

  #plain(character: string): void {
    if (character === '"' && this.#closed) {
      this.#cell += '"';
      this.#quoted = true;
      this.#closed = false;
    } else if (character === '"' && this.#cell === '') this.#quoted = true;
    else if (character === this.#separator) this.#endCell();
    else if (character !== '\r') this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#closed = false;
  }

  *#endRow(): Generator<CsvRow> {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    if (cells.length > 1 || cells[0] !== '') yield { line: this.#start, cells };
    this.#start = this.#line + 1;
  }

  *end(): Generator<CsvRow> {
    if (this.#quoted) throw new SyntaxError('a quote is not closed');
    if (this.#cell !== '' || this.#cells.length > 0) yield* this.#endRow();
  }
}

/** Rows of separated values (RFC 4180), held one at a time. @throws MeasurandError `invalid-utf8`, `invalid-csv` */
export function* csvRows(chunks: Iterable<Uint8Array>, separator: string, file: string): Generator<CsvRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const rows = new Rows(separator);
  try {
    for (const chunk of chunks) yield* rows.take(decoder.decode(chunk, { stream: true }));
    yield* rows.take(decoder.decode());
    yield* rows.end();
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new MeasurandError('invalid-csv', cause.message, { file });
    if (cause instanceof TypeError)
      throw new MeasurandError('invalid-utf8', 'is not UTF-8 text', { file, cause });
    throw cause;
  }
}
