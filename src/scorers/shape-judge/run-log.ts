import { parseInteger } from '../../core/python/integer.ts';
import { lengthOf, strip } from '../../core/python/text.ts';

const REQUESTS = /request=(\p{Nd}+)/gu;
const RETRY_COUNTS = /retry_count=(\p{Nd}+)/gu;
/** `retry` as a word by itself, where letters, digits and `_` of any script make words. */
const RETRY_WORD = /(?<![\p{L}\p{N}_])retry(?![\p{L}\p{N}_])/gu;
const DIGIT = /\p{Nd}/u;

const isDigit = (code: number): boolean => DIGIT.test(String.fromCodePoint(code));

/** Digits of every script stand in unbroken runs from zero to nine, so the value is the place in the run. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) as number;
  let before = 0;
  while (isDigit(code - before - 1)) before += 1;
  return String(before % 10);
}

function largest(text: string, pattern: RegExp): number | bigint | undefined {
  let most: number | bigint | undefined;
  for (const [, digits = ''] of text.matchAll(pattern)) {
    const value = parseInteger(digits.replace(/\P{ASCII}/gu, asciiDigit));
    if (most === undefined || value > most) most = value;
  }
  return most;
}

/** The run log as the judge looks at it: lower-case, in search of words. */
export class RunLog {
  readonly #text: string;
  /** Lines between the first and the last character that is no white space; 1 for an empty log. */
  readonly lines: number;

  /** @param text with line ends already made LF */
  constructor(text: string) {
    this.#text = text.toLowerCase();
    this.lines = strip(this.#text).split('\n').length;
  }

  has(word: string): boolean {
    return this.#text.includes(word);
  }

  hasAny(words: readonly string[]): boolean {
    return words.some((word) => this.has(word));
  }

  /** Characters between the first and the last that is no white space. */
  length(): number {
    return lengthOf(strip(this.#text));
  }

  /**
   * The largest N of `request=N`, or 0.
   *
   * @throws PythonError `ValueError` for more than 4,300 digits
   */
  requests(): number | bigint {
    return largest(this.#text, REQUESTS) ?? 0;
  }

  /**
   * The largest N of `retry_count=N`, or else how often the word `retry` stands in the log.
   *
   * @throws PythonError `ValueError` for more than 4,300 digits
   */
  retries(): number | bigint {
    return largest(this.#text, RETRY_COUNTS) ?? [...this.#text.matchAll(RETRY_WORD)].length;
  }
}
