import type { JsonValue } from '../core/json.ts';

/** Part of a message or result that is no text, such as an image. */
export interface OtherPart {
  readonly kind: string;
  readonly bytes: number;
}

export interface SessionPayload {
  readonly kind: 'session';
  readonly phase: 'start' | 'end' | 'facts';
  readonly harness?: string;
  readonly version?: string;
  readonly model?: string;
  readonly cwd?: string;
  readonly parent?: string;
  readonly reason?: string;
}

export interface TurnPayload {
  readonly kind: 'turn';
  readonly phase: 'start' | 'end';
  /** `turn`: of the user; `step`: one request to the model and what followed. */
  readonly of: 'turn' | 'step';
  readonly reason?: string;
  readonly milliseconds?: number;
}

export interface MessagePayload {
  readonly kind: 'message';
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly reasoning?: string;
  /** Who wrote it, where the source says so. */
  readonly origin?: 'user' | 'harness' | 'model';
  readonly parts: readonly OtherPart[];
}

/** A request to a provider. What it shows of calls and results stands in events of their own. */
export interface RequestPayload {
  readonly kind: 'request';
  readonly protocol?: string;
  readonly path?: string;
  readonly model?: string;
  readonly role?: string;
  readonly messages?: number;
  /** SHA-256 of the canonical JSON of the body, where the source holds the body. */
  readonly body?: string;
  readonly system?: string;
}

export interface ResponsePayload {
  readonly kind: 'response';
  readonly text?: string;
  readonly calls: readonly { readonly id?: string; readonly name: string; readonly args: JsonValue }[];
  readonly stop?: string;
  readonly model?: string;
}

export interface DeclarationsPayload {
  readonly kind: 'declarations';
  /** Null where the source says only how many there were. */
  readonly tools: readonly { readonly name: string; readonly description?: string }[] | null;
  readonly count?: number;
}

export interface CallPayload {
  readonly kind: 'call';
  readonly name: string;
  readonly namespace?: string;
  /** As the source holds them: text stays text. */
  readonly args: JsonValue;
}

/** A result. A field that is absent is unknown: that differs from empty, from false and from 0. */
export interface ResultPayload {
  readonly kind: 'result';
  readonly name?: string;
  readonly text?: string;
  readonly parts: readonly OtherPart[];
  readonly isError?: boolean;
  readonly status?: string;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly milliseconds?: number;
  /** Whether the harness says that it cut the output. */
  readonly truncated?: boolean;
}

export interface ApprovalPayload {
  readonly kind: 'approval';
  readonly decision: string;
  readonly by?: string;
  readonly reason?: string;
}

export interface ProcessPayload {
  readonly kind: 'process';
  readonly phase: 'start' | 'progress' | 'end';
  readonly command?: string;
  readonly pid?: string;
  readonly cwd?: string;
  readonly output?: string;
  readonly errorOutput?: string;
  readonly exitCode?: number;
  readonly signal?: string;
  /** Whether what ran says of itself that it failed: the flag of a tool server. */
  readonly isError?: boolean;
  readonly status?: string;
  readonly milliseconds?: number;
}

export interface FileChangePayload {
  readonly kind: 'file-change';
  readonly paths: readonly string[];
  readonly change?: string;
}

export interface CompactionPayload {
  readonly kind: 'compaction';
  readonly summary?: string;
  readonly trigger?: string;
  readonly tokensBefore?: number;
}

export interface ChildPayload {
  readonly kind: 'child';
  readonly phase: 'start' | 'progress' | 'end';
  readonly child?: string;
  readonly prompt?: string;
  readonly status?: string;
  readonly answer?: string;
}

/** Something that waits to be told to the model: `accepted` by the harness, `delivered` into the conversation, or `removed`. */
export interface NoticePayload {
  readonly kind: 'notice';
  readonly phase: 'accepted' | 'delivered' | 'removed';
  readonly of: 'prompt' | 'background';
  readonly text?: string;
  /** Of the background task, where the source names one. */
  readonly task?: string;
}

export interface UsagePayload {
  readonly kind: 'usage';
  /** What the figures cover. Only `response` figures are summed, each `key` once; those of a `step` are told again there. */
  readonly scope: 'response' | 'step' | 'turn' | 'session';
  /** The same key again is the same usage, told twice. */
  readonly key: string;
  readonly model?: string;
  /** All input tokens, those read from or written to a cache included. */
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  /** False for a repeat of a key. */
  readonly counted: boolean;
}

export interface ErrorPayload {
  readonly kind: 'error';
  readonly message: string;
  readonly code?: string;
}

/** A setting, mode, title or bookkeeping entry that the reader knows. */
export interface SettingPayload {
  readonly kind: 'setting';
  readonly name: string;
  readonly value: JsonValue;
}

/** A piece of a stream whose whole stands elsewhere. */
export interface ChunkPayload {
  readonly kind: 'chunk';
  readonly of: string;
  readonly text?: string;
}

/** Kept and not understood. The record itself stands in `value`, or, where it is no JSON, as text. */
export interface RawPayload {
  readonly kind: 'raw';
  readonly reason: string;
  readonly value: JsonValue;
}

export type TracePayload =
  | SessionPayload
  | TurnPayload
  | MessagePayload
  | RequestPayload
  | ResponsePayload
  | DeclarationsPayload
  | CallPayload
  | ResultPayload
  | ApprovalPayload
  | ProcessPayload
  | FileChangePayload
  | CompactionPayload
  | ChildPayload
  | NoticePayload
  | UsagePayload
  | ErrorPayload
  | SettingPayload
  | ChunkPayload
  | RawPayload;

export type PayloadKind = TracePayload['kind'];
