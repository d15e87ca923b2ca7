import type { JsonValue } from '../../core/json.ts';

/** Which side of a comparison a trace tells: what the harness persisted, or what the model was shown. */
export type Side = 'persisted' | 'shown';

/** How a call on one side was found on the other. */
export type AlignmentRule = 'same-id' | 'similar-id' | 'name-and-arguments' | 'order';

export interface AlignedCall {
  readonly a: string | null;
  readonly b: string | null;
  readonly name: string;
  readonly rule: AlignmentRule | null;
}

export type DifferenceKind =
  | 'id-rewritten'
  | 'call-missing'
  | 'result-missing'
  | 'arguments-differ'
  | 'name-differs'
  | 'text-appended'
  | 'text-prepended'
  | 'text-wrapped'
  | 'text-cut'
  | 'text-differs'
  | 'exit-code-not-told'
  | 'signal-not-told'
  | 'error-flag-not-told'
  | 'error-flag-differs'
  | 'order-differs'
  | 'message-only-here'
  | 'message-extended'
  | 'synthetic-result';

/** One difference. `a` and `b` are what each side says, cut to an excerpt. */
export interface TraceDifference {
  readonly kind: DifferenceKind;
  /** The call as side A names it, or as B does where A has none. */
  readonly call?: string;
  readonly what: string;
  /** Event ids, in the trace of each side. */
  readonly events: { readonly a?: string; readonly b?: string };
  readonly a?: JsonValue;
  readonly b?: JsonValue;
}

export interface TraceDiff {
  readonly format: 'measurand.trace-diff/1';
  readonly a: { readonly reader: string; readonly side: Side };
  readonly b: { readonly reader: string; readonly side: Side };
  readonly calls: readonly AlignedCall[];
  readonly differences: readonly TraceDifference[];
}
