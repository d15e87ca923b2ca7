import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { EpisodeArchive } from './archive.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { BlobStore } from './blob-store.ts';
import { recordBytes } from './chain.ts';
import type { Damage, OnDamage } from './damage.ts';
import { blobsOf, checkEpisodeId } from './episode-digests.ts';
import { HeldEpisodes } from './held-episodes.ts';
import { isArchive } from './layout.ts';
import { unknownBlob } from './memory.ts';
import { heldRecord } from './record-facts.ts';
import { type SegmentExtent, SegmentLogs } from './segment-logs.ts';
import type { Writers } from './session.ts';

/** How an archive is opened: by a writer, or to be read, which takes no lock and mends nothing. */
export type OpenMode = { readonly writers: Writers } | { readonly onDamage: OnDamage | undefined };

/**
 * An archive in a folder: `segments/NNN.jsonl` and `blobs/NNN.pack`, one of each for a writer's session; `manifest.json`;
 * `timing.json`. It is put together from what is held of every episode, the blobs, the segments that are read, and, when
 * it was opened for writing, the writer's own session.
 */
export class FolderArchive implements EpisodeArchive {
  readonly location: string;
  readonly remarks: string[] = [];
  readonly #held = new HeldEpisodes();
  readonly #blobs: BlobStore;
  readonly #logs: SegmentLogs;
  #writer: ArchiveWriter | undefined;
  #closed = false;

  /** Use {@link openArchive} or {@link readArchive}. */
  constructor(folder: string, mode: OpenMode) {
    const location = resolve(folder);
    this.location = location;
    const [held, blobs] = [this.#held, new BlobStore(location)];
    const listener = 'onDamage' in mode ? mode.onDamage : undefined;
    const logs = new SegmentLogs({ folder: location, held, blobs, remarks: this.remarks, listener });
    this.#blobs = blobs;
    this.#logs = logs;
    try {
      if ('writers' in mode) {
        const { writers } = mode;
        this.#writer = new ArchiveWriter({ folder: location, writers, held, blobs, logs });
      } else logs.load(logs.manifest());
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  get size(): number {
    return this.#held.digests.size;
  }

  has(id: string): boolean {
    return this.#held.digests.slot(id) !== undefined;
  }

  get(id: string): EpisodeRecord | undefined {
    const slot = this.#held.digests.slot(id);
    return slot === undefined ? undefined : heldRecord(this.recordBytes(slot));
  }

  *records(): Iterable<EpisodeRecord> {
    for (const slot of this.#held.digests.ordered()) yield heldRecord(this.recordBytes(slot));
  }

  /**
   * The canonical JSON of the episode that arrived as number `slot`, from 0 to {@link size}: the fast way through a large
   * archive, since it follows the log.
   */
  recordBytes(slot: number): Buffer {
    if (this.#closed) throw new TypeError('The archive has been closed');
    return this.#held.bytes(slot);
  }

  /** The id of the episode that arrived as number `slot`. */
  idAt(slot: number): string {
    return this.#held.digests.id(slot);
  }

  /** Every segment with the lines and bytes of it that were read, or written here, and hold. */
  get segments(): readonly SegmentExtent[] {
    return [...this.#logs.extents(), ...(this.#writer?.extent() ?? [])];
  }

  put(record: EpisodeRecord): 'added' | 'present' {
    checkEpisodeId(record);
    const bytes = recordBytes(record);
    if (this.#held.digests.holds(record.id, bytes.recordDigest)) return 'present';
    for (const digest of blobsOf(record)) if (!this.#blobs.has(digest)) throw unknownBlob(digest);
    this.#forWriting().put(record.id, bytes);
    return 'added';
  }

  putBlob(content: string | Uint8Array): string {
    return this.#forWriting().putBlob(content);
  }

  #forWriting(): ArchiveWriter {
    if (this.#writer) return this.#writer;
    throw new MeasurandError('archive-read-only', 'the archive was opened for reading', {
      kind: 'failed',
      file: this.location,
    });
  }

  blob(digest: string): Uint8Array {
    return this.#blobs.read(digest);
  }

  /** Of all that this writer holds, and of what the others have written by now. */
  root(): string {
    this.#writer?.refresh();
    return this.#held.digests.root();
  }

  #release(): void {
    this.#closed = true;
    this.#writer = undefined;
    this.#logs.close();
    this.#blobs.close();
  }

  close(): void {
    if (this.#closed) return;
    try {
      this.#writer?.close();
    } finally {
      this.#release();
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** What lies in a folder while another writer begins an archive there: locks, and a manifest not yet in its place. */
const BEGINNINGS = /^(lock|segments|manifest\.lock|manifest\.json\.\d+)/;

export interface OpenOptions {
  /**
   * `one` refuses any other writer for as long as this one lives. `many` lets in others that say so too: each writes a
   * segment of its own, and the last to leave closes the archive.
   *
   * @default 'one'
   */
  readonly writers?: Writers;
}

/**
 * Opens an archive for writing; begins a new one when the folder is empty or does not exist. What a writer that died left
 * half done is mended.
 *
 * @throws MeasurandError `not-an-archive`, `archive-locked`, `archive-corrupt`, `archive-write`, `unsupported-format`
 */
export function openArchive(folder: string, { writers = 'one' }: OpenOptions = {}): FolderArchive {
  const others = existsSync(folder) && readdirSync(folder).some((name) => !BEGINNINGS.test(name));
  if (others && !isArchive(folder)) {
    throw new MeasurandError('not-an-archive', 'the folder holds files but no archive', {
      file: folder,
      next: 'Name an empty or new folder',
    });
  }
  return new FolderArchive(folder, { writers });
}

export interface ReadOptions {
  /** Hears of damage, and what is sound is read all the same. @default damage is refused */
  readonly onDamage?: (damage: Damage) => void;
}

/**
 * Opens an archive for reading only: takes no lock and mends nothing.
 *
 * @throws MeasurandError `not-an-archive`, `archive-corrupt`, `unsupported-format`
 */
export function readArchive(folder: string, { onDamage }: ReadOptions = {}): FolderArchive {
  if (!isArchive(folder)) {
    throw new MeasurandError('not-an-archive', 'there is no archive here', {
      file: folder,
      next: 'Name a folder that `measurand run --archive` made',
    });
  }
  return new FolderArchive(folder, { onDamage });
}
