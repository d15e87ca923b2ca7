import type { PythonError } from '../../core/python/errors.ts';
import type { PythonValue } from '../../core/python/value.ts';
import { CodeWindow } from './code-window.ts';
import { ExactRow } from './exact-row.ts';
import { FieldNames } from './field-names.ts';
import { PlainRow } from './plain-row.ts';
import { UNIT } from './plain-tokens.ts';
import type { RowColumns } from './row-columns.ts';
import { SlowLines } from './slow-lines.ts';

/**
 * Reads the rows of a JSON-lines text one by one, blank lines left out, as Python 3.11 reads them: a line ends at LF, CR or
 * CRLF, white space around it is cut, the rest is `json.loads`.
 *
 * Most rows are read in one pass over the text without making an object (`PlainRow`), all others by the exact reader
 * (`core/python/json.ts`). What a row says does not depend on which of the two read it. Time grows with the text alone, and
 * memory with the longest line.
 */
export class RowReader {
  readonly names = new FieldNames();
  /** The row when it is an object; undefined otherwise. */
  object: RowColumns | undefined;
  /** What the row holds when it is JSON but no object; undefined otherwise. */
  other: PythonValue | undefined;
  /** Why the row is no JSON; undefined when it is. */
  error: PythonError | undefined;

  readonly #window: CodeWindow;
  readonly #plain: PlainRow;
  readonly #slow: SlowLines;
  #at = 0;
  #offset = 0;
  #hasEnded = false;

  constructor(text: string) {
    this.#window = new CodeWindow(text);
    this.#plain = new PlainRow(this.#window, this.names);
    this.#slow = new SlowLines(text);
  }

  /**
   * Moves to the next row; false at the end of the text.
   *
   * @throws MeasurandError `too-many-fields`
   */
  next(): boolean {
    if (this.#hasEnded) return false;
    const window = this.#window;
    for (;;) {
      const start = this.#lineStart();
      if (start < 0) return this.#end();
      this.#offset = window.base + start;
      const end = window.codes[start] === UNIT.open ? this.#plain.read(start) : ~start;
      if (end >= 0) return this.#takePlain(end);
      if (~end >= window.length && !window.atEnd && start > 0) this.#moveWindow(start);
      else if (this.#takeExact(start)) return true;
    }
  }

  /** Where in the text the row begins, in UTF-16 units. */
  get offset(): number {
    return this.#offset;
  }

  /** Where the field with that number (`names.slotOf`) stands in the row, or -1. */
  indexOf(slot: number): number {
    return this.object ? this.names.indexIn(slot, this.object.shape) : -1;
  }

  /** First unit of the next line that is not plainly blank, or -1. */
  #lineStart(): number {
    const window = this.#window;
    for (;;) {
      const code = window.codes[this.#at];
      if (code === UNIT.lf || code === UNIT.cr || code === UNIT.space || code === UNIT.tab) this.#at += 1;
      else if (this.#at < window.length) return this.#at;
      else if (window.atEnd) return -1;
      else this.#moveWindow(this.#at);
    }
  }

  #end(): false {
    this.#hasEnded = true;
    this.#window.release();
    this.object = undefined;
    this.other = undefined;
    this.error = undefined;
    return false;
  }

  #moveWindow(start: number): void {
    this.#window.moveTo(this.#window.base + start);
    this.#plain.forget();
    this.#at = 0;
  }

  #takePlain(end: number): true {
    this.#at = end;
    this.object = this.#plain;
    this.other = undefined;
    this.error = undefined;
    return true;
  }

  /** Reads any line; false when it is blank. */
  #takeExact(start: number): boolean {
    this.#plain.forget();
    const line = this.#slow.lineAt(this.#window.base + start);
    const next = line.end - this.#window.base;
    if (next <= this.#window.length) this.#at = next;
    else this.#moveWindow(next);
    this.object = line.object && new ExactRow(line.object, this.names);
    this.other = line.other;
    this.error = line.error;
    return !line.isBlank;
  }
}
