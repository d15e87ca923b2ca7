import type { EpisodeRecord } from '../core/contracts/index.ts';
import { digestOf, merkleRoot, sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { DigestColumn, DigestTable } from './digest-table.ts';

/**
 * Ids and record digests of an archive: what its root covers. An episode has a slot, numbered from 0 in order of
 * arrival, and takes about 80 bytes.
 */
export class EpisodeDigests {
  readonly #ids = new DigestTable();
  /** Record digests, by slot. */
  readonly #records = new DigestColumn();
  #root: string | undefined;

  get size(): number {
    return this.#ids.size;
  }

  slot(id: string): number | undefined {
    return this.#ids.find(id);
  }

  id(slot: number): string {
    return this.#ids.at(slot);
  }

  /** Slots in order of id. */
  ordered(): Uint32Array {
    return this.#ids.ordered();
  }

  /** @throws MeasurandError `episode-conflict` when the id is held with another digest */
  holds(id: string, digest: string): boolean {
    const slot = this.#ids.find(id);
    if (slot === undefined) return false;
    if (this.#records.at(slot) === digest) return true;
    throw new MeasurandError('episode-conflict', `episode ${id} is held with other contents`, {
      kind: 'failed',
      record: id,
      next: 'The same coordinates must give the same episode: use a new archive for another version',
    });
  }

  /** Adds an episode that is not held, and gives its slot. */
  add(id: string, digest: string): number {
    this.#root = undefined;
    this.#records.push(digest);
    return this.#ids.add(id);
  }

  /** Merkle root over `sha256("id:record digest")`, ordered by id. */
  root(): string {
    this.#root ??= merkleRoot(this.#leaves());
    return this.#root;
  }

  *#leaves(): Iterable<string> {
    for (const slot of this.ordered()) yield sha256(`${this.#ids.at(slot)}:${this.#records.at(slot)}`);
  }
}

/** Plans name the same coordinates object again and again; coordinates never change, so neither does their digest. */
const IDS = new WeakMap<EpisodeRecord['coordinates'], string>();

/** The id of an episode: equal coordinates, equal id. */
export function episodeId(coordinates: EpisodeRecord['coordinates']): string {
  const known = IDS.get(coordinates);
  if (known !== undefined) return known;
  const id = digestOf(coordinates as unknown as JsonValue);
  IDS.set(coordinates, id);
  return id;
}

/** @throws MeasurandError `episode-id` unless the id is the digest of the coordinates */
export function checkEpisodeId({ id, coordinates }: EpisodeRecord): void {
  if (id !== episodeId(coordinates)) {
    throw new MeasurandError('episode-id', `episode ${id} does not belong to its coordinates`, {
      kind: 'failed',
      record: id,
    });
  }
}

/** Digests of the blobs that a record names. */
export function blobsOf(record: EpisodeRecord): readonly string[] {
  const { submission = {}, trace, evidence = {} } = record;
  return [...Object.values(submission), ...(trace === undefined ? [] : [trace]), ...Object.values(evidence)];
}
