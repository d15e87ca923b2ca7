import { closeSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { EpisodeArchive } from './archive.ts';
import { BlobStore } from './blob-store.ts';
import { recordBytes } from './chain.ts';
import { blobsOf, checkEpisodeId, EpisodeDigests } from './episode-digests.ts';
import { mendTail } from './heal.ts';
import { takeLock } from './lock.ts';
import { openLog, readAt } from './log-lines.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { unknownBlob } from './memory.ts';
import { readSegment } from './segment-reader.ts';
import { SegmentWriter } from './segment-writer.ts';
import { appendSession } from './timing.ts';
import { guardedWrite } from './write-guard.ts';

/** Episodes between two checkpoints: what a power cut (not a killed process) can cost, and no more. */
const CHECKPOINT = 256;

interface Place {
  readonly fd: number;
  readonly offset: number;
  readonly length: number;
}

type Checkpoint = Manifest['segments'][number];

/**
 * An archive in a folder: `segments/NNN.jsonl`, one for each writer's session; `blobs/`; `manifest.json`; `timing.json`.
 *
 * A line is handed to the operating system in one write as soon as its episode ends, so a killed process loses
 * nothing. Every 256 episodes, and on closing, blobs, segment and manifest are flushed to the disk in this order; after
 * a power cut, episodes past the last checkpoint whose bytes did not arrive are set aside on opening, and run again.
 */
export class FolderArchive implements EpisodeArchive {
  readonly location: string;
  readonly remarks: string[] = [];
  readonly #episodes = new EpisodeDigests<Place>();
  readonly #blobs: BlobStore;
  readonly #readers: number[] = [];
  readonly #checkpoints: Checkpoint[] = [];
  readonly #opened = new Date();
  #release: (() => void) | undefined;
  #writer: SegmentWriter | undefined;
  #added = 0;
  #closed = false;

  /** Use {@link openArchive} or {@link readArchive}. */
  constructor(folder: string, mode: 'write' | 'read') {
    this.location = resolve(folder);
    this.#blobs = new BlobStore(join(this.location, 'blobs'));
    if (mode === 'write') {
      guardedWrite(this.location, () => mkdirSync(join(this.location, 'segments'), { recursive: true }));
      this.#release = takeLock(join(this.location, 'lock'));
    }
    try {
      this.#load(mode);
      if (mode === 'write') guardedWrite(this.location, () => this.#writeManifest('open'));
    } catch (error) {
      this.#giveUp();
      throw error;
    }
  }

  #segmentFile(name: string): string {
    return join(this.location, 'segments', `${name}.jsonl`);
  }

  #load(mode: 'write' | 'read'): void {
    const manifest = readManifest(this.location);
    const names = segmentNames(this.location);
    if (!manifest && names.length > 0) this.remarks.push('The manifest was missing; it is rebuilt');
    const safe = new Map((manifest?.segments ?? []).map((segment) => [segment.name, segment]));
    for (const name of new Set([...safe.keys(), ...names])) {
      this.#loadSegment(name, safe.get(name)?.bytes ?? 0, mode);
    }
  }

  #loadSegment(name: string, safeBytes: number, mode: 'write' | 'read'): void {
    const file = this.#segmentFile(name);
    const fd = openLog(file);
    this.#readers.push(fd);
    const blobIntact = (digest: string): boolean => this.#blobs.intact(digest);
    const state = readSegment({ name, file, fd, safeBytes, blobIntact }, (line) => {
      if (this.#episodes.holds(line.id, line.recordDigest)) return;
      this.#episodes.add(line.id, line.recordDigest, { fd, offset: line.offset, length: line.length });
    });
    if (state.torn !== undefined) this.remarks.push(`${name}.jsonl: set aside ${state.torn}`);
    let { bytes } = state;
    if (mode === 'write') bytes = mendTail(this.location, name, file, state);
    this.#checkpoints.push({ name, records: state.records, bytes, head: state.head });
  }

  get size(): number {
    return this.#episodes.size;
  }

  has(id: string): boolean {
    return this.#episodes.place(id) !== undefined;
  }

  get(id: string): EpisodeRecord | undefined {
    const place = this.#episodes.place(id);
    if (!place) return undefined;
    if (this.#closed) throw new TypeError('The archive has been closed');
    const line = readAt(place.fd, place.offset, place.length);
    return (JSON.parse(line) as { record: EpisodeRecord }).record;
  }

  *records(): Iterable<EpisodeRecord> {
    for (const id of this.#episodes.ids()) yield this.get(id) as EpisodeRecord;
  }

  put(record: EpisodeRecord): 'added' | 'present' {
    checkEpisodeId(record);
    const bytes = recordBytes(record);
    if (this.#episodes.holds(record.id, bytes.recordDigest)) return 'present';
    for (const digest of blobsOf(record)) if (!this.#blobs.has(digest)) throw unknownBlob(digest);
    const writer = this.#ownSegment();
    this.#episodes.add(record.id, bytes.recordDigest, { fd: writer.fd, ...writer.append(bytes) });
    this.#added += 1;
    if (this.#added % CHECKPOINT === 0) this.#checkpoint('open');
    return 'added';
  }

  /** The segment of this session, begun with its first episode. */
  #ownSegment(): SegmentWriter {
    if (!this.#release) {
      throw new MeasurandError('archive-read-only', 'the archive was opened for reading', {
        kind: 'failed',
        file: this.location,
      });
    }
    if (!this.#writer) {
      const last = Math.max(0, ...segmentNames(this.location).map(Number));
      const name = String(last + 1).padStart(3, '0');
      this.#writer = new SegmentWriter(name, this.#segmentFile(name));
    }
    return this.#writer;
  }

  putBlob(content: string | Uint8Array): string {
    return guardedWrite(this.location, () => this.#blobs.put(content));
  }

  blob(digest: string): Uint8Array {
    return this.#blobs.read(digest);
  }

  root(): string {
    return this.#episodes.root();
  }

  #writeManifest(state: Manifest['state']): void {
    writeManifest(this.location, {
      format: 'measurand.archive/1',
      state,
      episodes: this.size,
      root: state === 'closed' ? this.root() : null,
      segments: this.#writer ? [...this.#checkpoints, this.#writer.state] : this.#checkpoints,
    });
  }

  #checkpoint(state: Manifest['state']): void {
    guardedWrite(this.location, () => {
      this.#blobs.sync();
      this.#writer?.sync();
      this.#writeManifest(state);
    });
  }

  #giveUp(): void {
    this.#closed = true;
    for (const fd of this.#readers.splice(0)) closeSync(fd);
    this.#writer?.close();
    this.#writer = undefined;
    this.#release?.();
    this.#release = undefined;
  }

  close(): void {
    if (this.#release) {
      this.#checkpoint('closed');
      appendSession(this.location, this.#opened, this.#added);
    }
    this.#giveUp();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function segmentNames(folder: string): readonly string[] {
  const segments = join(folder, 'segments');
  if (!existsSync(segments)) return [];
  return readdirSync(segments)
    .filter((file) => /^\d{3,}\.jsonl$/.test(file))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .sort((a, b) => Number(a) - Number(b));
}

const isArchive = (folder: string): boolean =>
  existsSync(join(folder, 'manifest.json')) || segmentNames(folder).length > 0;

/**
 * Opens an archive for writing; begins a new one when the folder is empty or does not exist.
 *
 * @throws MeasurandError `not-an-archive`, `archive-locked`, `archive-corrupt`, `unsupported-format`
 */
export function openArchive(folder: string): FolderArchive {
  const others = existsSync(folder) && readdirSync(folder).some((name) => !/^(lock|segments)/.test(name));
  if (others && !isArchive(folder)) {
    throw new MeasurandError('not-an-archive', 'the folder holds files but no archive', {
      file: folder,
      next: 'Name an empty or new folder',
    });
  }
  return new FolderArchive(folder, 'write');
}

/**
 * Opens an archive for reading only: takes no lock and mends nothing.
 *
 * @throws MeasurandError `not-an-archive`, `archive-corrupt`, `unsupported-format`
 */
export function readArchive(folder: string): FolderArchive {
  if (!isArchive(folder)) {
    throw new MeasurandError('not-an-archive', 'there is no archive here', {
      file: folder,
      next: 'Name a folder that `measurand run --archive` made',
    });
  }
  return new FolderArchive(folder, 'read');
}
