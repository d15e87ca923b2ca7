import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type {
  Environment,
  Score,
  Scorer,
  Seed,
  SubmissionProtocol,
  Task,
} from '../../core/contracts/index.ts';

/** How a served episode is reached. */
export type ServeTransport =
  | { readonly kind: 'stdio'; readonly input: Readable; readonly output: Writable }
  | {
      readonly kind: 'http';
      /** 0 lets the system choose a free one. */
      readonly port: number;
      /** Bearer token to demand; `random` makes one. Absent: none is demanded. */
      readonly token?: string;
    };

/** Where a server listens. */
export interface ServeAddress {
  readonly url: string;
  /** What requests have to send as `Authorization: Bearer TOKEN`; null when none is demanded. */
  readonly token: string | null;
}

export interface ServeTaskOptions {
  readonly seed: Seed;
  readonly protocol: SubmissionProtocol;
  readonly transport: ServeTransport;
  /** Applied to the submission once serving has ended. */
  readonly scorers: readonly Scorer[];
  /** Ends the serving when aborted. */
  readonly signal: AbortSignal;
  /** Called once, when an HTTP server listens. */
  readonly onListening?: (address: ServeAddress) => void;
  /** Hears what went wrong without ending the serving, such as a line that is no JSON. */
  readonly onProblem?: (problem: Error) => void;
}

/** The episode that was served, read from its ledger once serving has ended. */
export interface ServedEpisode {
  readonly task: string;
  readonly profile: string;
  readonly seed: Seed;
  readonly protocol: SubmissionProtocol;
  /** Calls that reached the environment, by how they ended. */
  readonly calls: Readonly<Record<'ok' | 'fault' | 'rejected' | 'refused', number>>;
  readonly charged: number;
  /** Requests that may be charged; null when there is no limit. */
  readonly budget: number | null;
  readonly submitted: boolean;
  /** Empty when nothing was submitted. */
  readonly scores: readonly Score[];
}

async function serveHttp(
  environment: Environment,
  transport: Extract<ServeTransport, { kind: 'http' }>,
  options: ServeTaskOptions,
): Promise<void> {
  const { serveOverHttp } = await import('../../tasks/mcp/http.ts');
  const token = transport.token === 'random' ? randomBytes(24).toString('base64url') : transport.token;
  const serving = await serveOverHttp(environment, {
    port: transport.port,
    ...(token === undefined ? {} : { token }),
    onProblem: options.onProblem ?? ((): void => undefined),
  });
  try {
    options.onListening?.({ url: serving.url, token: token ?? null });
    await new Promise<void>((resolve) => {
      options.signal.addEventListener('abort', () => resolve(), { once: true });
      if (options.signal.aborted) resolve();
    });
  } finally {
    await serving.close();
  }
}

async function serveStdio(
  environment: Environment,
  { input, output }: Extract<ServeTransport, { kind: 'stdio' }>,
  { signal, onProblem = (): void => undefined }: ServeTaskOptions,
): Promise<void> {
  const { serveOverStdio } = await import('../../tasks/mcp/stdio.ts');
  await serveOverStdio(environment, { input, output, signal, onProblem });
}

function scoresOf(
  task: Task,
  environment: Environment,
  { seed, scorers }: ServeTaskOptions,
): Promise<readonly Score[]> {
  const submission = environment.submission();
  if (!submission) return Promise.resolve([]);
  const truth = task.truth?.(seed);
  const context = { task, seed, ledger: environment.ledger(), ...(truth === undefined ? {} : { truth }) };
  return Promise.all(scorers.map((scorer) => scorer.score(submission, context)));
}

/**
 * Opens one episode of a task and serves its tools over the Model Context Protocol until the client or the signal ends
 * it. One process serves one episode: every connection and session works on it, and they share its budget and its one
 * submission. What the client does with the tools is not recorded beyond the service ledger.
 *
 * @throws MeasurandError `port-unavailable`, `oversized-message`
 */
export async function serveTask(task: Task, options: ServeTaskOptions): Promise<ServedEpisode> {
  const { seed, protocol, transport } = options;
  const environment = task.open(seed, { submission: protocol });
  if (transport.kind === 'http') await serveHttp(environment, transport, options);
  else await serveStdio(environment, transport, options);
  const ledger = environment.ledger();
  const count = (outcome: string): number => ledger.filter((entry) => entry.outcome === outcome).length;
  return {
    task: task.id,
    profile: task.profile,
    seed,
    protocol,
    calls: {
      ok: count('ok'),
      fault: count('fault'),
      rejected: count('rejected'),
      refused: count('refused'),
    },
    charged: ledger.filter((entry) => entry.charged).length,
    budget: Number.isFinite(environment.requestBudget) ? environment.requestBudget : null,
    submitted: environment.submission() !== undefined,
    scores: await scoresOf(task, environment, options),
  };
}
