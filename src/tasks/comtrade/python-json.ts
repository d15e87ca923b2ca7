import { pythonFloat, pythonString } from './python-text.ts';

/** A number kept in Python's own spelling, for JavaScript would lose whether it was an integer and its exact digits. */
export class PythonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type PythonValue =
  | null
  | boolean
  | string
  | PythonNumber
  | readonly PythonValue[]
  | Map<string, PythonValue>;

/** Nesting that Python's parser follows before it gives up; its own figure is near this and depends on its caller. */
const DEEPEST = 990;
/** Digits that Python converts to an integer before it refuses. */
const LONGEST_INTEGER = 4300;

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const WORD = /null|true|false|NaN|-?Infinity/y;
const SPACE = /[ \t\n\r]*/y;

const WORDS: Readonly<Record<string, PythonValue>> = {
  null: null,
  true: true,
  false: false,
  NaN: new PythonNumber('NaN'),
  Infinity: new PythonNumber('Infinity'),
  '-Infinity': new PythonNumber('-Infinity'),
};

/** Reads text as Python's `json.loads` does; each `take` method starts at the cursor and moves it past what it took. */
class PythonJsonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PythonValue {
    const value = this.#takeValue();
    if (this.#at !== this.#text.length) throw new SyntaxError(`Extra data at ${this.#at}`);
    return value;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #takeIf(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    this.#match(SPACE);
    return true;
  }

  #takeValue(): PythonValue {
    this.#match(SPACE);
    const first = this.#text[this.#at];
    let value: PythonValue;
    if (first === '{' || first === '[') value = this.#takeNested(first);
    else if (first === '"') value = this.#takeString();
    else value = this.#takeWord();
    this.#match(SPACE);
    return value;
  }

  #takeNested(opening: '{' | '['): PythonValue {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new RangeError('maximum recursion depth exceeded');
    this.#takeIf(opening);
    const value = opening === '{' ? this.#takeMembers() : this.#takeItems();
    this.#depth -= 1;
    return value;
  }

  #takeMembers(): Map<string, PythonValue> {
    const members = new Map<string, PythonValue>();
    if (this.#takeIf('}')) return members;
    do {
      const key = this.#takeString();
      this.#match(SPACE);
      if (!this.#takeIf(':')) throw new SyntaxError(`Expecting a colon at ${this.#at}`);
      members.set(key, this.#takeValue());
    } while (this.#takeIf(','));
    if (!this.#takeIf('}')) throw new SyntaxError(`Expecting a comma or a closing brace at ${this.#at}`);
    return members;
  }

  #takeItems(): PythonValue[] {
    const items: PythonValue[] = [];
    if (this.#takeIf(']')) return items;
    do items.push(this.#takeValue());
    while (this.#takeIf(','));
    if (!this.#takeIf(']')) throw new SyntaxError(`Expecting a comma or a closing bracket at ${this.#at}`);
    return items;
  }

  #takeString(): string {
    const from = this.#at;
    let end = this.#text[from] === '"' ? this.#text.indexOf('"', from + 1) : -1;
    while (end > 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw new SyntaxError(`Expecting a string at ${from}`);
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(from, this.#at)) as string;
  }

  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text[before - 1] === '\\') before -= 1;
    return (at - before) % 2 === 1;
  }

  #takeWord(): PythonValue {
    const word = this.#match(WORD);
    if (word !== undefined) return WORDS[word] as PythonValue;
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text);
    if (!found) throw new SyntaxError(`Expecting a value at ${this.#at}`);
    const [token, fraction, exponent] = found;
    this.#at += token.length;
    if (fraction !== undefined || exponent !== undefined) return new PythonNumber(pythonFloat(Number(token)));
    const digits = token.replace('-', '').length;
    if (digits > LONGEST_INTEGER) {
      throw new RangeError(
        `Exceeds the limit (${LONGEST_INTEGER} digits) for integer string conversion: value has ${digits} digits`,
      );
    }
    return new PythonNumber(token === '-0' ? '0' : token);
  }
}

/**
 * What Python's `json.loads` makes of a text: it takes NaN and the infinities, the last of repeated keys wins (at the place of
 * the first), and integers keep all their digits.
 *
 * @throws SyntaxError where Python raises `JSONDecodeError`
 * @throws RangeError where it raises anything else: nesting too deep, an integer too long
 */
export function readPythonJson(text: string): PythonValue {
  return new PythonJsonReader(text).read();
}

/** The value as Python's `json.dumps(..., ensure_ascii=False)` writes it. */
export function writePythonJson(value: PythonValue): string {
  if (value instanceof PythonNumber) return value.text;
  if (typeof value === 'string') return pythonString(value, false);
  if (value === null || typeof value === 'boolean') return String(value);
  if (value instanceof Map) {
    const members = [...value].map(([key, item]) => `${pythonString(key, false)}: ${writePythonJson(item)}`);
    return `{${members.join(', ')}}`;
  }
  return `[${value.map(writePythonJson).join(', ')}]`;
}
