/** Where a signal goes: to the started program alone, to its process group, or to everything of the run. */
export type SignalTarget = 'process' | 'group' | 'everything';

/** Bounds of one run. What passes one is ended, and the outcome names it. */
export interface RunLimits {
  /** Resident memory of all processes together, in bytes; looked at four times a second. */
  readonly memoryBytes: number;
  /** Processes alive at once; looked at four times a second. */
  readonly processes: number;
  /** Size of any one file that is written, in bytes. */
  readonly fileBytes: number;
  readonly openFiles: number;
}

export const DEFAULT_LIMITS: RunLimits = {
  memoryBytes: 8 * 2 ** 30,
  processes: 512,
  fileBytes: 2 ** 30,
  openFiles: 8192,
};

/** One program to start. Paths are as the program sees them. */
export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Between the SIGTERM of a timeout and the SIGKILL to everything, in milliseconds. */
  readonly graceMs: number;
  /** Bytes of each stream that are kept; the rest is read and counted. */
  readonly outputLimit: number;
  readonly limits: RunLimits;
}

/** A process of a run, as the system shows it. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** One letter, such as `S` for sleeping and `Z` for ended but not reaped. */
  readonly state: string;
  readonly command: string;
}

export type LimitName = 'time' | 'memory' | 'processes';

/** How the started program ended, as the supervisor inside says it. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Bytes that each stream carried, kept or not. */
  readonly written: { readonly stdout: number; readonly stderr: number };
  readonly orphans: readonly RunningProcess[];
  readonly limit: LimitName | null;
  readonly durationMs: number;
}

export interface SupervisorSetup {
  readonly mode: 'namespaces' | 'none';
  /** In the environment of every process of the run, where there is no process namespace to count them by. */
  readonly marker: string;
  /** The run's folder, as the supervisor sees it. */
  readonly folder: string;
  readonly forwards: readonly { readonly port: number; readonly socket: string }[];
}

/** What the supervisor is told. */
export type ToSupervisor =
  | { readonly type: 'run'; readonly start: ProgramStart }
  | { readonly type: 'signal'; readonly target: SignalTarget; readonly signal: NodeJS.Signals }
  | { readonly type: 'list' }
  | { readonly type: 'end' };

/** What the supervisor says. */
export type FromSupervisor =
  | { readonly type: 'ready'; readonly ports: readonly number[] }
  | { readonly type: 'started'; readonly pid: number }
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly type: 'ended'; readonly end: ProgramEnd }
  | { readonly type: 'signalled'; readonly pids: readonly number[] }
  | { readonly type: 'list'; readonly processes: readonly RunningProcess[] }
  | { readonly type: 'failed'; readonly what: string };
