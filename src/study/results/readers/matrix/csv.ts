import { MeasurandError } from '../../../../core/errors.ts';

/** One row of a table of separated values, with the line that it begins on. */
export interface CsvRow {
  readonly line: number;
  /** Undefined where the row is longer than any that is held. */
  readonly cells: readonly string[] | undefined;
}

/** Longest row that is held, in characters: no table of scores has one that is longer. */
export const LONGEST_ROW = 1 << 24;

const ENDS_PLAIN = /["\n\r]/g;

class Rows {
  readonly #separator: string;
  readonly #longest: number;
  readonly #plain: RegExp;
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #quoted = false;
  #closed = false;
  #line = 1;
  #start = 1;

  constructor(separator: string, longest: number) {
    this.#separator = separator;
    this.#longest = longest;
    this.#plain = new RegExp(ENDS_PLAIN.source.replace('[', `[${separator}`), 'g');
  }

  /** Where the characters end that mean nothing but themselves. */
  #plainEnd(text: string, from: number): number {
    if (this.#quoted) {
      const quote = text.indexOf('"', from);
      return quote < 0 ? text.length : quote;
    }
    this.#plain.lastIndex = from;
    return this.#plain.exec(text)?.index ?? text.length;
  }

  #hold(text: string): void {
    this.#length += text.length;
    if (this.#length <= this.#longest) this.#cell += text;
    else {
      this.#cell = '';
      this.#cells = [];
    }
  }

  #countLines(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }

  *take(text: string): Generator<CsvRow> {
    for (let at = 0; at < text.length; ) {
      const end = this.#plainEnd(text, at);
      if (end > at) {
        const plain = text.slice(at, end);
        if (this.#quoted) this.#countLines(plain);
        this.#hold(plain);
        this.#closed = false;
      }
      if (end < text.length) yield* this.#special(text[end] as string);
      at = end + 1;
    }
  }

  *#special(character: string): Generator<CsvRow> {
    if (character === '"') this.#quote();
    else if (character === this.#separator) this.#endCell();
    else if (character === '\n') {
      this.#line += 1;
      yield* this.#endRow();
    }
  }

  #quote(): void {
    if (this.#quoted) {
      this.#quoted = false;
      this.#closed = true;
    } else if (this.#closed) {
      this.#hold('"');
      this.#quoted = true;
      this.#closed = false;
    } else if (this.#cell === '') this.#quoted = true;
    else this.#hold('"');
  }

  #endCell(): void {
    this.#length += 1;
    if (this.#length <= this.#longest) this.#cells.push(this.#cell);
    this.#cell = '';
    this.#closed = false;
  }

  *#endRow(): Generator<CsvRow> {
    this.#endCell();
    const cells = this.#length > this.#longest ? undefined : this.#cells;
    this.#cells = [];
    this.#length = 0;
    if (cells === undefined || cells.length > 1 || cells[0] !== '') yield { line: this.#start, cells };
    this.#start = this.#line;
  }

  *end(): Generator<CsvRow> {
    if (this.#quoted) throw new SyntaxError('a quote is not closed');
    if (this.#length > 0) yield* this.#endRow();
  }

  get line(): number {
    return this.#line;
  }
}

/**
 * Rows of separated values (RFC 4180), held one at a time, and of one that is too long nothing.
 *
 * @throws MeasurandError `invalid-utf8`, `invalid-csv`
 */
export function* csvRows(
  chunks: Iterable<Uint8Array>,
  separator: string,
  file: string,
  longest = LONGEST_ROW,
): Generator<CsvRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const rows = new Rows(separator, longest);
  try {
    for (const chunk of chunks) yield* rows.take(decoder.decode(chunk, { stream: true }));
    yield* rows.take(decoder.decode());
    yield* rows.end();
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new MeasurandError('invalid-csv', cause.message, { file, record: `line ${rows.line}` });
    if (cause instanceof TypeError)
      throw new MeasurandError('invalid-utf8', `is not UTF-8 text at or after line ${rows.line}`, {
        file,
        cause,
      });
    throw cause;
  }
}
