import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import type { RecordBytes } from './chain.ts';
import type { HeldEpisodes } from './held-episodes.ts';
import { segmentFile } from './layout.ts';
import { underLock } from './lock.ts';
import { type Checkpoint, type Manifest, writeManifest } from './manifest.ts';
import type { SegmentExtent, SegmentLogs } from './segment-logs.ts';
import { SegmentWriter } from './segment-writer.ts';
import { enter, livingWriters, type Session, type Writers } from './session.ts';
import { appendSession } from './timing.ts';
import { guardedWrite } from './write-guard.ts';

/** Episodes between two checkpoints: what a power cut (not a killed process) can cost, and no more. */
const CHECKPOINT = 256;

export interface ArchiveWriterOptions {
  /** Of the archive; an absolute path. */
  readonly folder: string;
  readonly writers: Writers;
  readonly held: HeldEpisodes;
  readonly blobs: BlobStore;
  /** What the other sessions wrote. */
  readonly logs: SegmentLogs;
}

/**
 * A writer's session: a segment and a pack of its own, and checkpoints in the manifest.
 *
 * Blobs and then the line are handed to the operating system as soon as an episode ends, in one write each, so a killed
 * process loses nothing. Every 256 episodes, and on leaving, pack, segment and manifest are flushed to the disk in this
 * order; after a power cut, what is past the last checkpoint and did not arrive is set aside on opening, and run again.
 */
export class ArchiveWriter {
  readonly #options: ArchiveWriterOptions;
  readonly #session: Session;
  readonly #entered = new Date();
  /** Begun with its first episode. */
  #log: SegmentWriter | undefined;
  #added = 0;
  #failed = false;
  #left = false;

  /** @throws MeasurandError `archive-locked`, `archive-corrupt`, `archive-write`, `unsupported-format` */
  constructor(options: ArchiveWriterOptions) {
    this.#options = options;
    const { folder, writers, logs } = options;
    this.#session = guardedWrite(folder, () => {
      mkdirSync(join(folder, 'segments'), { recursive: true });
      return enter(folder, writers);
    });
    try {
      guardedWrite(folder, () =>
        this.#underManifestLock(() => {
          const manifest = logs.manifest();
          logs.load(manifest, this.#session.name);
          this.#writeManifest('open', manifest);
        }),
      );
    } catch (error) {
      this.#session.release();
      throw error;
    }
  }

  /** Keeps an episode that is not held, and whose blobs are. */
  put(id: string, record: RecordBytes): void {
    const { held, blobs } = this.#options;
    this.#write(() => {
      const log = this.#begun();
      blobs.flush(this.#session.name);
      held.add(id, record.recordDigest, { fd: log.fd, ...log.append(record) });
      this.#added += 1;
      if (this.#added % CHECKPOINT === 0) this.#checkpoint();
    });
  }

  putBlob(content: string | Uint8Array): string {
    const { blobs } = this.#options;
    return this.#write(() => {
      const digest = blobs.put(content, this.#session.name);
      if (blobs.ownBytes > 0) this.#begun();
      return digest;
    });
  }

  /** Takes in what other writers have written by now. */
  refresh(): void {
    const { logs, writers } = this.#options;
    if (writers === 'many') {
      this.#underManifestLock(() => logs.load(logs.manifest(), this.#session.name));
    }
  }

  /** What this session has written: nothing before its first episode. */
  extent(): readonly SegmentExtent[] {
    if (!this.#log) return [];
    const { records, bytes } = this.#log.state;
    return [{ name: this.#session.name, records, bytes }];
  }

  /** After a write that failed, leaving must not try again: the first error is the one to tell. */
  #write<T>(action: () => T): T {
    this.#failed = true;
    const result = guardedWrite(this.#options.folder, action);
    this.#failed = false;
    return result;
  }

  #begun(): SegmentWriter {
    const { name } = this.#session;
    this.#log ??= new SegmentWriter(name, segmentFile(this.#options.folder, name));
    return this.#log;
  }

  #underManifestLock<T>(action: () => T): T {
    return underLock(join(this.#options.folder, 'manifest.lock'), action);
  }

  /** What living writers say of their own segments stands as they said it. */
  #writeManifest(state: Manifest['state'], before: Manifest | undefined): void {
    const { folder, held, logs } = this.#options;
    const living = new Set(livingWriters(folder, this.#session.name));
    const theirs = (before?.segments ?? []).filter(({ name }) => living.has(name));
    const all = [...logs.checkpoints(living), ...theirs, ...this.#ownCheckpoint()];
    writeManifest(folder, {
      format: 'measurand.archive/1',
      state,
      episodes: held.digests.size,
      root: state === 'closed' ? held.digests.root() : null,
      segments: all.sort((a, b) => Number(a.name) - Number(b.name)),
    });
  }

  /** How far the own segment has been flushed, if it has begun. */
  #ownCheckpoint(): readonly Checkpoint[] {
    if (!this.#log) return [];
    return [{ name: this.#session.name, ...this.#log.state, packBytes: this.#options.blobs.ownBytes }];
  }

  #flush(): void {
    const { blobs } = this.#options;
    blobs.flush(this.#session.name);
    if (blobs.ownBytes > 0) this.#begun();
    blobs.sync();
    this.#log?.sync();
  }

  #checkpoint(): void {
    this.#flush();
    this.#underManifestLock(() => this.#writeManifest('open', this.#options.logs.manifest()));
  }

  /** The last writer to leave takes in what the others wrote, and closes the archive. */
  #leave(): void {
    const { folder, logs, writers } = this.#options;
    this.#flush();
    this.#underManifestLock(() => {
      const before = logs.manifest();
      if (writers === 'many') logs.load(before, this.#session.name);
      const isLast = livingWriters(folder, this.#session.name).length === 0;
      this.#writeManifest(isLast ? 'closed' : 'open', before);
      appendSession(folder, this.#entered, this.#added);
      this.#release();
    });
  }

  /** Once: after that the name may be another writer's. */
  #release(): void {
    if (!this.#left) this.#session.release();
    this.#left = true;
  }

  /** Makes everything durable and gives up the place in the archive. */
  close(): void {
    try {
      if (!this.#failed) guardedWrite(this.#options.folder, () => this.#leave());
    } finally {
      this.#log?.close();
      this.#release();
    }
  }
}
