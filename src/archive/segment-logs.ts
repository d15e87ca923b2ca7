import { closeSync, existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MeasurandError } from '../core/errors.ts';
import type { BlobStore } from './blob-store.ts';
import { type OnDamage, refuseDamage } from './damage.ts';
import { blobsOf } from './episode-digests.ts';
import { mendPack, mendSegment } from './heal.ts';
import type { HeldEpisodes } from './held-episodes.ts';
import { packFile, segmentFile, segmentNames } from './layout.ts';
import { openLog } from './log-lines.ts';
import { type Checkpoint, type Manifest, readManifest, syncPath } from './manifest.ts';
import { readSegment, type SegmentLine, type SegmentState, segmentStart } from './segment-reader.ts';
import { clearDeadLocks, livingWriters } from './session.ts';

/** A segment that is read here. */
interface OpenSegment {
  readonly name: string;
  readonly fd: number;
  state: SegmentState;
}

export interface SegmentLogsOptions {
  /** Of the archive; an absolute path. */
  readonly folder: string;
  /** Where the episodes of the segments go. */
  readonly held: HeldEpisodes;
  readonly blobs: BlobStore;
  /** Where what was found and mended is told. */
  readonly remarks: string[];
  /** @default damage is refused */
  readonly listener: OnDamage | undefined;
}

/** How far a segment that is read here holds. */
export interface SegmentExtent {
  readonly name: string;
  readonly records: number;
  /** Of its lines. */
  readonly bytes: number;
}

/**
 * The segments of an archive that other sessions wrote, or write now: each is read on from where it was last read. On
 * behalf of a writer, what sessions that died left half done is mended.
 */
export class SegmentLogs {
  readonly #options: SegmentLogsOptions;
  readonly #onDamage: OnDamage;
  readonly #segments: OpenSegment[] = [];

  constructor(options: SegmentLogsOptions) {
    this.#options = options;
    const { folder, listener } = options;
    this.#onDamage = listener ?? ((damage) => refuseDamage({ ...damage, file: join(folder, damage.file) }));
  }

  /** The manifest; undefined when there is none, or one that is damaged and about which the listener has heard. */
  manifest(): Manifest | undefined {
    try {
      return readManifest(this.#options.folder);
    } catch (error) {
      if (!(error instanceof MeasurandError && error.code === 'archive-corrupt')) throw error;
      this.#onDamage({ file: 'manifest.json', what: error.message });
      return undefined;
    }
  }

  /**
   * Takes in what is new in every segment.
   *
   * @param own the segment of the writer on whose behalf this is done, which it knows itself
   */
  load(manifest: Manifest | undefined, own?: string): void {
    const { folder, remarks } = this.#options;
    const names = segmentNames(folder);
    if (own !== undefined && !manifest && names.length > 0) {
      remarks.push('The manifest was missing; it is rebuilt');
    }
    const safe = new Map((manifest?.segments ?? []).map((segment) => [segment.name, segment]));
    const living = new Set(livingWriters(folder, own));
    for (const name of new Set([...safe.keys(), ...names])) {
      if (name === own) continue;
      const isLiving = living.has(name);
      const mends = own !== undefined && !isLiving;
      if (mends) mendPack(folder, name, safe.get(name)?.packBytes ?? 0);
      const segment = this.#open(name);
      if (!segment) continue;
      const state = this.#read(segment, safe.get(name), isLiving);
      segment.state = mends ? this.#mended(name, state, safe.get(name)) : state;
    }
    if (own !== undefined) clearDeadLocks(folder, new Set([...living, own]));
  }

  #open(name: string): OpenSegment | undefined {
    const known = this.#segments.find((segment) => segment.name === name);
    if (known) return known;
    const file = segmentFile(this.#options.folder, name);
    if (!existsSync(file)) {
      this.#onDamage({ file: this.#relative(name), what: 'the segment is missing' });
      return undefined;
    }
    const segment = { name, fd: openLog(file), state: segmentStart(name) };
    this.#segments.push(segment);
    return segment;
  }

  #read({ name, fd, state }: OpenSegment, safe: Checkpoint | undefined, isLiving: boolean): SegmentState {
    const { blobs, remarks } = this.#options;
    const read = readSegment(
      {
        file: this.#relative(name),
        fd,
        safeBytes: safe?.bytes ?? 0,
        safeRecords: safe?.records ?? 0,
        blobsIntact: (record) => blobsOf(record).every((digest) => blobs.intact(digest)),
        onDamage: this.#onDamage,
      },
      state,
      (line) => this.#take(line, name, fd),
    );
    if (read.torn !== undefined && !isLiving) remarks.push(`${name}.jsonl: set aside ${read.torn}`);
    return read;
  }

  #take({ id, recordDigest, offset, length, line }: SegmentLine, name: string, fd: number): void {
    const { held, listener } = this.#options;
    try {
      if (!held.digests.holds(id, recordDigest)) held.add(id, recordDigest, { fd, offset, length });
    } catch (error) {
      if (!(listener && error instanceof MeasurandError)) throw error;
      const what = 'the episode stands before this line with other contents';
      listener({ file: this.#relative(name), line, offset, episodes: [id], what });
    }
  }

  /** What the dead left is put in order, flushed, and nobody's any more. */
  #mended(name: string, state: SegmentState, safe: Checkpoint | undefined): SegmentState {
    const { folder } = this.#options;
    const file = segmentFile(folder, name);
    const mended = mendSegment(folder, file, state);
    if (mended.bytes > (safe?.bytes ?? 0)) {
      syncPath(file);
      if (existsSync(packFile(folder, name))) syncPath(packFile(folder, name));
    }
    return mended;
  }

  #relative(name: string): string {
    const { folder } = this.#options;
    return relative(folder, segmentFile(folder, name));
  }

  /** Every segment with the lines and bytes of it that were read and hold. */
  extents(): readonly SegmentExtent[] {
    return this.#segments.map(({ name, state: { records, bytes } }) => ({ name, records, bytes }));
  }

  /** For the manifest, every segment but those that somebody is still writing to. */
  checkpoints(living: ReadonlySet<string>): readonly Checkpoint[] {
    return this.#segments
      .filter(({ name }) => !living.has(name))
      .map(({ name, state: { records, bytes, head } }) => {
        const pack = packFile(this.#options.folder, name);
        return { name, records, bytes, head, packBytes: existsSync(pack) ? statSync(pack).size : 0 };
      });
  }

  close(): void {
    for (const { fd } of this.#segments) closeSync(fd);
    this.#segments.length = 0;
  }
}
