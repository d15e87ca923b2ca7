import { byCodePoint } from '../core/canonical.ts';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { digestOf, merkleRoot, sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';

/** Ids and record digests of an archive: what its root covers. */
export class EpisodeDigests<Place> {
  readonly #held = new Map<string, { readonly digest: string; readonly place: Place }>();
  #root: string | undefined;

  get size(): number {
    return this.#held.size;
  }

  place(id: string): Place | undefined {
    return this.#held.get(id)?.place;
  }

  /** In order of id, which is lower-case hexadecimal. */
  ids(): readonly string[] {
    return [...this.#held.keys()].sort(byCodePoint);
  }

  /** @throws MeasurandError `episode-conflict` when the id is held with another digest */
  holds(id: string, digest: string): boolean {
    const held = this.#held.get(id);
    if (held && held.digest !== digest) {
      throw new MeasurandError('episode-conflict', `episode ${id} is held with other contents`, {
        kind: 'failed',
        record: id,
        next: 'The same coordinates must give the same episode: use a new archive for another version',
      });
    }
    return held !== undefined;
  }

  add(id: string, digest: string, place: Place): void {
    this.#held.set(id, { digest, place });
    this.#root = undefined;
  }

  root(): string {
    this.#root ??= merkleRoot(this.ids().map((id) => sha256(`${id}:${this.#held.get(id)?.digest}`)));
    return this.#root;
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
  return [...Object.values(record.submission ?? {}), ...(record.trace === undefined ? [] : [record.trace])];
}
