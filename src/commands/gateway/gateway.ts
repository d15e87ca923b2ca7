import { MeasurandError } from '../../core/errors.ts';
import { proxied } from '../../gateway/backends/proxied.ts';
import { replayed } from '../../gateway/backends/replayed.ts';
import type { GatewayBackend } from '../../gateway/contracts.ts';
import { type GatewayProblem, openGateway } from '../../gateway/server.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';
import { faultRules, interventionsOf } from './fault-files.ts';
import { genericRole } from './generic-roles.ts';
import { scriptBackend, scriptReplies } from './script-file.ts';

/** Where the answers of a gateway come from. */
export type GatewaySource =
  /** A JSON list of replies. */
  | { readonly kind: 'script'; readonly file: string }
  /** A folder with a boundary log. */
  | { readonly kind: 'replay'; readonly folder: string; readonly match: 'exact' | 'conversation' }
  /** A real upstream. */
  | {
      readonly kind: 'upstream';
      readonly url: string;
      readonly protocol: WireProtocol;
      readonly key: string;
      readonly model?: string;
    };

export interface GatewayAddress {
  /** What a client of each protocol takes as its base URL. */
  readonly baseUrls: Readonly<Record<WireProtocol, string>>;
  /** What clients send as their API key. */
  readonly token: string;
}

export interface RunGatewayOptions {
  readonly source: GatewaySource;
  /** @default 0, a free one */
  readonly port?: number;
  /** Folder for the boundary log. */
  readonly record?: string;
  /** A JSON list of changes to what the model is shown. */
  readonly interventions?: string;
  /** A JSON list of rules by which requests meet faults. */
  readonly faults?: string;
  /** Names in model lists. */
  readonly models?: readonly string[];
  /** Variables whose values never reach the log where their name says that they are secrets. @default none */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Ends the gateway. */
  readonly signal: AbortSignal;
  readonly onListening: (address: GatewayAddress) => void;
  /** Told of each request as its exchange ends. */
  readonly onRequest?: (line: string) => void;
}

/** What went over a gateway from its opening to its end. */
export interface GatewaySummary {
  readonly exchanges: number;
  readonly problems: readonly GatewayProblem[];
  /** Whether one of the problems makes the run worthless as evidence. */
  readonly failed: boolean;
  readonly record: string | null;
}

function backendOf(source: GatewaySource): Promise<GatewayBackend> {
  if (source.kind === 'replay') return replayed(source.folder, source.match);
  if (source.kind === 'script') return Promise.resolve(scriptBackend(scriptReplies(source.file)));
  if (source.key === '') {
    throw new MeasurandError('missing-key', 'the key of the upstream is empty', { next: 'Set its variable' });
  }
  return Promise.resolve(proxied(source));
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Runs a gateway alone, for whoever develops a harness, until the signal.
 *
 * @throws MeasurandError `invalid-script`, `invalid-fault`, `invalid-intervention`, `missing-key`, and what opening a gateway and its back end throws
 */
export async function runGateway(options: RunGatewayOptions): Promise<GatewaySummary> {
  const { port = 0, record, models, environment, signal, onListening, onRequest } = options;
  const gateway = await openGateway({
    backend: await backendOf(options.source),
    classify: genericRole,
    listen: { port },
    ...(record === undefined ? {} : { record }),
    ...(models === undefined ? {} : { models }),
    ...(options.interventions === undefined ? {} : { interventions: interventionsOf(options.interventions) }),
    ...(options.faults === undefined ? {} : { faults: faultRules(options.faults) }),
    ...(environment === undefined ? {} : { environment }),
    onExchange: ({ arrival, role, path, status, problem }) =>
      onRequest?.(
        `${arrival} ${role ?? 'unclassified'} ${path} ${status ?? 'no answer'}${problem ? `: ${problem.message}` : ''}`,
      ),
  });
  try {
    onListening({ baseUrls: gateway.baseUrls, token: gateway.token });
    await ended(signal);
  } finally {
    await gateway[Symbol.asyncDispose]();
  }
  return {
    exchanges: gateway.records.length,
    problems: gateway.problems,
    failed: gateway.failure !== undefined,
    record: record ?? null,
  };
}
