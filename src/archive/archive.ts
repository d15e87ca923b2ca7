import type { EpisodeRecord } from '../core/contracts/index.ts';

/**
 * Where episodes are kept: append-only, content-addressed, with one root digest that depends on the episodes alone,
 * not on their order, the number of workers or how often a run was resumed.
 */
export interface EpisodeArchive extends Disposable {
  /** The folder; absent when kept in memory. */
  readonly location?: string;
  /** What opening found and mended, a sentence each. */
  readonly remarks: readonly string[];
  /** Number of episodes. */
  readonly size: number;
  has(id: string): boolean;
  get(id: string): EpisodeRecord | undefined;
  /** Every episode, ordered by id. Read one at a time, so that memory does not grow with their size. */
  records(): Iterable<EpisodeRecord>;
  /**
   * Keeps an episode. Keeping the same bytes again changes nothing.
   *
   * @throws MeasurandError `episode-conflict` when other bytes are held under the id, `episode-id` when the id is not
   * the digest of the coordinates, `unknown-blob` when a blob that the record names is not held
   */
  put(record: EpisodeRecord): 'added' | 'present';
  /** Keeps bytes under their SHA-256, which it gives. Text is kept as UTF-8. */
  putBlob(content: string | Uint8Array): string;
  /** @throws MeasurandError `unknown-blob`, or `archive-corrupt` when the bytes are not those of the digest */
  blob(digest: string): Uint8Array;
  /** Merkle root over ids and record digests, ordered by id. */
  root(): string;
  /** Makes everything durable and gives up the lock. Safe to call twice. */
  close(): void;
}
