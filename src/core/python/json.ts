import { PythonError } from './errors.ts';
import { parseInteger } from './integer.ts';
import { jsonDecodeError } from './json-error.ts';
import { readJsonString } from './json-string.ts';
import { PythonFloat, type PythonValue } from './value.ts';

/** Lists and objects inside one another that Python 3.11 follows; its own figure moves by a few with the caller's depth. */
const DEEPEST = 990;

const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const WORD = /null|true|false|NaN|-?Infinity/y;
const SPACE = /[ \t\n\r]*/y;
const SPACE_UNIT = 32;

const WORDS: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', new PythonFloat(Number.NaN)],
  ['Infinity', new PythonFloat(Number.POSITIVE_INFINITY)],
  ['-Infinity', new PythonFloat(Number.NEGATIVE_INFINITY)],
]);

/** One pass over a text. Each method takes what stands at `#at` and moves it on; errors stand where Python puts them. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): PythonValue {
    if (this.#text.startsWith('\uFEFF')) {
      throw jsonDecodeError('Unexpected UTF-8 BOM (decode using utf-8-sig)', this.#text, 0);
    }
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at !== this.#text.length) throw this.#error('Extra data');
    return value;
  }

  #error(what: string): PythonError {
    return jsonDecodeError(what, this.#text, this.#at);
  }

  #space(): void {
    if (this.#text.charCodeAt(this.#at) > SPACE_UNIT) return;
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Takes one of two marks; gives whether it was the first. */
  #either(first: string, second: string): boolean {
    const mark = this.#text[this.#at];
    if (mark !== first && mark !== second) throw this.#error(`Expecting '${second}' delimiter`);
    this.#at += 1;
    return mark === first;
  }

  #value(): PythonValue {
    switch (this.#text[this.#at]) {
      case '"':
        return this.#string();
      case '{':
        return this.#nested('object', () => this.#members());
      case '[':
        return this.#nested('array', () => this.#items());
      default:
        return this.#scalar();
    }
  }

  #nested<T>(kind: string, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST) {
      throw new PythonError(
        'RecursionError',
        `maximum recursion depth exceeded while decoding a JSON ${kind} from a unicode string`,
      );
    }
    this.#at += 1;
    this.#space();
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #string(): string {
    const { value, end } = readJsonString(this.#text, this.#at + 1);
    this.#at = end;
    return value;
  }

  #members(): Map<string, PythonValue> {
    const members = new Map<string, PythonValue>();
    if (this.#text[this.#at] === '}') {
      this.#at += 1;
      return members;
    }
    for (;;) {
      if (this.#text[this.#at] !== '"')
        throw this.#error('Expecting property name enclosed in double quotes');
      const key = this.#string();
      this.#space();
      this.#either(':', ':');
      this.#space();
      members.set(key, this.#value());
      this.#space();
      if (this.#either('}', ',')) return members;
      this.#space();
    }
  }

  #items(): PythonValue[] {
    const items: PythonValue[] = [];
    if (this.#text[this.#at] === ']') {
      this.#at += 1;
      return items;
    }
    for (;;) {
      items.push(this.#value());
      this.#space();
      if (this.#either(']', ',')) return items;
      this.#space();
    }
  }

  #scalar(): PythonValue {
    const word = this.#match(WORD)?.[0];
    if (word !== undefined) return WORDS.get(word) as PythonValue;
    const number = this.#match(NUMBER);
    if (!number) throw this.#error('Expecting value');
    const [token, integer, fraction, exponent] = number;
    if (fraction === undefined && exponent === undefined) return parseInteger(integer as string);
    return new PythonFloat(Number(token));
  }
}

/**
 * `json.loads(text)` of Python 3.11. Against `JSON.parse`: NaN and the infinities are taken, 1 and 1.0 stay apart, an
 * integer keeps all its digits, a text that starts with U+FEFF is refused, and so is what Python calls too deep or too long.
 * Of repeated keys the last value stands at the place of the first, as in JavaScript.
 *
 * @throws PythonError `JSONDecodeError` with Python's text, `RecursionError`, or `ValueError` (over 4,300 digits)
 */
export function parsePythonJson(text: string): PythonValue {
  return new Reader(text).document();
}
