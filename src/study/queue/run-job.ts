import { setMaxListeners } from 'node:events';
import type { Job as QueuedJob, UnrecoverableError } from 'bullmq';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Registries } from '../registries.ts';
import { type EpisodeResult, runEpisode } from '../run-episode.ts';
import type { Answer } from './answer.ts';
import type { BlobExchange } from './blob-exchange.ts';
import { ATTEMPTS, type Job, readJob } from './job.ts';
import { mayPass } from './passing.ts';

/** What one worker did. */
export interface WorkerTally {
  /** Episodes run and answered. */
  ran: number;
  /** Attempts that failed by the apparatus and were given back. */
  retried: number;
  /** Jobs that were none of ours. */
  refused: number;
  /** Episodes set aside after the last attempt. */
  aside: number;
}

export interface JobRunnerOptions {
  readonly registries: Registries;
  /** Throws for what shall not be run here; that stops the study until it is mended. */
  readonly admit: (coordinates: EpisodeCoordinates) => void;
  readonly blobs?: BlobExchange;
  /** Puts an answer where the collector of the study looks. */
  readonly send: (study: string, answer: Answer) => Promise<void>;
  readonly Unrecoverable: typeof UnrecoverableError;
}

const LONGEST_MESSAGE = 10_000;

/** As many episodes as run at once may listen to it. */
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  const code = error instanceof MeasurandError ? error.code : 'exception';
  const message = error instanceof Error ? error.message : String(error);
  return { code, message: message.slice(0, LONGEST_MESSAGE) };
}

/** Runs jobs and answers for each. */
export class JobRunner {
  readonly tally: WorkerTally = { ran: 0, retried: 0, refused: 0, aside: 0 };
  readonly #options: JobRunnerOptions;
  /** Failures that were dealt with here; any other comes from the queue. */
  readonly #told = new WeakSet<Error>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /**
   * The answer is on the server before the job is gone from it: a worker that dies in between repeats the episode, and
   * the collector keeps the first.
   *
   * @throws when the queue shall try the episode again, or give the job up
   */
  async run({ id = '', data, attemptsMade }: QueuedJob<unknown>): Promise<void> {
    const job = this.#read(data, id);
    const { coordinates, scorers, keepTraces } = job;
    const { registries, admit } = this.#options;
    try {
      admit(coordinates);
      const result = await runEpisode(coordinates, { scorers, keepTraces, registries, signal: NEVER });
      if (mayPass(result.record) && attemptsMade + 1 < ATTEMPTS) throw this.#again(result);
      await this.#answer(job, result);
    } catch (error) {
      if (error instanceof MeasurandError) throw await this.#stop(job, error);
      throw error;
    }
    this.tally.ran += 1;
  }

  #read(data: unknown, id: string): Job {
    try {
      return readJob(data, id);
    } catch (error) {
      this.tally.refused += 1;
      throw this.#giveUp((error as Error).message);
    }
  }

  #giveUp(message: string): Error {
    const error = new this.#options.Unrecoverable(message);
    this.#told.add(error);
    return error;
  }

  #again({ record }: EpisodeResult): Error {
    this.tally.retried += 1;
    const error = new Error(record.error?.message);
    this.#told.add(error);
    return error;
  }

  async #answer({ study }: Job, { record, blobs }: EpisodeResult): Promise<void> {
    const { blobs: exchange, send } = this.#options;
    if (exchange) for (const [digest, text] of blobs) await exchange.put(digest, text);
    const sent = exchange ? {} : Object.fromEntries(blobs);
    await send(study, { format: 'measurand.answer/1', type: 'episode', record, blobs: sent } as Answer);
  }

  /** What no other episode would escape is told to the collector, which stops the study until it is mended. */
  async #stop({ study }: Job, error: MeasurandError): Promise<Error> {
    const { kind } = error;
    await this.#options.send(study, { format: 'measurand.answer/1', type: 'stop', kind, ...reasonOf(error) });
    return this.#giveUp(error.message);
  }

  /** Hears of every job that failed here, so too of one that the queue gives up because its workers died of it. */
  async failed({ id = '', data, finishedOn }: QueuedJob<unknown>, error: Error): Promise<void> {
    if (this.#told.has(error) || finishedOn === undefined) return;
    let job: Job;
    try {
      job = readJob(data, id);
    } catch {
      this.tally.refused += 1;
      return;
    }
    this.tally.aside += 1;
    const episode = id.slice(id.indexOf('-') + 1);
    const message = `set aside after ${ATTEMPTS} attempts: ${reasonOf(error).message}`.slice(
      0,
      LONGEST_MESSAGE,
    );
    await this.#options.send(job.study, {
      format: 'measurand.answer/1',
      type: 'aside',
      episode,
      code: 'poison-episode',
      message,
    });
  }
}
