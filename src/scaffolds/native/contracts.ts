import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { ReplyCall, RequestClassifier } from '../../gateway/contracts.ts';
import type { DeclaredTool, WireProtocol } from '../../trace/wire/request-view.ts';

/** A thing to do that every harness has some means for. Paths are relative to the workspace. */
export type AbstractMove =
  | { readonly move: 'shell'; readonly command: string; readonly timeoutMs?: number }
  | { readonly move: 'readFile'; readonly path: string; readonly offset?: number; readonly limit?: number }
  | { readonly move: 'writeFile'; readonly path: string; readonly text: string }
  | { readonly move: 'editFile'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly move: 'callTool'; readonly server: string; readonly tool: string; readonly args: JsonObject }
  | { readonly move: 'delegate'; readonly brief: string; readonly title: string }
  | { readonly move: 'background'; readonly command: string }
  /** Calls a tool by a name and arguments of one's own, declared or not: for scripts that mean to. */
  | { readonly move: 'raw'; readonly call: ReplyCall };

/** A move in the dialect of a harness, or why it has none. */
export type NativeCall =
  | { readonly call: ReplyCall; readonly declared: DeclaredTool | undefined }
  | { readonly unsupported: string };

/** How sure a claim about a harness is: read in its documents, seen in its first request, used, checked on disk. */
export type ClaimStatus = 'declared' | 'exposed' | 'exercised' | 'verified';

export interface CapabilityClaim {
  readonly capability: string;
  readonly status: ClaimStatus;
  /** Where the claim comes from, in one sentence. */
  readonly source: string;
}

/** Where moves are carried out: some tools take absolute paths only. */
export interface MovePlace {
  readonly workspace: string;
}

/** A tool server that a harness is to use: a program that speaks MCP over its standard streams. */
export interface ToolServer {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** What one run of a harness is given. Folders are as the harness sees them. */
export interface HarnessRun {
  /** The user turns; each after the first resumes the session. */
  readonly prompts: readonly [string, ...string[]];
  readonly workspace: string;
  readonly home: string;
  readonly temporary: string;
  /** The model's name, as the harness is told it. */
  readonly model: string;
  /** Where the gateway listens: scheme, host and port, no path. */
  readonly gateway: string;
  /** The per-run token, given as the key of the provider. */
  readonly token: string;
  readonly servers: readonly ToolServer[];
  /** Settings of the adapter, such as an approval mode or a limit for compaction. */
  readonly settings: JsonObject;
}

/** A file that a harness finds in its home or workspace. */
export interface PreparedFile {
  readonly path: string;
  readonly text: string;
  readonly executable?: true;
}

/** A run as pure data: the same run gives the same bytes, so its digest can be recorded. */
export interface PreparedRun {
  readonly files: readonly PreparedFile[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Arguments after the program, for the first turn. */
  readonly first: readonly string[];
  /** Arguments for a later turn; a reason where sessions cannot be resumed. */
  resumed(prompt: string, session: string | undefined): readonly string[] | { readonly unsupported: string };
}

/** What the harness itself said about a run, on its standard streams. */
export interface Observed {
  /** The session's own id, where the harness prints one. */
  readonly session?: string;
  /** The final answer, as the harness gives it to its user. */
  readonly finalText?: string;
  /** What the harness says went wrong. */
  readonly error?: string;
  /** The machine-readable stream, parsed; lines that do not parse stay text. */
  readonly events: readonly JsonValue[];
}

/** Where a harness keeps its own record of a session. */
export interface NativeRecord {
  /** The reader of trace/ that takes it, such as `claude-session`. */
  readonly format: string;
  /** Files below the home or the workspace, as they were found. */
  readonly files: readonly string[];
}

/** Everything that is particular to one harness. */
export interface HarnessAdapter {
  readonly id: string;
  readonly title: string;
  readonly protocol: WireProtocol;
  /** The package of the npm registry, and the version that the adapter was written against. */
  readonly package: { readonly name: string; readonly version: string };
  /** Least major version of Node that it runs on; absent for native binaries. */
  readonly node?: number;
  readonly claims: readonly CapabilityClaim[];
  /** The name of a model that it knows, so that it declares the tools that it would declare for a real one. */
  readonly model: string;
  /** The name to use with tool servers, where a model that it knows would find their tools only by a search. */
  readonly modelWithServers?: string;
  /** Seconds that it takes to start on a quiet machine, by which a turn may take longer. @default 5 */
  readonly startSeconds?: number;
  /** Tokens that it takes its model's window to hold. @default 200,000 */
  readonly window?: number;
  /** The program's path below its installation folder. */
  readonly program: string;
  /** Arguments that make it print its version. */
  readonly versionArgs: readonly string[];
  prepare(run: HarnessRun): PreparedRun;
  readonly classify: RequestClassifier;
  /** Translates a move against the tools that the harness declared in its first request. */
  translate(move: AbstractMove, tools: readonly DeclaredTool[], place: MovePlace): NativeCall;
  observe(stdout: string, stderr: string): Observed;
  /** Finds its own records; `list` gives every file below the home. */
  records(list: readonly string[]): readonly NativeRecord[];
  /** The id on the wire of a call that was given the id `id`; harnesses may rewrite ids. @default the same */
  wireId?(id: string): string;
  /** Why a probe cannot be tried, if so. */
  unsupported(probe: string): string | undefined;
}

/** An installed harness, its version read back from the program itself. */
export interface InstalledHarness {
  readonly adapter: HarnessAdapter;
  /** The program and its first arguments, such as a Node to run it with. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

/** How a run was kept apart from the machine; what did not hold is named. */
export interface Isolation {
  readonly kind: 'namespaces' | 'none';
  readonly reason?: string;
}

/** How the program of a run ended. */
export interface ProcessOutcome {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly truncated: boolean;
  readonly timedOut: boolean;
  /** Processes that were still there when the program had ended, by command line. */
  readonly orphans: readonly string[];
  readonly isolation: Isolation;
}
