import type { PythonFloat } from '../value.ts';

/** A tuple, which JSON has none of. */
export class PythonTuple {
  readonly items: readonly Literal[];

  constructor(items: readonly Literal[]) {
    this.items = items;
  }
}

/** The one value that `...` stands for. */
export const ELLIPSIS = Symbol('Ellipsis');

/** A value that an expression of literals can have. A `Map` is a dict with texts as keys. */
export type Literal =
  | null
  | boolean
  | number
  | bigint
  | string
  | PythonFloat
  | PythonTuple
  | typeof ELLIPSIS
  | readonly Literal[]
  | ReadonlyMap<string, Literal>;

/** A parsed expression. */
export type Node =
  | { readonly kind: 'value'; readonly value: Literal }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly Node[] }
  /** Keys and values in turn. */
  | { readonly kind: 'dict'; readonly items: readonly Node[] }
  | { readonly kind: 'star'; readonly of: Node }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Node }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'boolean'; readonly operator: 'and' | 'or'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'compare'; readonly operators: readonly string[]; readonly parts: readonly Node[] }
  | { readonly kind: 'if'; readonly test: Node; readonly then: Node; readonly otherwise: Node }
  /** A call: the parts are evaluated in their order, and the first is called. */
  | { readonly kind: 'call'; readonly parts: readonly Node[] }
  /** Valid Python whose value is not told here: its parts are evaluated first, and can fail. */
  | { readonly kind: 'opaque'; readonly what: string; readonly parts: readonly Node[] };
