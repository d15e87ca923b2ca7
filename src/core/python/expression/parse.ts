import { PythonError } from '../errors.ts';
import { type Rules, readAtom, readItem } from './atom.ts';
import type { Node } from './node.ts';
import { Tokens } from './token-stream.ts';
import { tokenize } from './tokens.ts';

const BINARY: Readonly<Record<string, number>> = {
  '|': 1,
  '^': 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '//': 6,
  '%': 6,
  '@': 6,
};
const COMPARISONS: readonly string[] = ['<', '>', '==', '!=', '<=', '>='];
const SIGNS: readonly string[] = ['+', '-', '~'];

const RULES: Rules = {
  expression: readExpression,
  operand: (tokens) => readBinary(tokens, 1),
  condition: readOr,
};

/** `test if … else …`, or a lambda, whose value is not told. */
function readExpression(tokens: Tokens): Node {
  return tokens.nested(() => {
    if (tokens.takeWord('lambda')) return readLambda(tokens);
    const then = readOr(tokens);
    if (!tokens.takeWord('if')) return then;
    const test = readOr(tokens);
    tokens.expectWord('else');
    return { kind: 'if', test, then, otherwise: readExpression(tokens) };
  });
}

/** Parameters with their defaults, which are evaluated when the function is made. */
function readLambda(tokens: Tokens): Node {
  const defaults: Node[] = [];
  while (!tokens.take(':')) {
    const isStar = tokens.take('*') || tokens.take('**') || tokens.take('/');
    if (!isStar || tokens.isName()) tokens.name();
    if (tokens.take('=')) defaults.push(readExpression(tokens));
    if (!tokens.take(',') && !tokens.is(':')) throw tokens.error();
  }
  readExpression(tokens);
  return { kind: 'opaque', what: 'a function', parts: defaults };
}

function readOr(tokens: Tokens): Node {
  let left = readAnd(tokens);
  while (tokens.takeWord('or')) left = { kind: 'boolean', operator: 'or', left, right: readAnd(tokens) };
  return left;
}

function readAnd(tokens: Tokens): Node {
  let left = readNot(tokens);
  while (tokens.takeWord('and')) left = { kind: 'boolean', operator: 'and', left, right: readNot(tokens) };
  return left;
}

function readNot(tokens: Tokens): Node {
  if (!tokens.takeWord('not')) return readComparison(tokens);
  return tokens.nested(() => ({ kind: 'unary', operator: 'not', of: readNot(tokens) }));
}

function comparison(tokens: Tokens): string | undefined {
  const operator = COMPARISONS.find((candidate) => tokens.take(candidate));
  if (operator !== undefined) return operator;
  if (tokens.takeWord('in')) return 'in';
  if (tokens.takeWord('is')) return tokens.takeWord('not') ? 'is not' : 'is';
  if (!tokens.takeWord('not')) return undefined;
  tokens.expectWord('in');
  return 'not in';
}

function readComparison(tokens: Tokens): Node {
  const first = readBinary(tokens, 1);
  const operators: string[] = [];
  const parts = [first];
  for (let operator = comparison(tokens); operator !== undefined; operator = comparison(tokens)) {
    operators.push(operator);
    parts.push(readBinary(tokens, 1));
  }
  return operators.length === 0 ? first : { kind: 'compare', operators, parts };
}

/** Operators between values, from one level of binding on. */
function readBinary(tokens: Tokens, level: number): Node {
  let left = readSigned(tokens);
  for (;;) {
    const operator = tokens.operator();
    const binding = operator === undefined ? undefined : BINARY[operator];
    if (operator === undefined || binding === undefined || binding < level) return left;
    tokens.link();
    tokens.take(operator);
    left = { kind: 'binary', operator, left, right: readBinary(tokens, binding + 1) };
  }
}

function readSigned(tokens: Tokens): Node {
  const operator = SIGNS.find((candidate) => tokens.take(candidate));
  if (operator !== undefined)
    return tokens.nested(() => ({ kind: 'unary', operator, of: readSigned(tokens) }));
  const base = readAtom(tokens, RULES);
  if (!tokens.take('**')) return base;
  return tokens.nested(() => ({ kind: 'binary', operator: '**', left: base, right: readSigned(tokens) }));
}

function isEnd(tokens: Tokens): boolean {
  while (tokens.takeLineEnd());
  return tokens.isEnd();
}

/**
 * The tree of a Python expression, as `eval` reads its text.
 *
 * @throws PythonError `SyntaxError`
 */
export function parseExpression(text: string): Node {
  const tokens = new Tokens(tokenize(text));
  const first = readItem(tokens, RULES);
  const items = [first];
  let isTuple = false;
  while (tokens.take(',')) {
    isTuple = true;
    if (tokens.isEnd() || tokens.takeLineEnd()) break;
    items.push(readItem(tokens, RULES));
  }
  if (!isEnd(tokens)) throw new PythonError('SyntaxError', 'invalid syntax');
  if (isTuple) return { kind: 'tuple', items };
  if (first.kind === 'star') throw new PythonError('SyntaxError', "can't use starred expression here");
  return first;
}
