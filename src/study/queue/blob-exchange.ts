import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);
const MOST_BYTES = 256 * 1024 * 1024;

/** Where blobs pass from workers to the one who collects, when they shall not pass through the queue server. */
export interface BlobExchange {
  put(digest: string, text: string): Promise<void>;
  /** Undefined when there is none, or when the bytes are not those of the digest. */
  get(digest: string): Promise<string | undefined>;
}

/**
 * A folder that every machine sees under some path: `ab/cdef…` holds the deflated bytes whose SHA-256 is `abcdef…`.
 * Files are written aside and renamed, so that any number of writers may write the same one.
 *
 * @throws MeasurandError `blob-exchange` when a blob cannot be written
 */
export function folderExchange(folder: string): BlobExchange {
  const root = resolve(folder);
  const path = (digest: string): string => join(root, digest.slice(0, 2), digest.slice(2));
  return {
    async put(digest, text) {
      const file = path(digest);
      try {
        if (await stat(file).catch(() => undefined)) return;
        await mkdir(dirname(file), { recursive: true });
        const aside = `${file}.${randomUUID()}`;
        await writeFile(aside, await pack(text));
        await rename(aside, file);
      } catch (cause) {
        throw new MeasurandError(
          'blob-exchange',
          `a blob could not be written: ${(cause as Error).message}`,
          {
            kind: 'apparatus',
            file,
            next: 'Mend the cause (space, permissions), then start again what stopped: it continues',
            cause,
          },
        );
      }
    },
    async get(digest) {
      try {
        const text = (await unpack(await readFile(path(digest)), { maxOutputLength: MOST_BYTES })).toString(
          'utf8',
        );
        return sha256(text) === digest ? text : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
