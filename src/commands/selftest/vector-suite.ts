import type { JsonValue } from '../../core/json.ts';

/** How one vector case came out. `unsupported`: recognised, but this installation cannot run it; says why. */
export type VectorOutcome =
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'unsupported'; readonly why: string };

export interface VectorCase {
  readonly id: string;
  run(): VectorOutcome | Promise<VectorOutcome>;
}

/** Knows one kind of vector file, by its shape and never by its name. */
export interface VectorSuite {
  readonly id: string;
  recognises(document: JsonValue): boolean;
  /** Every case of a recognised document. A case that the suite does not know is `unsupported`, never left out. */
  cases(document: JsonValue): readonly VectorCase[];
}
