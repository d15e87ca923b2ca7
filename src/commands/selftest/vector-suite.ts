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
  /**
   * Every case of a recognised document. A case that the suite does not know is `unsupported`, never left out.
   *
   * @param source the document's text, for what `JSON.parse` does not keep, such as whether a number was 1 or 1.0
   */
  cases(document: JsonValue, source?: string): readonly VectorCase[];
}
