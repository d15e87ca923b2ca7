import { closeSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { EpisodeArchive } from './archive.ts';
import { BlobStore } from './blob-store.ts';
import { ENVELOPE_LENGTH, recordBytes } from './chain.ts';
import { type Damage, type OnDamage, refuseDamage } from './damage.ts';
import { blobsOf, checkEpisodeId, EpisodeDigests } from './episode-digests.ts';
import { mendPack, mendSegment } from './heal.ts';
import { isArchive, packFile, segmentFile, segmentNames } from './layout.ts';
import { underLock } from './lock.ts';
import { openLog, readBytes } from './log-lines.ts';
import { type Checkpoint, type Manifest, readManifest, syncPath, writeManifest } from './manifest.ts';
import { unknownBlob } from './memory.ts';
import { heldRecord } from './record-facts.ts';
import { readSegment, type SegmentLine, type SegmentState, segmentStart } from './segment-reader.ts';
import { SegmentWriter } from './segment-writer.ts';
import { clearDeadLocks, enter, livingWriters, type Session, type Writers } from './session.ts';
import { appendSession } from './timing.ts';
import { guardedWrite } from './write-guard.ts';

/** Episodes between two checkpoints: what a power cut (not a killed process) can cost, and no more. */
const CHECKPOINT = 256;

/** A segment that is read here. */
interface OpenSegment {
  readonly name: string;
  readonly fd: number;
  state: SegmentState;
}

/** How an archive is opened: by a writer, or to be read, which takes no lock and mends nothing. */
export type OpenMode = { readonly writers: Writers } | { readonly onDamage: OnDamage | undefined };

/**
 * An archive in a folder: `segments/NNN.jsonl` and `blobs/NNN.pack`, one of each for a writer's session; `manifest.json`;
 * `timing.json`.
 *
 * Blobs and then the line are handed to the operating system as soon as an episode ends, in one write each, so a killed
 * process loses nothing. Every 256 episodes, and on closing, pack, segment and manifest are flushed to the disk in this
 * order; after a power cut, what is past the last checkpoint and did not arrive is set aside on opening, and run again.
 */
export class FolderArchive implements EpisodeArchive {
  readonly location: string;
  readonly remarks: string[] = [];
  readonly #episodes = new EpisodeDigests();
  /** Where the line of an episode is, by slot: which of `#segments`, its first byte and its length. */
  readonly #segmentOf: number[] = [];
  readonly #offsetOf: number[] = [];
  readonly #lengthOf: number[] = [];
  readonly #segments: OpenSegment[] = [];
  readonly #blobs: BlobStore;
  readonly #listener: OnDamage | undefined;
  readonly #onDamage: OnDamage;
  readonly #shared: boolean;
  readonly #opened = new Date();
  #session: Session | undefined;
  #writer: { readonly log: SegmentWriter; readonly at: number } | undefined;
  #added = 0;
  #failed = false;
  #closed = false;

  /** Use {@link openArchive} or {@link readArchive}. */
  constructor(folder: string, mode: OpenMode) {
    this.location = resolve(folder);
    this.#blobs = new BlobStore(this.location);
    this.#listener = 'onDamage' in mode ? mode.onDamage : undefined;
    this.#onDamage =
      this.#listener ?? ((damage) => refuseDamage({ ...damage, file: join(this.location, damage.file) }));
    this.#shared = 'writers' in mode && mode.writers === 'many';
    try {
      if ('writers' in mode) this.#enter(mode.writers);
      else this.#load(this.#manifest());
    } catch (error) {
      this.#giveUp();
      throw error;
    }
  }

  #enter(writers: Writers): void {
    guardedWrite(this.location, () => {
      mkdirSync(join(this.location, 'segments'), { recursive: true });
      this.#session = enter(this.location, writers);
      this.#underManifestLock(() => {
        const manifest = this.#manifest();
        this.#load(manifest);
        this.#writeManifest('open', manifest);
      });
    });
  }

  #underManifestLock<T>(action: () => T): T {
    return underLock(join(this.location, 'manifest.lock'), action);
  }

  #manifest(): Manifest | undefined {
    try {
      return readManifest(this.location);
    } catch (error) {
      if (!(error instanceof MeasurandError && error.code === 'archive-corrupt')) throw error;
      this.#onDamage({ file: 'manifest.json', what: error.message });
      return undefined;
    }
  }

  /** Takes in every segment but one's own, from where it was last read. */
  #load(manifest: Manifest | undefined): void {
    const names = segmentNames(this.location);
    if (this.#session && !manifest && names.length > 0) {
      this.remarks.push('The manifest was missing; it is rebuilt');
    }
    const safe = new Map((manifest?.segments ?? []).map((segment) => [segment.name, segment]));
    const living = new Set(livingWriters(this.location, this.#session?.name));
    for (const name of new Set([...safe.keys(), ...names])) {
      if (this.#writer && name === this.#session?.name) continue;
      this.#loadSegment(name, safe.get(name), living.has(name));
    }
    if (this.#session) clearDeadLocks(this.location, new Set([...living, this.#session.name]));
  }

  #loadSegment(name: string, safe: Checkpoint | undefined, isLiving: boolean): void {
    const mends = this.#session !== undefined && !isLiving;
    if (mends) mendPack(this.location, name, safe?.packBytes ?? 0);
    const segment = this.#openSegment(name);
    if (!segment) return;
    const at = this.#segments.indexOf(segment);
    const { torn, ...state } = readSegment(
      {
        file: this.#relative(segmentFile(this.location, name)),
        fd: segment.fd,
        safeBytes: safe?.bytes ?? 0,
        safeRecords: safe?.records ?? 0,
        blobsIntact: (record) => blobsOf(record).every((digest) => this.#blobs.intact(digest)),
        onDamage: this.#onDamage,
      },
      segment.state,
      (line) => this.#take(line, at, name),
    );
    if (torn !== undefined && !isLiving) this.remarks.push(`${name}.jsonl: set aside ${torn}`);
    segment.state = mends
      ? this.#mended(name, { ...state, ...(torn === undefined ? {} : { torn }) }, safe)
      : state;
  }

  /** What the dead left is put in order, flushed, and nobody's any more. */
  #mended(name: string, state: SegmentState, safe: Checkpoint | undefined): SegmentState {
    const file = segmentFile(this.location, name);
    const mended = mendSegment(this.location, file, state);
    if (mended.bytes > (safe?.bytes ?? 0)) {
      syncPath(file);
      if (existsSync(packFile(this.location, name))) syncPath(packFile(this.location, name));
    }
    return mended;
  }

  #openSegment(name: string): OpenSegment | undefined {
    const known = this.#segments.find((segment) => segment.name === name);
    if (known) return known;
    const file = segmentFile(this.location, name);
    if (!existsSync(file)) {
      this.#onDamage({ file: this.#relative(file), what: 'the segment is missing' });
      return undefined;
    }
    const segment = { name, fd: openLog(file), state: segmentStart(name) };
    this.#segments.push(segment);
    return segment;
  }

  #relative(file: string): string {
    return relative(this.location, file);
  }

  #take({ id, recordDigest, offset, length, line }: SegmentLine, at: number, name: string): void {
    try {
      if (!this.#episodes.holds(id, recordDigest)) this.#add(id, recordDigest, at, offset, length);
    } catch (error) {
      if (!(this.#listener && error instanceof MeasurandError)) throw error;
      const file = this.#relative(segmentFile(this.location, name));
      const what = 'the episode stands before this line with other contents';
      this.#listener({ file, line, offset, episodes: [id], what });
    }
  }

  #add(id: string, digest: string, segment: number, offset: number, length: number): void {
    const slot = this.#episodes.add(id, digest);
    this.#segmentOf[slot] = segment;
    this.#offsetOf[slot] = offset;
    this.#lengthOf[slot] = length;
  }

  get size(): number {
    return this.#episodes.size;
  }

  has(id: string): boolean {
    return this.#episodes.slot(id) !== undefined;
  }

  get(id: string): EpisodeRecord | undefined {
    const slot = this.#episodes.slot(id);
    return slot === undefined ? undefined : heldRecord(this.recordBytes(slot));
  }

  *records(): Iterable<EpisodeRecord> {
    for (const slot of this.#episodes.ordered()) yield heldRecord(this.recordBytes(slot));
  }

  /**
   * The canonical JSON of the episode that arrived as number `slot`, from 0 to {@link size}: the fast way through a large
   * archive, since it follows the log.
   */
  recordBytes(slot: number): Buffer {
    if (this.#closed) throw new TypeError('The archive has been closed');
    const { fd } = this.#segments[this.#segmentOf[slot] as number] as OpenSegment;
    const length = (this.#lengthOf[slot] as number) - ENVELOPE_LENGTH - 1;
    return readBytes(fd, (this.#offsetOf[slot] as number) + ENVELOPE_LENGTH, length);
  }

  /** The id of the episode that arrived as number `slot`. */
  idAt(slot: number): string {
    return this.#episodes.id(slot);
  }

  /** Every segment with the lines and bytes of it that were read and hold. */
  get segments(): readonly { readonly name: string; readonly records: number; readonly bytes: number }[] {
    return this.#segments.map(({ name, state: { records, bytes } }) => ({ name, records, bytes }));
  }

  put(record: EpisodeRecord): 'added' | 'present' {
    checkEpisodeId(record);
    const bytes = recordBytes(record);
    if (this.#episodes.holds(record.id, bytes.recordDigest)) return 'present';
    for (const digest of blobsOf(record)) if (!this.#blobs.has(digest)) throw unknownBlob(digest);
    this.#write(() => {
      const { log, at } = this.#ownSegment();
      this.#blobs.flush(this.#own().name);
      const { offset, length } = log.append(bytes);
      this.#add(record.id, bytes.recordDigest, at, offset, length);
      this.#added += 1;
      if (this.#added % CHECKPOINT === 0) this.#checkpoint('open');
    });
    return 'added';
  }

  /** After a write that failed, closing must not try again: the first error is the one to tell. */
  #write<T>(action: () => T): T {
    this.#own();
    this.#failed = true;
    const result = guardedWrite(this.location, action);
    this.#failed = false;
    return result;
  }

  #own(): Session {
    if (this.#session) return this.#session;
    throw new MeasurandError('archive-read-only', 'the archive was opened for reading', {
      kind: 'failed',
      file: this.location,
    });
  }

  /** The segment of this session, begun with its first episode. */
  #ownSegment(): { readonly log: SegmentWriter; readonly at: number } {
    if (!this.#writer) {
      const { name } = this.#own();
      const log = new SegmentWriter(name, segmentFile(this.location, name));
      this.#segments.push({ name, fd: log.fd, state: segmentStart(name) });
      this.#writer = { log, at: this.#segments.length - 1 };
    }
    return this.#writer;
  }

  putBlob(content: string | Uint8Array): string {
    return this.#write(() => {
      const digest = this.#blobs.put(content, this.#own().name);
      if (this.#blobs.ownBytes > 0) this.#ownSegment();
      return digest;
    });
  }

  blob(digest: string): Uint8Array {
    return this.#blobs.read(digest);
  }

  /** Of all that this writer holds, and of what the others have written by now. */
  root(): string {
    if (this.#session && this.#shared && !this.#closed) this.#refresh();
    return this.#episodes.root();
  }

  #refresh(): void {
    this.#underManifestLock(() => this.#load(this.#manifest()));
  }

  #checkpointOf({ name, state: { records, bytes, head } }: OpenSegment): Checkpoint {
    const pack = packFile(this.location, name);
    return { name, records, bytes, head, packBytes: existsSync(pack) ? statSync(pack).size : 0 };
  }

  /** How far the own segment has been flushed, if it has begun. */
  #ownCheckpoint(): readonly Checkpoint[] {
    if (!this.#writer) return [];
    const { name } = this.#own();
    return [{ name, ...this.#writer.log.state, packBytes: this.#blobs.ownBytes }];
  }

  /** What living writers say of their own segments stands as they said it. */
  #writeManifest(state: Manifest['state'], before: Manifest | undefined): void {
    const living = new Set(livingWriters(this.location, this.#session?.name));
    const read = this.#segments.filter(({ name }) => name !== this.#session?.name && !living.has(name));
    const theirs = (before?.segments ?? []).filter(({ name }) => living.has(name));
    const all = [...read.map((segment) => this.#checkpointOf(segment)), ...theirs, ...this.#ownCheckpoint()];
    writeManifest(this.location, {
      format: 'measurand.archive/1',
      state,
      episodes: this.size,
      root: state === 'closed' ? this.#episodes.root() : null,
      segments: all.sort((a, b) => Number(a.name) - Number(b.name)),
    });
  }

  #flush(): void {
    const { name } = this.#own();
    this.#blobs.flush(name);
    if (this.#blobs.ownBytes > 0) this.#ownSegment();
    this.#blobs.sync();
    this.#writer?.log.sync();
  }

  #checkpoint(state: Manifest['state']): void {
    this.#flush();
    this.#underManifestLock(() => this.#writeManifest(state, this.#manifest()));
  }

  /** The last writer to leave takes in what the others wrote, and closes the archive. */
  #leave(): void {
    this.#flush();
    this.#underManifestLock(() => {
      const before = this.#manifest();
      if (this.#shared) this.#load(before);
      const isLast = livingWriters(this.location, this.#own().name).length === 0;
      this.#writeManifest(isLast ? 'closed' : 'open', before);
      appendSession(this.location, this.#opened, this.#added);
      this.#session?.release();
      this.#session = undefined;
    });
  }

  #giveUp(): void {
    this.#closed = true;
    const own = this.#writer?.at;
    for (const [at, { fd }] of this.#segments.entries()) if (at !== own) closeSync(fd);
    this.#segments.length = 0;
    this.#writer?.log.close();
    this.#writer = undefined;
    this.#blobs.close();
    this.#session?.release();
    this.#session = undefined;
  }

  close(): void {
    if (this.#closed) return;
    try {
      if (this.#session && !this.#failed) guardedWrite(this.location, () => this.#leave());
    } finally {
      this.#giveUp();
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

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
  const others =
    existsSync(folder) && readdirSync(folder).some((name) => !/^(lock|segments|manifest\.lock)/.test(name));
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
