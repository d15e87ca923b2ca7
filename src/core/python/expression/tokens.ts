import { PythonError } from '../errors.ts';
import type { Literal } from './node.ts';
import { readNumber } from './number-token.ts';
import { readString } from './string-token.ts';

export interface Token {
  readonly kind: 'name' | 'value' | 'opaque' | 'operator' | 'line-end' | 'end';
  /** The name or the operator. */
  readonly text: string;
  readonly value?: Literal;
}

/** What one reading gave, and where it ended. */
export interface Reading {
  readonly token: Token;
  readonly end: number;
}

/** Brackets inside one another that Python's tokenizer follows. */
const DEEPEST = 200;

const SKIPPED = /(?:[ \t\f]|\\\n|#[^\n]*)+/y;
const NAME = /[\p{XID_Start}_][\p{XID_Continue}]*/uy;
const STRING_START = /(?:[rR][bBfF]?|[bBfF][rR]?|[uU])?(?:'|")/y;
const NUMBER_START = /\.?[0-9]/y;
const OPERATOR = /\*\*=?|\/\/=?|<<=?|>>=?|[-+*/%@&|^<>=!:]=|->|\.\.\.|[-+*/%@&|^~<>()[\]{}.,:;=]/y;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

const syntaxError = (message: string): PythonError => new PythonError('SyntaxError', message);

function at(pattern: RegExp, source: string, from: number): string | undefined {
  pattern.lastIndex = from;
  return pattern.exec(source)?.[0];
}

function readToken(source: string, from: number): Reading {
  const quoted = at(STRING_START, source, from);
  if (quoted !== undefined) return readString(source, from, quoted);
  if (at(NUMBER_START, source, from) !== undefined) return readNumber(source, from);
  const name = at(NAME, source, from);
  if (name !== undefined) {
    return { token: { kind: 'name', text: name.normalize('NFKC') }, end: from + name.length };
  }
  const operator = at(OPERATOR, source, from);
  if (operator === undefined) throw syntaxError('invalid syntax');
  return { token: { kind: 'operator', text: operator }, end: from + operator.length };
}

/** Follows which brackets are open. */
function track(open: string[], { kind, text }: Token): void {
  if (kind !== 'operator') return;
  const closer = CLOSERS[text];
  if (closer !== undefined) {
    if (open.length >= DEEPEST) throw syntaxError('too many nested parentheses');
    open.push(closer);
  } else if (text === ')' || text === ']' || text === '}') {
    if (open.pop() !== text) throw syntaxError(`unmatched '${text}'`);
  }
}

/**
 * The tokens of a Python expression; line ends count outside brackets alone.
 *
 * @throws PythonError `SyntaxError`
 */
export function tokenize(text: string): readonly Token[] {
  if (text.includes('\0')) throw syntaxError('source code string cannot contain null bytes');
  const source = text.replace(/\r\n?/g, '\n').replace(/^[ \t]+/, '');
  const tokens: Token[] = [];
  const open: string[] = [];
  for (let from = 0; ; ) {
    from += at(SKIPPED, source, from)?.length ?? 0;
    if (from >= source.length) break;
    if (source[from] === '\n') {
      if (open.length === 0) tokens.push({ kind: 'line-end', text: '\n' });
      from += 1;
      continue;
    }
    const { token, end } = readToken(source, from);
    track(open, token);
    tokens.push(token);
    from = end;
  }
  if (open.length > 0) throw syntaxError('a bracket was never closed');
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}
