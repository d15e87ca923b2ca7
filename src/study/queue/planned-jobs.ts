import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { episodeId } from '../../archive/episode-digests.ts';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { ATTEMPTS, jobOf } from './job.ts';
import { jobId, type QueueSetup } from './names.ts';

/** An episode that was put into the queue and has no answer yet. */
interface Open {
  readonly coordinates: EpisodeCoordinates;
  /** Whether its job was missing on the server when that was last looked at. */
  missing: boolean;
  /** Answers for it that could not be used. */
  spoilt: number;
}

export interface PlannedJobsOptions {
  readonly queue: Queue;
  readonly redis: Redis;
  readonly study: string;
  readonly setup: QueueSetup;
  /** Each of them once. */
  readonly cells: readonly EpisodeCoordinates[];
  /** Most episodes without an answer at a time. */
  readonly window: number;
}

/** Milliseconds before the second attempt; doubles from one to the next. */
const BACKOFF_MS = 1000;

/**
 * The jobs of one study: puts them into the queue, so many at a time that the server's memory stays bounded, and puts
 * back what the server has lost.
 */
export class PlannedJobs {
  readonly #queue: Queue;
  readonly #redis: Redis;
  readonly #study: string;
  readonly #setup: QueueSetup;
  readonly #window: number;
  /** Not put into the queue yet, in the order of the plan. */
  readonly #waiting: Map<string, EpisodeCoordinates>;
  readonly #open = new Map<string, Open>();
  /** Put into the queue by an earlier run. */
  readonly #left = new Set<string>();

  constructor({ queue, redis, study, setup, cells, window }: PlannedJobsOptions) {
    this.#queue = queue;
    this.#redis = redis;
    this.#study = study;
    this.#setup = setup;
    this.#window = window;
    this.#waiting = new Map(cells.map((coordinates) => [episodeId(coordinates), coordinates]));
  }

  get isDone(): boolean {
    return this.#waiting.size === 0 && this.#open.size === 0;
  }

  /** What an answer for the episode has to agree with; undefined when none is waited for. */
  coordinates(episode: string): EpisodeCoordinates | undefined {
    return this.#open.get(episode)?.coordinates ?? this.#waiting.get(episode);
  }

  settle(episode: string): void {
    this.#open.delete(episode);
    // One that an earlier run had put into the queue may be answered before it is put there again.
    this.#waiting.delete(episode);
  }

  /**
   * Finds the jobs that an earlier run of the plan left on the server: in order of the plan they come first. Look for
   * them before the answers are read: a job goes only after its answer has come, so one that is neither there nor
   * answered is nobody's.
   */
  async findLeft(): Promise<void> {
    const next: string[] = [];
    for (const episode of this.#waiting.keys()) {
      if (next.length === this.#window) break;
      next.push(episode);
    }
    for (const [episode, there] of await this.#lookFor(next)) if (there) this.#left.add(episode);
  }

  /** Fills the window up again once half of it is free. */
  async topUp(): Promise<void> {
    const room = this.#window - this.#open.size;
    if (room < this.#window / 2) return;
    const opened: string[] = [];
    const batch: EpisodeCoordinates[] = [];
    for (const [episode, coordinates] of this.#waiting) {
      if (opened.length === room) break;
      opened.push(episode);
      if (!this.#left.has(episode)) batch.push(coordinates);
      // Open before it is sent: whatever becomes of the sending, it is looked after from here on.
      this.#open.set(episode, { coordinates, missing: false, spoilt: 0 });
      this.#waiting.delete(episode);
    }
    await this.#add(batch);
  }

  /** The job of an episode whose answer could not be used runs again. Gives how often that was so. */
  async again(episode: string): Promise<number> {
    const open = this.#open.get(episode);
    if (!open) return 0;
    open.spoilt += 1;
    if (open.spoilt < ATTEMPTS) await this.#add([open.coordinates]);
    return open.spoilt;
  }

  /**
   * Looks for the jobs of all open episodes, and gives those that were not there this time nor the last: lost, unless
   * their answers are there and have not been read.
   */
  async lost(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const [episode, there] of await this.#lookFor([...this.#open.keys()])) {
      const open = this.#open.get(episode);
      if (!open) continue;
      if (!there && open.missing) lost.push(episode);
      open.missing = !(there || open.missing);
    }
    return lost;
  }

  /** Puts back what {@link lost} gave, once every answer that was there has been read. */
  async restore(lost: readonly string[]): Promise<void> {
    await this.#add(lost.flatMap((episode) => this.#open.get(episode)?.coordinates ?? []));
  }

  /** Whether the jobs of episodes are on the server. */
  async #lookFor(episodes: readonly string[]): Promise<readonly (readonly [string, boolean])[]> {
    const asked = this.#redis.pipeline();
    for (const episode of episodes) asked.exists(this.#queue.toKey(jobId(this.#study, episode)));
    const replies = (await asked.exec()) ?? [];
    return episodes.flatMap((episode, at) => {
      const [error, count] = replies[at] ?? [];
      return error || count === undefined ? [] : [[episode, count === 1] as const];
    });
  }

  /** Takes back what no worker has begun. */
  async withdraw(): Promise<void> {
    await Promise.all(
      [...this.#open.keys()].map((episode) => this.#queue.remove(jobId(this.#study, episode))),
    );
  }

  async #add(cells: readonly EpisodeCoordinates[]): Promise<void> {
    if (cells.length === 0) return;
    await this.#queue.addBulk(
      cells.map((coordinates) => ({
        name: 'episode',
        data: jobOf(this.#study, coordinates, this.#setup),
        opts: {
          jobId: jobId(this.#study, episodeId(coordinates)),
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: BACKOFF_MS },
          removeOnComplete: true,
          removeOnFail: true,
        },
      })),
    );
  }
}
