import type { JsonObject, JsonValue } from '../json.ts';

/** Non-negative safe integer from which an episode's whole environment derives. */
export type Seed = number;

/** One of a task's declared execution-critical choices; for ComtradeBench see `COMTRADE_DECISIONS`. */
export type DecisionId = string;

/** Who made a decision. */
export type Owner = 'model' | 'scaffold' | 'environment';

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly inputSchema: JsonObject;
}

/** What a tool answered. A tool error is an answer (`isError`), never an exception. */
export interface ToolResult {
  readonly value: JsonValue;
  readonly isError: boolean;
}

/**
 * What the service received and committed: the authority on what happened.
 * `ok` served; `fault` an injected failure; `rejected` bad arguments; `refused` budget or state forbids it.
 */
export interface LedgerEntry {
  /** 0-based position in the ledger. */
  readonly index: number;
  readonly tool: string;
  readonly args: JsonValue;
  readonly outcome: 'ok' | 'fault' | 'rejected' | 'refused';
  /** HTTP-like status where the service has one. */
  readonly status?: number;
  /** Whether the call was charged to the request budget. */
  readonly charged: boolean;
  /** Kinds of injected fault or corruption that reached this answer, such as `rate_limit` or `duplicates`. */
  readonly faults: readonly string[];
  /** Page served or asked for. */
  readonly page?: number;
  /** Identifiers of the records served, in order, totals rows and duplicates included. */
  readonly served?: readonly string[];
}

/** The work product of an episode: named text parts. A part that was not handed in is absent, which differs from empty. */
export interface Submission {
  readonly parts: Readonly<Record<string, string>>;
}

/** Canonical truth of a (task, seed): every record, each once. */
export interface Truth {
  readonly records: readonly JsonObject[];
  /** The field that identifies a record. */
  readonly idField: string;
}

export interface UserTurn {
  readonly text: string;
}

/**
 * How rows travel into a submission: `single` one call with everything (the paper's), `chunked` append then finish,
 * `by-id` record identifiers only.
 */
export type SubmissionProtocol = 'single' | 'chunked' | 'by-id';

export interface TaskOptions {
  /** @default 'single' */
  readonly submission?: SubmissionProtocol;
}

/** One opened episode of a task. State never outlives it. */
export interface Environment {
  readonly turns: readonly UserTurn[];
  readonly tools: readonly ToolDeclaration[];
  /**
   * Requests that may be charged, in total and as things stand: an environment may take some away during an episode.
   * Infinity where requests are free.
   */
  readonly requestBudget: number;
  /** Answers one tool call. Never rejects for bad arguments: that is a tool error. Calls are serialised in call order. */
  call(name: string, args: JsonValue): Promise<ToolResult>;
  ledger(): readonly LedgerEntry[];
  submission(): Submission | undefined;
}

export interface Task {
  readonly id: string;
  readonly suite: string;
  /** Variant of the suite, such as `as-published` or `repaired`. */
  readonly profile: string;
  readonly title: string;
  /** D_claimed: the execution-critical choices that the task says it measures. */
  readonly decisions: readonly DecisionId[];
  /** Kinds of fault that the task declares; each must be seen in the ledger of a complete walk. */
  readonly faults: readonly string[];
  /** Every setting that is in force, so that a record of an episode names what it ran under. */
  readonly settings: JsonObject;
  open(seed: Seed, options?: TaskOptions): Environment;
  /** Canonical-truth oracle; absent when the suite has none. */
  truth?(seed: Seed): Truth;
}
