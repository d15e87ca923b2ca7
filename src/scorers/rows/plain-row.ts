import type { PythonValue } from '../../core/python/value.ts';
import type { CodeWindow } from './code-window.ts';
import type { FieldNames } from './field-names.ts';
import { KIND, type Kind } from './kinds.ts';
import {
  commonLength,
  differenceOrQuote,
  plainInteger,
  plainIntegerEnd,
  plainStringEnd,
  skipSpace,
  UNIT,
} from './plain-tokens.ts';
import type { RowColumns } from './row-columns.ts';

/** Fields that a plain row has at most. */
const MOST_FIELDS = 32;

/** A plain array: at this size it is made several times as fast as a typed one. */
const column = (): number[] => new Array<number>(MOST_FIELDS).fill(0);

const LITERALS = [
  { word: 'null', kind: KIND.null, number: 0 },
  { word: 'true', kind: KIND.bool, number: 1 },
  { word: 'false', kind: KIND.bool, number: 0 },
] as const;

/**
 * Reads rows that are plain: an object of scalars alone on its line, no escapes, no floats, no repeated name. No object is
 * made; the row is left as columns. Rows of one table are much alike, so what a row shares with the one before is
 * compared and not read again.
 */
export class PlainRow implements RowColumns {
  count = 0;
  shape = 0;
  readonly slots = column();
  readonly kinds = column();
  readonly numbers = new Float64Array(MOST_FIELDS);
  readonly repeats = column();

  readonly #names: FieldNames;
  readonly #window: CodeWindow;
  /** Where the row stands in the window. */
  #start = 0;
  /** By field, counted from the start of the row: its name without quotes, its value with them. */
  readonly #nameStarts = column();
  readonly #starts = column();
  readonly #ends = column();
  /** Where the row before stands, and its fields; 0 when there is none to compare with. */
  #before = 0;
  #beforeCount = 0;
  #sameShape = true;

  constructor(window: CodeWindow, names: FieldNames) {
    this.#window = window;
    this.#names = names;
  }

  /** Forgets the row before, because the window has moved or another reader took a row in between. */
  forget(): void {
    this.count = 0;
  }

  value(index: number): PythonValue {
    switch (this.kinds[index]) {
      case KIND.str:
        return this.#slice(index, 1);
      case KIND.int:
        return this.numbers[index] as number;
      case KIND.bool:
        return this.numbers[index] === 1;
      default:
        return null;
    }
  }

  /** The value as it stands in the text is its own key, except that true and false are 1 and 0. */
  key(index: number): string {
    return this.kinds[index] === KIND.bool ? String(this.numbers[index]) : this.#slice(index, 0);
  }

  #slice(index: number, cut: 0 | 1): string {
    const from = this.#window.base + this.#start;
    return this.#window.text.slice(
      from + (this.#starts[index] as number) + cut,
      from + (this.#ends[index] as number) - cut,
    );
  }

