import { PythonError } from '../errors.ts';
import type { Literal, Node } from './node.ts';
import { ELLIPSIS } from './node.ts';
import type { Tokens } from './token-stream.ts';

/** The rules that an atom needs for what stands inside it. */
export interface Rules {
  readonly expression: (tokens: Tokens) => Node;
  /** A value with operators, and no comparison. */
  readonly operand: (tokens: Tokens) => Node;
  /** Without a conditional expression at its top, whose `if` would be a comprehension's. */
  readonly condition: (tokens: Tokens) => Node;
}

const CONSTANTS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['None', null],
  ['True', true],
  ['False', false],
]);

/** One item of a display or of arguments: starred, named with `:=`, or plain. */
export function readItem(tokens: Tokens, rules: Rules): Node {
  if (tokens.take('*')) return { kind: 'star', of: rules.operand(tokens) };
  if (!(tokens.isName() && tokens.is(':=', 1))) return rules.expression(tokens);
  tokens.name();
  tokens.expect(':=');
  return { kind: 'opaque', what: 'an assignment', parts: [rules.expression(tokens)] };
}

/** `for … in …` behind an item; only what is looped over first is evaluated at once. */
function readComprehension(tokens: Tokens, rules: Rules): Node {
  let first: Node | undefined;
  while (tokens.takeWord('for')) {
    do {
      if (tokens.isWord('in')) break;
      tokens.take('*');
      rules.operand(tokens);
    } while (tokens.take(','));
    tokens.expectWord('in');
    const source = rules.condition(tokens);
    first ??= source;
    while (tokens.takeWord('if')) rules.condition(tokens);
  }
  return { kind: 'opaque', what: 'a comprehension', parts: first ? [first] : [] };
}

interface Items {
  readonly items: readonly Node[];
  readonly hasComma: boolean;
  readonly comprehension?: Node;
}

function readItems(tokens: Tokens, rules: Rules, close: string, given?: Node): Items {
  const items: Node[] = [];
  let hasComma = false;
  let first = given;
  while (first !== undefined || !tokens.take(close)) {
    items.push(first ?? readItem(tokens, rules));
    first = undefined;
    if (items.length === 1 && tokens.isWord('for')) {
      const comprehension = readComprehension(tokens, rules);
      tokens.expect(close);
      return { items, hasComma, comprehension };
    }
    if (tokens.take(',')) hasComma = true;
    else if (!tokens.is(close)) throw tokens.error();
  }
  return { items, hasComma };
}

function readParenthesis(tokens: Tokens, rules: Rules): Node {
  const { items, hasComma, comprehension } = readItems(tokens, rules, ')');
  if (comprehension) return comprehension;
  const [first] = items;
  if (first === undefined || hasComma) return { kind: 'tuple', items };
  if (first.kind === 'star') throw tokens.error();
  return first;
}

function readPair(tokens: Tokens, rules: Rules, given?: Node): readonly Node[] {
  if (given === undefined && tokens.take('**')) return [{ kind: 'star', of: rules.operand(tokens) }];
  const key = given ?? rules.expression(tokens);
  tokens.expect(':');
  return [key, rules.expression(tokens)];
}

function readDict(tokens: Tokens, rules: Rules, given?: Node): Node {
  const items: Node[] = [];
  let isUnpacked = false;
  let first = given;
  while (first !== undefined || !tokens.take('}')) {
    const pair = readPair(tokens, rules, first);
    first = undefined;
    isUnpacked ||= pair.length === 1;
    items.push(...pair);
    if (tokens.isWord('for')) {
      const comprehension = readComprehension(tokens, rules);
      tokens.expect('}');
      return comprehension;
    }
    if (!tokens.take(',') && !tokens.is('}')) throw tokens.error();
  }
  if (!isUnpacked) return { kind: 'dict', items };
  return { kind: 'opaque', what: 'an unpacked dict', parts: items.map(withoutStar) };
}

/** A dict when a colon follows the first item, otherwise a set. */
function readBraces(tokens: Tokens, rules: Rules): Node {
  if (tokens.is('}') || tokens.is('**')) return readDict(tokens, rules);
  const first = readItem(tokens, rules);
  if (tokens.is(':')) return readDict(tokens, rules, first);
  const { items, comprehension } = readItems(tokens, rules, '}', first);
  return comprehension ?? { kind: 'set', items };
}

