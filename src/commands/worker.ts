import type { Redis } from 'ioredis';
import type { EpisodeCoordinates } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { isBuiltInModel } from '../models/registry.ts';
import { LiveModels } from '../study/live-models.ts';
import { FleetRate, type Rates } from '../study/queue/fleet-rate.ts';
import { namedExchange } from '../study/queue/named-exchange.ts';
import { parseQueueAddress } from '../study/queue/queue-address.ts';
import type { WorkerTally } from '../study/queue/run-job.ts';
import { serveQueue } from '../study/queue/serve-queue.ts';
import { BUILT_IN, type Registries } from '../study/registries.ts';

export interface WorkerOptions {
  /** `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`, as given to `measurand run --queue`. */
  readonly queue: string;
  /** Episodes at once in this process. @default 1 */
  readonly concurrency?: number;
  /** Seconds after which a silent worker's episodes go to another. @default 30 */
  readonly lease?: number;
  /**
   * Folder, or `s3://BUCKET[/PREFIX]`, for blobs that the machine which collects sees too.
   *
   * @default blobs go with the answers
   */
  readonly blobs?: string;
  /**
   * Also run models that are asked over a network with this machine's keys, or read from its files. Whoever reaches the
   * queue can then make it do so. @default false
   */
  readonly live?: boolean;
  /**
   * Requests a minute by provider or `compatible` endpoint, counted over all workers on the queue; each has to say the
   * same. @default as many as the provider lets through
   */
  readonly rates?: Rates;
  /** Ends the worker once the episodes in hand are done. @default never */
  readonly signal?: AbortSignal;
  /** Called once the queue has answered, with its address without credentials. */
  readonly onReady?: (queue: string) => void;
  readonly onEpisode?: (tally: Readonly<WorkerTally>) => void;
}

/** What one worker did. */
export interface WorkerReport extends Readonly<WorkerTally> {
  readonly format: 'measurand.worker/1';
  /** Its address without credentials. */
  readonly queue: string;
}

const NEVER = new AbortController().signal;

/** Whoever reaches the queue must not be able to spend this machine's keys or to read its files. */
function onlyBuiltIn({ model }: EpisodeCoordinates): void {
  if (isBuiltInModel(model)) return;
  throw new MeasurandError('model-not-served', `This worker runs built-in models only, not ${model}`, {
    kind: 'unsupported',
    field: 'model',
    next: 'Start the workers with --live, where only you reach the queue',
  });
}

function withLiveModels(redis: Redis, rates: Rates): Registries {
  const rate = new FleetRate(redis, rates);
  const models = new LiveModels({ pace: (model) => rate.paced(model) });
  return { ...BUILT_IN, model: (id, episode) => models.model(id, episode) };
}

function refuseInertRates({ live = false, rates }: WorkerOptions): void {
  if (live || rates === undefined) return;
  throw new MeasurandError('invalid-usage', 'A rate holds for models that are asked over a network', {
    next: 'Add --live, or leave --rate away',
  });
}

/**
 * Runs episodes from a queue until the signal ends it.
 *
 * @throws MeasurandError `invalid-usage`, `invalid-queue`, `missing-dependency`, `queue-unreachable`
 */
export async function worker(options: WorkerOptions): Promise<WorkerReport> {
  const { queue, blobs, concurrency, lease, signal = NEVER, onReady, onEpisode } = options;
  refuseInertRates(options);
  const { live = false, rates = new Map() } = options;
  const address = parseQueueAddress(queue);
  const tally = await serveQueue({
    address,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(lease === undefined ? {} : { lease }),
    ...(blobs === undefined ? {} : { blobs: await namedExchange(blobs) }),
    registries: live ? (redis) => withLiveModels(redis, rates) : () => BUILT_IN,
    admit: live ? () => undefined : onlyBuiltIn,
    signal,
    onReady: () => onReady?.(address.shown),
    ...(onEpisode === undefined ? {} : { onEpisode }),
  });
  return { format: 'measurand.worker/1', queue: address.shown, ...tally };
}
