import type { Isolation, PreparedFile, ProcessOutcome } from '../contracts.ts';
import type {
  LimitName,
  ProgramEnd,
  ProgramStart,
  RunLimits,
  RunningProcess,
  SignalTarget,
} from './protocol.ts';
import { DEFAULT_LIMITS } from './protocol.ts';
import type { Supervisor } from './supervisor.ts';

/** What a plan for a signal can look at while it waits for its moment. */
export interface RunView {
  /** Everything on standard output so far, up to the limit. */
  stdout(): string;
  processes(): Promise<readonly RunningProcess[]>;
  /** Aborted when the program has ended: nothing is left to wait for. */
  readonly signal: AbortSignal;
}

/** A signal that is sent when `when` resolves; never, when the program ends first. */
export interface SignalPlan {
  readonly signal: NodeJS.Signals;
  readonly target: SignalTarget;
  when(run: RunView): Promise<void>;
}

/** One program to run in a sandbox. */
export interface ProgramRequest {
  /** The program and its first arguments; paths of this machine that are mounted are translated. */
  readonly command: readonly [string, ...string[]];
  readonly args?: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** As the program sees it. @default the run's workspace */
  readonly cwd?: string;
  /** Written before the program starts; absolute paths as the program sees them, or relative to the run's folder. */
  readonly files?: readonly PreparedFile[];
  /** After this the program gets SIGTERM, and everything of the run SIGKILL after `graceMs` more. */
  readonly timeoutMs: number;
  /** @default 5000 */
  readonly graceMs?: number;
  /** Bytes of each of the two streams that are kept. @default 16 MiB */
  readonly outputLimit?: number;
  readonly limits?: Partial<RunLimits>;
  readonly signals?: readonly SignalPlan[];
  /** Ends everything of the run, and the promise is rejected with its reason. */
  readonly signal?: AbortSignal;
}

/** How a program ended, with what the sandbox did to it. */
export interface ProgramResult extends ProcessOutcome {
  /** The limit that it passed, for which it was ended. */
  readonly limit: LimitName | null;
  /** Bytes that each stream carried, kept or not. */
  readonly written: ProgramEnd['written'];
  /** The planned signals that were sent, with the process ids that they went to, as the sandbox counts them. */
  readonly signalled: readonly {
    readonly signal: NodeJS.Signals;
    readonly target: SignalTarget;
    readonly pids: readonly number[];
  }[];
  /** Wall-clock milliseconds; no result may rest on it. */
  readonly durationMs: number;
}

const OUTPUT_LIMIT = 16 * 2 ** 20;
const GRACE_MS = 5000;

export function startOf(request: ProgramRequest, command: readonly string[], cwd: string): ProgramStart {
  const [file = '', ...first] = command;
  return {
    command: file,
    args: [...first, ...(request.args ?? [])],
    env: request.env,
    cwd,
    timeoutMs: request.timeoutMs,
    graceMs: request.graceMs ?? GRACE_MS,
    outputLimit: request.outputLimit ?? OUTPUT_LIMIT,
    limits: { ...DEFAULT_LIMITS, ...request.limits },
  };
}

class Output {
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };

  add(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    this.#chunks[stream].push(bytes);
  }

  bytes(stream: 'stdout' | 'stderr'): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks[stream]));
  }
}

/**
 * Runs one program to its end under a supervisor.
 *
 * @throws MeasurandError `sandbox-failed`; the reason of the request's signal
 */
export async function superviseProgram(
  supervisor: Supervisor,
  start: ProgramStart,
  { signals = [], signal }: ProgramRequest,
  isolation: Isolation,
): Promise<ProgramResult> {
  const output = new Output();
  const over = new AbortController();
  const signalled: ProgramResult['signalled'][number][] = [];
  const stop = supervisor.listen((said) => {
    if (said.type === 'output') output.add(said.stream, said.bytes);
  });
  const view: RunView = {
    stdout: () => Buffer.from(output.bytes('stdout')).toString('utf8'),
    processes: async () => (await supervisor.ask('list', { type: 'list' })).processes,
    signal: over.signal,
  };
  const abort = (): void => supervisor.tell({ type: 'signal', target: 'everything', signal: 'SIGKILL' });

  async function carryOut({ signal: name, target, when }: SignalPlan): Promise<void> {
    await when(view);
    if (over.signal.aborted) return;
    const { pids } = await supervisor.ask('signalled', { type: 'signal', target, signal: name });
    signalled.push({ signal: name, target, pids });
  }

  signal?.addEventListener('abort', abort);
  try {
    const ended = supervisor.ask('ended', { type: 'run', start });
    const plans = signals.map(carryOut);
    // A plan that fails fails the run; one that still waits when the program ends is done with.
    const failing = Promise.all(plans).then(() => ended);
    const { end } = await Promise.race([ended, failing]);
    over.abort();
    signal?.throwIfAborted();
    const { stdout, stderr } = end.written;
    return {
      exitCode: end.exitCode,
      signal: end.signal,
      stdout: output.bytes('stdout'),
      stderr: output.bytes('stderr'),
      truncated: Math.max(stdout, stderr) > start.outputLimit,
      timedOut: end.limit === 'time',
      orphans: end.orphans.map(({ command }) => command),
      isolation,
      limit: end.limit,
      written: end.written,
      signalled,
      durationMs: end.durationMs,
    };
  } finally {
    over.abort();
    stop();
    signal?.removeEventListener('abort', abort);
  }
}
