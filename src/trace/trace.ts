import type { TRACE_FORMAT, TraceEvent } from './event.ts';
import type { LossLedger, TraceProblem } from './ledger.ts';
import type { EvidenceQuality } from './quality/types.ts';

/** A file that a trace was read from. */
export interface TraceSource {
  readonly file: string;
  readonly bytes: number;
  readonly digest: string;
}

/** Tokens of a trace, each response counted once. `naive` adds up what a reader that does not look at keys would. */
export interface TokenCount {
  readonly responses: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly naive: { readonly input: number; readonly output: number };
  /** How a response was recognised. */
  readonly rule: string;
}

/** `trace.json`: what a trace is, beside its events. */
export interface TraceHeader {
  readonly format: typeof TRACE_FORMAT;
  /** Id of the reader, such as `claude-session`. */
  readonly reader: string;
  readonly harness?: string;
  /** Versions that the source names, in the order met. */
  readonly versions: readonly string[];
  readonly sources: readonly TraceSource[];
  readonly sessions: readonly string[];
  readonly events: number;
  readonly ledger: LossLedger;
  /** Native ids of calls without a result, and of results without a call. */
  readonly unpaired: { readonly calls: readonly string[]; readonly results: readonly string[] };
  readonly problems: readonly TraceProblem[];
  /** Problems beyond the first thousand are counted only. */
  readonly problemCount: number;
  readonly tokens: TokenCount;
  readonly quality: EvidenceQuality;
}

export interface Trace {
  readonly header: TraceHeader;
  readonly events: readonly TraceEvent[];
}
