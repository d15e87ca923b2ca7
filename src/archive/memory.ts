import type { EpisodeRecord } from '../core/contracts/index.ts';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { EpisodeArchive } from './archive.ts';
import { recordBytes } from './chain.ts';
import { blobsOf, checkEpisodeId, EpisodeDigests } from './episode-digests.ts';

/** An archive that ends with the process, for runs that keep nothing. */
export class MemoryArchive implements EpisodeArchive {
  readonly remarks: readonly string[] = [];
  readonly #episodes = new EpisodeDigests();
  /** Canonical JSON of the records, by slot. */
  readonly #texts: string[] = [];
  readonly #blobs = new Map<string, Uint8Array>();

  get size(): number {
    return this.#episodes.size;
  }

  has(id: string): boolean {
    return this.#episodes.slot(id) !== undefined;
  }

  get(id: string): EpisodeRecord | undefined {
    const slot = this.#episodes.slot(id);
    return slot === undefined ? undefined : this.#at(slot);
  }

  *records(): Iterable<EpisodeRecord> {
    for (const slot of this.#episodes.ordered()) yield this.#at(slot);
  }

  #at(slot: number): EpisodeRecord {
    return JSON.parse(this.#texts[slot] as string) as EpisodeRecord;
  }

  put(record: EpisodeRecord): 'added' | 'present' {
    checkEpisodeId(record);
    const { recordText, recordDigest } = recordBytes(record);
    if (this.#episodes.holds(record.id, recordDigest)) return 'present';
    for (const digest of blobsOf(record)) this.blob(digest);
    this.#texts[this.#episodes.add(record.id, recordDigest)] = recordText;
    return 'added';
  }

  putBlob(content: string | Uint8Array): string {
    const digest = sha256(content);
    if (!this.#blobs.has(digest)) this.#blobs.set(digest, Buffer.from(content));
    return digest;
  }

  blob(digest: string): Uint8Array {
    const content = this.#blobs.get(digest);
    if (!content) throw unknownBlob(digest);
    return content;
  }

  root(): string {
    return this.#episodes.root();
  }

  close(): void {
    // Nothing to make durable.
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export function unknownBlob(digest: string): MeasurandError {
  return new MeasurandError('unknown-blob', `the archive holds no blob ${digest}`, {
    kind: 'failed',
    record: digest,
  });
}
