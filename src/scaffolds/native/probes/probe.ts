import type { JsonObject } from '../../../core/json.ts';
import type { ShownResult } from '../../../trace/wire/request-view.ts';
import type { HarnessAdapter, Observed, ProcessOutcome } from '../contracts.ts';
import type { SignalPlan } from '../process/program-run.ts';
import type { StoredRequest } from '../run/keeping-backend.ts';
import type { Untried } from '../scripts/backend.ts';
import type { Script, ScriptPlan } from '../scripts/script.ts';

/** Families of the probe matrix. */
export type ProbeGroup = 'output' | 'malformed' | 'tool-servers' | 'governance' | 'life-cycle';

/** A file that the run left behind, or the reason why there is none to look at. */
export type LeftFile = { readonly text: string } | { readonly missing: string };

/** A call that reached the lab's tool server. */
export interface ServedCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** Everything that one run left to read. */
export interface ProbeEvidence {
  readonly requests: readonly StoredRequest[];
  /** The first request that shows the result of a key, with that result. */
  shown(key: string): { readonly result: ShownResult; readonly request: StoredRequest } | undefined;
  /** One per user turn that was started. */
  readonly outcomes: readonly ProcessOutcome[];
  readonly observed: readonly Observed[];
  readonly untried: readonly Untried[];
  /** A file by its path as the harness saw it, or relative to the workspace. */
  left(path: string): LeftFile;
  /** What the lab's tool server was asked, in order. */
  readonly served: readonly ServedCall[];
  /** Why a later turn was not started, if so. */
  readonly notResumed?: string;
}

/** What one probe found. */
export interface CellReading {
  /** A word or short phrase of the probe's own vocabulary; equal behaviour gives an equal value. */
  readonly value: string;
  /** Figures behind the value. They may differ between repeats. */
  readonly detail?: JsonObject;
  /** The words of the request body behind the value, or of what the harness said where no body holds them. */
  readonly excerpt: string;
  /** Where the excerpt stands. */
  readonly place: string;
}

/** One row of the matrix: reads its cell off a session's evidence. */
export interface Probe {
  readonly id: string;
  readonly title: string;
  readonly group: ProbeGroup;
  /** Keys without which there is nothing to read: when one was not tried, neither was the probe. */
  readonly keys: readonly string[];
  read(evidence: ProbeEvidence): CellReading;
}

/** One scripted run of a harness, from which one or more probes are read. */
export interface ProbeSession {
  readonly id: string;
  /** User turns; each after the first resumes the session in a new process. */
  readonly prompts: readonly [string, ...string[]];
  /** The script; one that depends on the harness where a figure of its own decides, such as its window. */
  plan(adapter: HarnessAdapter): ScriptPlan;
  readonly workspace: Readonly<Record<string, string>>;
  /** Executable files of the workspace, by path. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly settings?: JsonObject;
  /** Whether the lab's tool server is offered. @default false */
  readonly toolServer?: true;
  /** Longest time that one turn may take, in seconds, on a loaded machine. */
  readonly limitSeconds: number;
  /** Signals to the harness, by turn. */
  readonly signals?: Readonly<Record<number, readonly SignalPlan[]>>;
  readonly probes: readonly Probe[];
  /** A model name in place of the adapter's own: some harnesses declare other tools to models they do not know. */
  model?(adapter: HarnessAdapter): string | undefined;
}

/** A plan without children, the same for every harness. */
export function alone(main: Script): () => ScriptPlan {
  return () => ({ main, children: [] });
}
