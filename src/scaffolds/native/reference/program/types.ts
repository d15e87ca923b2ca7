import type { JsonObject, JsonValue } from '../../../../core/json.ts';

/** A call as the model made it; its arguments are text until they are read. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** What the model is told of a call. */
export interface CallResult {
  readonly call: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

/** One line of a session file. Lines of a child carry its name. */
export type SessionRow =
  | { readonly type: 'session'; readonly format: string; readonly id: string; readonly version: string }
  | { readonly type: 'user'; readonly text: string; readonly agent?: string; readonly origin?: 'harness' }
  | {
      readonly type: 'assistant';
      readonly text: string;
      readonly calls: readonly ModelCall[];
      readonly agent?: string;
    }
  | ({ readonly type: 'result'; readonly agent?: string } & CallResult)
  | { readonly type: 'job'; readonly job: JobEntry }
  | { readonly type: 'end'; readonly status: 'ok' | 'failed'; readonly error?: string };

/** A command that runs on beside the conversation. */
export interface JobEntry {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly output: string;
}

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** The answer of a tool server, before it becomes one text. */
export interface ServerAnswer {
  readonly texts: readonly string[];
  readonly structured?: JsonValue;
  readonly isError: boolean;
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly JsonObject[];
  readonly tool_call_id?: string;
}

/**
 * Where faults can be planted; `HONEST` does none of it.
 *
 * @public used by the programs beside it, which are JavaScript
 */
export interface Seams {
  declared(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[];
  args(name: string, args: JsonObject): JsonObject;
  /** Arguments made of text that is no JSON; undefined refuses it. */
  repairs(name: string, text: string): JsonObject | undefined;
  /** How often a call of a tool server is sent. */
  times(name: string): number;
  parts(answer: ServerAnswer): ServerAnswer;
  /** The words by which the end of a command is told. */
  ending(words: string, end: { readonly exitCode: number | null; readonly signal: string | null }): string;
  /** The output of a command; `keep` writes a text to a file and gives its path. */
  output(text: string, keep: (text: string) => string): string;
  result(call: ModelCall, result: CallResult): CallResult;
  /** The results of one turn, in the order of its calls; `arrival` gives their order in time. */
  results(results: readonly CallResult[], arrival: readonly CallResult[]): readonly CallResult[];
  shown(messages: readonly ChatMessage[]): readonly ChatMessage[];
  /** What is written for a line; undefined writes none. */
  record(row: SessionRow): SessionRow | undefined;
  edited(after: Buffer, before: Buffer): Buffer;
  /** Whether a call that the policy denies is carried out all the same. */
  allows(route: string): boolean;
  /** Whether what a command started is stopped with it. */
  stops(): boolean;
  /** Whether tool servers are left running at the end. */
  keepsServers(): boolean;
  history(rows: readonly SessionRow[]): readonly SessionRow[];
  /** Whether a refusal of the finish hook keeps the turn open. */
  finishes(refused: boolean): boolean;
  exitCode(code: number): number;
  failure(message: string): JsonObject;
}

/** What the program is told about a run, in its settings file. */
export interface ProgramSettings {
  readonly gateway: string;
  readonly model: string;
  readonly workspace: string;
  readonly servers: readonly { readonly name: string; readonly command: readonly string[] }[];
  readonly approval: 'never' | 'ask';
  readonly approver?: string;
  readonly finishHook?: string;
  readonly denyRead: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyCommand: readonly string[];
}
