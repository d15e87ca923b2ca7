import type { Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { MeasurandError } from '../../core/errors.ts';
import type { QueueAddress } from './queue-address.ts';

/** What the queue takes from its two libraries. */
export interface Drivers {
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
  readonly UnrecoverableError: typeof UnrecoverableError;
  readonly Redis: typeof Redis;
}

/**
 * Loads the queue's libraries, which nothing else needs.
 *
 * @throws MeasurandError `missing-dependency`
 */
export async function loadDrivers(): Promise<Drivers> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    const { Queue, Worker, UnrecoverableError } = bullmq;
    return { Queue, Worker, UnrecoverableError, Redis: ioredis.Redis };
  } catch (cause) {
    throw new MeasurandError('missing-dependency', 'The queue needs bullmq and ioredis', {
      kind: 'unsupported',
      next: 'Run npm install bullmq ioredis, or npm install without --omit=optional; or leave --queue away',
      cause,
    });
  }
}

const CONNECT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;

/** A command that a lost connection cut short. It may or may not have been carried out. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && error.name !== 'ReplyError' && !(error instanceof MeasurandError);
}

function unreachable({ shown }: QueueAddress, cause: unknown): MeasurandError {
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'no answer';
  return new MeasurandError('queue-unreachable', `The queue at ${shown} does not answer: ${reason}`, {
    kind: 'apparatus',
    next: 'Start redis-server there, or name another address',
    cause,
  });
}

/** What does not depend on which driver: a command waits for a server that went away, for as long as it takes. */
function optionsOf({ host, port, db, username, password, tls }: QueueAddress): Record<string, unknown> {
  return {
    host,
    port,
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
    protocol: 2,
    maxRetriesPerRequest: null,
    keepAlive: 10_000,
    connectTimeout: CONNECT_MS,
    lazyConnect: true,
    retryStrategy: (times: number) => Math.min(times * 100, LONGEST_PAUSE_MS),
  };
}

/**
 * A connection that has answered once. From then on it comes back by itself.
 *
 * @throws MeasurandError `queue-unreachable`
 */
export async function connect({ Redis: Client }: Drivers, address: QueueAddress): Promise<Redis> {
  const client = new Client(optionsOf(address));
  let last: unknown;
  // Without a listener a lost connection would end the process; it is waited for instead.
  client.on('error', (error) => {
    last = error;
  });
  try {
    await client.connect();
    await client.ping();
    return client;
  } catch (error) {
    client.disconnect();
    throw unreachable(address, last ?? error);
  }
}
