import { blobsOf } from '../../archive/episode-digests.ts';
import type { EpisodeCoordinates, EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { bareRecord } from '../records.ts';
import type { EpisodeResult } from '../run-episode.ts';
import { type Answer, decodeAnswer, type EpisodeAnswer } from './answer.ts';
import type { BlobExchange } from './blob-exchange.ts';
import type { Letter } from './inbox.ts';
import { ATTEMPTS } from './job.ts';
import type { PlannedJobs } from './planned-jobs.ts';

export interface CollectorOptions {
  readonly jobs: PlannedJobs;
  readonly scorers: readonly string[];
  readonly blobs?: BlobExchange;
  readonly keep: (result: EpisodeResult) => void;
  /** When collecting began, by the server's clock, in milliseconds. */
  readonly since: number;
}

/** Answers that were not used, by why. */
export interface Unused {
  /** Answers for an episode that has been kept, or that was never asked for. */
  repeated: number;
  /** Answers that no worker of ours would give. */
  spoilt: number;
}

const sentAt = ({ id }: Letter): number => Number(id.slice(0, id.indexOf('-')));

function poison(coordinates: EpisodeCoordinates, message: string): EpisodeResult {
  const bare = bareRecord(coordinates, 'errored', 'an error of the apparatus');
  return { record: { ...bare, error: { code: 'poison-episode', message } }, blobs: new Map() };
}

function stopped({ code, message, kind }: Extract<Answer, { readonly type: 'stop' }>): MeasurandError {
  return new MeasurandError(code, `A worker cannot go on: ${message}`, {
    kind,
    next: 'Mend it on the workers, then run the same command again: it continues',
  });
}

/**
 * Turns answers into kept episodes, each once: the first good answer for an episode that is waited for is kept, every
 * other one is counted and thrown away.
 */
export class Collector {
  readonly unused: Unused = { repeated: 0, spoilt: 0 };
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** @throws MeasurandError what stopped a worker, `blobs-elsewhere`, and what keeping throws */
  async accept(letter: Letter): Promise<void> {
    const answer = this.#read(letter.bytes);
    if (answer === undefined) return;
    if (answer.type === 'stop') {
      // One from before this run is about something that may have been mended since.
      if (sentAt(letter) >= this.#options.since) throw stopped(answer);
      return;
    }
    const { jobs, keep } = this.#options;
    const episode = answer.type === 'aside' ? answer.episode : answer.record.id;
    const coordinates = jobs.coordinates(episode);
    if (!coordinates) {
      this.unused.repeated += 1;
      return;
    }
    const result =
      answer.type === 'aside' ? poison(coordinates, answer.message) : await this.#result(answer, coordinates);
    if (!result) return;
    keep(result);
    jobs.settle(episode);
  }

  #read(bytes: Buffer): Answer | undefined {
    try {
      return decodeAnswer(bytes);
    } catch (error) {
      if (!(error instanceof MeasurandError)) throw error;
      this.unused.spoilt += 1;
      return undefined;
    }
  }

  /** Undefined when the episode has to be run again. */
  async #result(answer: EpisodeAnswer, coordinates: EpisodeCoordinates): Promise<EpisodeResult | undefined> {
    const record = answer.record as EpisodeRecord;
    if (this.#isAsked(record)) return { record, blobs: await this.#blobs(answer) };
    this.unused.spoilt += 1;
    const times = await this.#options.jobs.again(record.id);
    return times < ATTEMPTS ? undefined : poison(coordinates, `${times} answers for it could not be used`);
  }

  /** A planned episode is never answered as one that was not run, and is scored by what was asked for. */
  #isAsked({ state, scores }: EpisodeRecord): boolean {
    if (state === 'excluded' || state === 'missing') return false;
    if (state !== 'scored' && state !== 'no-submission') return true;
    const { scorers } = this.#options;
    return scores.length === scorers.length && scores.every(({ scorer }, at) => scorer === scorers[at]);
  }

  async #blobs({ record, blobs }: EpisodeAnswer): Promise<ReadonlyMap<string, string>> {
    const all = new Map(Object.entries(blobs));
    for (const digest of blobsOf(record as EpisodeRecord)) {
      if (all.has(digest)) continue;
      const text = await this.#options.blobs?.get(digest);
      if (text === undefined) {
        throw new MeasurandError('blobs-elsewhere', 'A worker answered without the bytes of an episode', {
          kind: 'apparatus',
          record: record.id,
          next: 'Name one place that all machines see with --blobs here and on every worker, or on none',
        });
      }
      all.set(digest, text);
    }
    return all;
  }
}