  /**
   * Reads the row that begins with the brace at `start`; gives where its line ends, or the complement of where it proved
   * not to be plain. After that, `forget` is due.
   */
  read(start: number): number {
    const { codes } = this.#window;
    this.#before = this.#start;
    this.#beforeCount = this.count;
    this.#start = start;
    this.#sameShape = true;
    if (this.#beforeCount === 0) this.shape = this.#names.newShape();
    let index = this.#skipShared();
    let at = index === 0 ? skipSpace(codes, start + 1) : start + (this.#nameStarts[index] as number) - 1;
    if (index === 0 && codes[at] === UNIT.close) return this.#finish(at + 1, 0);
    for (;;) {
      if (index === MOST_FIELDS) return ~at;
      at = this.#field(index, at);
      if (at < 0) return at;
      index += 1;
      const code = codes[at];
      if (code === UNIT.close) return this.#finish(at + 1, index);
      if (code !== UNIT.comma) return ~at;
      at = skipSpace(codes, at + 1);
    }
  }

  /** How many leading fields are, name, value and all between them, those of the row before; never all of them. */
  #skipShared(): number {
    const last = this.#beforeCount - 1;
    if (last < 1) return 0;
    const { codes, view, length } = this.#window;
    const most = Math.min(this.#nameStarts[last] as number, length - this.#start);
    const shared = commonLength(codes, view, this.#start, this.#before, most);
    let index = 0;
    while (index < last && (this.#nameStarts[index + 1] as number) - 1 <= shared) {
      this.repeats[index] = 1;
      index += 1;
    }
    return index;
  }

  #finish(after: number, count: number): number {
    const { codes, length, atEnd } = this.#window;
    const at = skipSpace(codes, after);
    const code = codes[at];
    if (code !== UNIT.lf && code !== UNIT.cr && !(at === length && atEnd)) return ~at;
    if (count !== this.#beforeCount && this.#sameShape) this.#newShape(count);
    this.count = count;
    return at;
  }

  #newShape(fields: number): void {
    this.shape = this.#names.newShape();
    this.#sameShape = false;
    for (let index = 0; index < fields; index += 1) {
      this.#names.place(this.slots[index] as number, this.shape, index);
    }
  }

  /** Reads a field from the quote of its name on; gives the comma or brace after it. */
  #field(index: number, quote: number): number {
    const { codes } = this.#window;
    if (codes[quote] !== UNIT.quote) return ~quote;
    const isKnown = index < this.#beforeCount;
    const before = this.#before + (this.#nameStarts[index] as number);
    const differs = isKnown ? differenceOrQuote(codes, quote + 1, before) : quote + 1;
    const nameEnd = plainStringEnd(codes, differs);
    if (nameEnd < 0) return nameEnd;
    const isSame = isKnown && nameEnd === differs && codes[before + (nameEnd - quote - 1)] === UNIT.quote;
    if (!isSame) this.#newName(index, quote + 1, nameEnd);
    if (!this.#sameShape && !this.#names.place(this.slots[index] as number, this.shape, index))
      return ~nameEnd;
    const colon = skipSpace(codes, nameEnd + 1);
    if (codes[colon] !== UNIT.colon) return ~colon;
    const from = skipSpace(codes, colon + 1);
    const end = this.#value(index, from, isSame);
    if (end < 0) return end;
    this.#nameStarts[index] = quote + 1 - this.#start;
    this.#starts[index] = from - this.#start;
    this.#ends[index] = end - this.#start;
    return skipSpace(codes, end);
  }

  #newName(index: number, from: number, end: number): void {
    if (this.#sameShape) this.#newShape(index);
    const { base, text } = this.#window;
    this.slots[index] = this.#names.slotOf(text.slice(base + from, base + end));
  }

  #value(index: number, from: number, isSame: boolean): number {
    const { codes } = this.#window;
    const code = codes[from] as number;
    if (code === UNIT.quote) return this.#string(index, from, isSame);
    const digit = code - UNIT.zero;
    if ((digit < 0 || digit > 9) && code !== UNIT.minus) return this.#literal(index, from, isSame);
    const end = plainIntegerEnd(codes, from);
    if (end > 0) this.#set(index, KIND.int, plainInteger(codes, from, end), isSame);
    return end;
  }

  #string(index: number, from: number, isSame: boolean): number {
    const { codes } = this.#window;
    const isKnown = isSame && this.kinds[index] === KIND.str;
    const before = this.#before + (this.#starts[index] as number) + 1;
    const differs = isKnown ? differenceOrQuote(codes, from + 1, before) : from + 1;
    const end = plainStringEnd(codes, differs);
    if (end < 0) return end;
    this.repeats[index] =
      isKnown && end === differs && codes[before + (end - from - 1)] === UNIT.quote ? 1 : 0;
    this.kinds[index] = KIND.str;
    this.numbers[index] = 0;
    return end + 1;
  }

  #literal(index: number, from: number, isSame: boolean): number {
    const { base, text } = this.#window;
    const literal = LITERALS.find(({ word }) => text.startsWith(word, base + from));
    if (!literal) return ~from;
    this.#set(index, literal.kind, literal.number, isSame);
    return from + literal.word.length;
  }

  #set(index: number, kind: Kind, number: number, isSame: boolean): void {
    this.repeats[index] = isSame && this.kinds[index] === kind && this.numbers[index] === number ? 1 : 0;
    this.kinds[index] = kind;
    this.numbers[index] = number;
  }
}
