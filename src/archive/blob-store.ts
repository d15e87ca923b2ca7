import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import { unknownBlob } from './memory.ts';

/** A blob larger than this is refused on reading, so that a forged archive cannot fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;

/** `blobs/ab/cdef….gz`: gzip of the bytes whose SHA-256 is `abcdef…`. Each file is written aside and renamed into place. */
export class BlobStore {
  readonly #folder: string;
  readonly #known = new Set<string>();
  /** Written since the last `sync`. */
  #unsynced: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(digest: string): string {
    if (!DIGEST.test(digest)) throw unknownBlob(digest);
    return join(this.#folder, digest.slice(0, 2), `${digest.slice(2)}.gz`);
  }

  has(digest: string): boolean {
    return this.#known.has(digest) || existsSync(this.#path(digest));
  }

  put(content: string | Uint8Array): string {
    const digest = sha256(content);
    if (this.has(digest)) return digest;
    const path = this.#path(digest);
    const aside = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(aside, gzipSync(content, { level: 6 }));
    renameSync(aside, path);
    this.#known.add(digest);
    this.#unsynced.push(path);
    return digest;
  }

  /** @throws MeasurandError `unknown-blob`, or `archive-corrupt` when the file does not hold the bytes of its name */
  read(digest: string): Uint8Array {
    const file = this.#path(digest);
    if (!existsSync(file)) throw unknownBlob(digest);
    const content = unzip(file, digest);
    if (sha256(content) !== digest) throw corruptBlob(file, digest);
    return content;
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
    const folders = new Set(this.#unsynced.map(dirname));
    for (const path of [...this.#unsynced, ...folders]) syncPath(path);
    this.#unsynced = [];
  }
}

function unzip(file: string, digest: string): Uint8Array {
  try {
    return gunzipSync(readFileSync(file), { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    throw corruptBlob(file, digest, cause);
  }
}

function corruptBlob(file: string, digest: string, cause?: unknown): MeasurandError {
  return new MeasurandError('archive-corrupt', 'the blob does not hold the bytes of its digest', {
    kind: 'failed',
    file,
    record: digest,
    next: 'Restore the file from a copy, or run the episodes that name it again in a new archive',
    cause,
  });
}

/** Flushes a file or folder to the disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
