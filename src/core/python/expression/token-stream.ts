import { PythonError } from '../errors.ts';
import { NotTold } from './not-told.ts';
import type { Token } from './tokens.ts';

const END: Token = { kind: 'end', text: '' };
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
/** Deeper or longer chains are near the limits of Python's own stack, which move with the caller's. */
const DEEPEST = 400;
const LONGEST = 900;

/** The tokens of one expression, taken from the front. */
export class Tokens {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #links = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? END;
  }

  next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  error(): PythonError {
    return new PythonError('SyntaxError', 'invalid syntax');
  }

  is(operator: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'operator' && token.text === operator;
  }

  operator(): string | undefined {
    const token = this.peek();
    return token.kind === 'operator' ? token.text : undefined;
  }

  take(operator: string): boolean {
    const isThere = this.is(operator);
    if (isThere) this.#at += 1;
    return isThere;
  }

  expect(operator: string): void {
    if (!this.take(operator)) throw this.error();
  }

  isWord(word: string): boolean {
    const token = this.peek();
    return token.kind === 'name' && token.text === word;
  }

  takeWord(word: string): boolean {
    const isThere = this.isWord(word);
    if (isThere) this.#at += 1;
    return isThere;
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) throw this.error();
  }

  /** A name that is no keyword. */
  isName(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && !KEYWORDS.has(token.text);
  }

  name(): string {
    if (!this.isName()) throw this.error();
    return this.next().text;
  }

  takeLineEnd(): boolean {
    const isThere = this.peek().kind === 'line-end';
    if (isThere) this.#at += 1;
    return isThere;
  }

  isEnd(): boolean {
    return this.peek().kind === 'end';
  }

  /** Reads something that can hold itself. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new NotTold('an expression nested too deeply');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  /** Counts one more operator of the expression. */
  link(): void {
    this.#links += 1;
    if (this.#links > LONGEST) throw new NotTold('an expression of too many operators');
  }
}
