import type { JsonValue } from '../../core/json.ts';
import type { Reply, RequestRole } from '../../gateway/contracts.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { RequestView } from '../../trace/wire/request-view.ts';
import type { EvidenceSource } from './criterion.ts';

/** One request to the model and its answer, as the gateway recorded them. */
export interface Exchange {
  readonly arrival: number;
  /** The user turn of the trial, from 0, during which it arrived. */
  readonly turn: number;
  readonly role: RequestRole;
  /** After interventions: what the model was shown. */
  readonly view: RequestView;
  readonly reply: Reply;
  /** SHA-256 of the body that the harness sent. */
  readonly digest: string;
}

/** An entry of a trial's own service or helper program, in the order of arrival. */
export interface ServiceEntry {
  readonly index: number;
  readonly service: string;
  readonly event: string;
  readonly data: JsonValue;
}

export interface WorkspaceFile {
  readonly digest: string;
  readonly bytes: number;
  /** Absent for files over the limit or that are not UTF-8. */
  readonly text?: string;
}

export type WorkspaceState = Readonly<Record<string, WorkspaceFile>>;

/** Which of the trial's own processes lived when the table was looked at. */
export interface ProcessCheck {
  /** When: such as `turn 0 ended` or `run ended`. */
  readonly at: string;
  readonly alive: readonly string[];
}

/** How one turn of the harness ended. */
export interface TurnEnd {
  readonly turn: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly finalText?: string;
  readonly error?: string;
}

/** Everything that one run of a trial left behind. A source that could not be had is undefined, never empty. */
export interface RunEvidence {
  readonly shown?: readonly Exchange[];
  readonly committed?: readonly ServiceEntry[];
  readonly happened?: {
    readonly before: WorkspaceState;
    readonly after: WorkspaceState;
    readonly processes: readonly ProcessCheck[];
    readonly turns: readonly TurnEnd[];
  };
  readonly persisted?: readonly TraceEvent[];
  /** The call ids of a script's moves, by the move's key; empty for live models. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
}

/** A piece of evidence that a criterion looked at, bounded and bound to where it stands. */
export interface EvidenceItem {
  readonly source: EvidenceSource;
  /** Where it stands, such as `request 3, result of call_2`. */
  readonly place: string;
  /** SHA-256 of the whole of which `excerpt` is a part. */
  readonly digest: string;
  readonly excerpt: string;
}

/** All that a criterion may look at. Its digest covers criterion and items. */
export interface EvidencePacket {
  readonly criterion: string;
  readonly items: readonly EvidenceItem[];
  /** Required sources that the run does not have. */
  readonly missing: readonly EvidenceSource[];
  readonly digest: string;
}
