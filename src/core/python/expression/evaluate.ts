import { PythonError } from '../errors.ts';
import { applyBinary, applyUnary } from './arithmetic.ts';
import { compare, isTrue } from './comparison.ts';
import { isKnownName } from './known-names.ts';
import { type Literal, type Node, PythonTuple } from './node.ts';
import { NotTold } from './not-told.ts';
import { parseExpression } from './parse.ts';

type Scope = readonly string[];

/** A name that nothing defines is an error at once; one that Python or the scorer defines has a value not told here. */
function named(name: string, scope: Scope): never {
  if (isKnownName(name) || scope.includes(name)) throw new NotTold(`the name ${name}`);
  throw new PythonError('NameError', `name '${name}' is not defined`);
}

function spread(value: Literal): readonly Literal[] {
  if (typeof value === 'string') return [...value];
  if (value instanceof PythonTuple) return value.items;
  if (Array.isArray(value)) return value as readonly Literal[];
  if (value instanceof Map) return [...(value.keys() as IterableIterator<string>)];
  throw new PythonError('TypeError', 'Value after * must be an iterable');
}

function items(nodes: readonly Node[], scope: Scope): readonly Literal[] {
  const values: Literal[] = [];
  for (const node of nodes) {
    if (node.kind === 'star') values.push(...spread(evaluate(node.of, scope)));
    else values.push(evaluate(node, scope));
  }
  return values;
}

function dict(nodes: readonly Node[], scope: Scope): Literal {
  const values = items(nodes, scope);
  const members = new Map<string, Literal>();
  for (let at = 0; at < values.length; at += 2) {
    const key = values[at] as Literal;
    if (Array.isArray(key) || key instanceof Map) throw new PythonError('TypeError', 'unhashable type');
    if (typeof key !== 'string') throw new NotTold('a dict with keys other than texts');
    members.set(key, values[at + 1] as Literal);
  }
  return members;
}

function compared(operators: readonly string[], parts: readonly Node[], scope: Scope): Literal {
  let left = evaluate(parts[0] as Node, scope);
  for (const [index, operator] of operators.entries()) {
    const right = evaluate(parts[index + 1] as Node, scope);
    if (!compare(operator, left, right)) return false;
    left = right;
  }
  return true;
}

/** Nothing that an expression of literals has for a value can be called. */
function call(parts: readonly Node[], scope: Scope): never {
  items(parts, scope);
  throw new PythonError('TypeError', 'object is not callable');
}

function choice(node: Node & { readonly kind: 'boolean' | 'if' }, scope: Scope): Literal {
  if (node.kind === 'if')
    return evaluate(isTrue(evaluate(node.test, scope)) ? node.then : node.otherwise, scope);
  const left = evaluate(node.left, scope);
  return isTrue(left) === (node.operator === 'or') ? left : evaluate(node.right, scope);
}

function display(node: Node & { readonly kind: 'list' | 'tuple' | 'set' | 'dict' }, scope: Scope): Literal {
  if (node.kind === 'dict') return dict(node.items, scope);
  const values = items(node.items, scope);
  if (node.kind === 'list') return values;
  if (node.kind === 'tuple') return new PythonTuple(values);
  throw new NotTold('a set, whose order Python draws anew in each run,');
}

function evaluate(node: Node, scope: Scope): Literal {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'name':
      return named(node.name, scope);
    case 'unary':
      return applyUnary(node.operator, evaluate(node.of, scope));
    case 'binary':
      return applyBinary(node.operator, evaluate(node.left, scope), evaluate(node.right, scope));
    case 'compare':
      return compared(node.operators, node.parts, scope);
    case 'boolean':
    case 'if':
      return choice(node, scope);
    case 'call':
      return call(node.parts, scope);
    case 'opaque':
      items(node.parts, scope);
      throw new NotTold(node.what);
    case 'star':
      throw new PythonError('SyntaxError', "can't use starred expression here");
    default:
      return display(node, scope);
  }
}

/**
 * What `eval(text)` gives for an expression of literals: numbers, texts, lists, tuples, dicts with texts as keys, their
 * arithmetic and comparisons. No code is run. Anything else that is valid Python is refused rather than guessed.
 *
 * @param scope names that are defined where the text would be evaluated, besides Python's own
 * @throws PythonError as `eval` raises it, with the same type
 * @throws NotTold for valid Python whose value is not told
 */
export function evaluateLiteral(text: string, scope: readonly string[] = []): Literal {
  return evaluate(parseExpression(text), scope);
}