function readDisplay(tokens: Tokens, rules: Rules): Node | undefined {
  if (tokens.take('(')) return readParenthesis(tokens, rules);
  if (tokens.take('[')) {
    const { items, comprehension } = readItems(tokens, rules, ']');
    return comprehension ?? { kind: 'list', items };
  }
  return tokens.take('{') ? readBraces(tokens, rules) : undefined;
}

/** Texts that stand side by side are one. */
function readConstant(tokens: Tokens): Node {
  const first = tokens.next();
  if (first.kind === 'value' && first.text === '') return { kind: 'value', value: first.value ?? null };
  if (first.kind === 'opaque' && first.text === 'a complex number') return opaque(first.text);
  let text = '';
  let isBytes = first.text === 'bytes';
  let isOpen = first.kind === 'opaque';
  for (let token = first; ; token = tokens.next()) {
    if (typeof token.value === 'string') text += token.value;
    isOpen ||= token.kind === 'opaque';
    if ((token.text === 'bytes') !== isBytes)
      throw new PythonError('SyntaxError', 'cannot mix bytes and nonbytes');
    isBytes = token.text === 'bytes';
    if (!isText(tokens)) break;
  }
  return isOpen ? opaque('a formatted text or bytes') : { kind: 'value', value: text };
}

function isText(tokens: Tokens): boolean {
  const { kind, text } = tokens.peek();
  return (kind === 'value' && text === 'text') || (kind === 'opaque' && text !== 'a complex number');
}

const opaque = (what: string): Node => ({ kind: 'opaque', what, parts: [] });

function readBase(tokens: Tokens, rules: Rules): Node {
  const display = readDisplay(tokens, rules);
  if (display) return display;
  if (tokens.take('...')) return { kind: 'value', value: ELLIPSIS };
  const { kind, text } = tokens.peek();
  if (kind === 'value' || kind === 'opaque') return readConstant(tokens);
  const constant = kind === 'name' ? CONSTANTS.get(text) : undefined;
  if (constant === undefined) return { kind: 'name', name: tokens.name() };
  tokens.next();
  return { kind: 'value', value: constant };
}

function readArguments(tokens: Tokens, rules: Rules): readonly Node[] {
  const parts: Node[] = [];
  while (!tokens.take(')')) {
    if (tokens.isName() && tokens.is('=', 1)) {
      tokens.name();
      tokens.expect('=');
    }
    if (tokens.take('**')) parts.push(rules.expression(tokens));
    else parts.push(readItem(tokens, rules));
    if (tokens.isWord('for')) parts.push(readComprehension(tokens, rules));
    if (!tokens.take(',') && !tokens.is(')')) throw tokens.error();
  }
  return parts;
}

/** Bounds of a slice count as parts, as an index does. */
function readSubscript(tokens: Tokens, rules: Rules): readonly Node[] {
  const parts: Node[] = [];
  if (tokens.is(']')) throw tokens.error();
  while (!tokens.take(']')) {
    if (tokens.take(':')) continue;
    parts.push(readItem(tokens, rules));
    if (!tokens.take(',') && !tokens.is(':') && !tokens.is(']')) throw tokens.error();
  }
  return parts;
}

const withoutStar = (node: Node): Node => (node.kind === 'star' ? node.of : node);

/** A value with the calls, attributes and subscripts behind it. */
export function readAtom(tokens: Tokens, rules: Rules): Node {
  let node = readBase(tokens, rules);
  for (;;) {
    if (tokens.take('(')) {
      node = { kind: 'call', parts: [node, ...readArguments(tokens, rules).map(withoutStar)] };
    } else if (tokens.take('[')) {
      const parts = [node, ...readSubscript(tokens, rules).map(withoutStar)];
      node = { kind: 'opaque', what: 'a subscript', parts };
    } else if (tokens.take('.')) {
      tokens.name();
      node = { kind: 'opaque', what: 'an attribute', parts: [node] };
    } else return node;
    tokens.link();
  }
}
