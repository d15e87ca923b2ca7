import { PythonError } from '../../core/python/errors.ts';
import { parsePythonJson } from '../../core/python/json.ts';
import { strip } from '../../core/python/text.ts';
import { isDict, type PythonDict, type PythonValue } from '../../core/python/value.ts';

/** One line as Python reads it: an object, another value, or the reason why it is no JSON. */
export interface SlowLine {
  /** Offset of what ends the line: LF, CR or the end of the text. */
  readonly end: number;
  readonly isBlank: boolean;
  readonly object?: PythonDict;
  readonly other?: PythonValue;
  readonly error?: PythonError;
}

function readLine(text: string): Omit<SlowLine, 'end' | 'isBlank'> {
  try {
    const value = parsePythonJson(text);
    return isDict(value) ? { object: value } : { other: value };
  } catch (error) {
    if (error instanceof PythonError) return { error };
    throw error;
  }
}

/** Reads single lines of a text exactly, each at its offset, in one pass over the whole text however many there are. */
export class SlowLines {
  readonly #text: string;
  #nextLf = -1;
  #nextCr = -1;

  constructor(text: string) {
    this.#text = text;
  }

  lineAt(start: number): SlowLine {
    const end = Math.min(this.#lfFrom(start), this.#crFrom(start));
    const line = strip(this.#text.slice(start, end));
    return line === '' ? { end, isBlank: true } : { end, isBlank: false, ...readLine(line) };
  }

  #lfFrom(start: number): number {
    if (this.#nextLf < start) this.#nextLf = this.#indexOf('\n', start);
    return this.#nextLf;
  }

  #crFrom(start: number): number {
    if (this.#nextCr < start) this.#nextCr = this.#indexOf('\r', start);
    return this.#nextCr;
  }

  #indexOf(mark: string, start: number): number {
    const at = this.#text.indexOf(mark, start);
    return at < 0 ? this.#text.length : at;
  }
}
