import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import { BlobIndex, type BlobPlace } from './blob-index.ts';
import { packFile } from './layout.ts';
import { readBytes } from './log-lines.ts';
import { unknownBlob } from './memory.ts';
import { blockLength, MOST_BLOBS, readBlock, unpackBlock } from './pack-format.ts';
import { PackWriter } from './pack-writer.ts';
import { guardedWrite } from './write-guard.ts';

/** Waiting blobs of more bytes than this are written without waiting for their record. */
const MOST_WAITING = 4 << 20;
/** Most blocks are smaller, so that one read gets them. */
const FIRST_READ = 16 * 1024;

/** The blobs of an archive: those in all packs, and those that wait to be written with the next record. */
export class BlobStore {
  readonly #folder: string;
  readonly #index: BlobIndex;
  #refreshed = false;
  #waiting = new Map<string, Uint8Array>();
  #waitingBytes = 0;
  #own: { readonly writer: PackWriter; readonly pack: number } | undefined;
  #last: { readonly place: string; readonly contents: ReadonlyMap<string, Buffer> } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#index = new BlobIndex(folder);
  }

  has(digest: string): boolean {
    if (this.#waiting.has(digest)) return true;
    if (!this.#refreshed) this.refresh();
    return this.#index.has(digest);
  }

  /** Takes in what other writers have added. */
  refresh(): void {
    this.#index.refresh();
    this.#refreshed = true;
  }

  /** Keeps bytes in memory until the next {@link flush}. */
  put(content: string | Uint8Array, name: string): string {
    const digest = sha256(content);
    if (this.has(digest)) return digest;
    const bytes = Buffer.from(content);
    this.#waiting.set(digest, bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MOST_WAITING || this.#waiting.size >= MOST_BLOBS) this.flush(name);
    return digest;
  }

  /**
   * Hands what waits to the operating system, as one block of the pack `name`.
   *
   * @throws MeasurandError `archive-write`; what waits goes on waiting
   */
  flush(name: string): void {
    if (this.#waiting.size === 0) return;
    this.#own ??= this.#begin(name);
    const offset = this.#own.writer.append(this.#waiting);
    this.#index.add(this.#own.pack, offset, [...this.#waiting.keys()]);
    this.#waiting = new Map();
    this.#waitingBytes = 0;
  }

  #begin(name: string): { readonly writer: PackWriter; readonly pack: number } {
    const file = packFile(this.#folder, name);
    const writer = guardedWrite(file, () => {
      mkdirSync(join(this.#folder, 'blobs'), { recursive: true });
      return new PackWriter(file);
    });
    return { writer, pack: this.#index.own(name, writer.fd) };
  }

  /** Bytes of this writer's own pack. */
  get ownBytes(): number {
    return this.#own?.writer.bytes ?? 0;
  }

  /** @throws MeasurandError `unknown-blob`, or `archive-corrupt` when a pack does not hold what it should */
  read(digest: string): Uint8Array {
    const waiting = this.#waiting.get(digest);
    if (waiting) return waiting;
    const place = this.#find(digest);
    if (!place) throw this.#unknown(digest);
    const content = this.#contents(place)?.get(digest);
    if (!content) throw corruptBlob(packFile(this.#folder, place.name), digest);
    return content;
  }

  /** A blob that was added by another writer since the packs were looked through is found too. */
  #find(digest: string): BlobPlace | undefined {
    if (!this.#refreshed) this.refresh();
    const place = this.#index.place(digest);
    if (place) return place;
    this.refresh();
    return this.#index.place(digest);
  }

  #contents({ fd, name, offset }: BlobPlace): ReadonlyMap<string, Buffer> | undefined {
    const place = `${name}:${offset}`;
    if (this.#last?.place === place) return this.#last.contents;
    const first = readBytes(fd, offset, FIRST_READ);
    const length = blockLength(first) ?? 0;
    const bytes = length <= first.length ? first : readBytes(fd, offset, length);
    if (length === 0 || bytes.length < length) return undefined;
    const contents = unpackBlock(readBlock(bytes));
    if (contents) this.#last = { place, contents };
    return contents;
  }

  #unknown(digest: string): MeasurandError {
    const damaged = this.#index.damaged();
    return damaged === undefined ? unknownBlob(digest) : corruptBlob(packFile(this.#folder, damaged), digest);
  }

  /** Whether the bytes are there and are those of the digest. */
  intact(digest: string): boolean {
    try {
      this.read(digest);
      return true;
    } catch (error) {
      if (error instanceof MeasurandError) return false;
      throw error;
    }
  }

  /** Waits until what was written is on the disk. */
  sync(): void {
    this.#own?.writer.sync();
  }

  close(): void {
    this.#own?.writer.close();
    this.#own = undefined;
    this.#index.close();
  }
}

function corruptBlob(file: string, digest: string): MeasurandError {
  return new MeasurandError('archive-corrupt', 'the pack does not hold the bytes of a blob', {
    kind: 'failed',
    file,
    record: digest,
    next: 'Restore the file from a copy, or run the episodes that name it again in a new archive',
  });
}
