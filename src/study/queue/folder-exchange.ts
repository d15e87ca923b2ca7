import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BlobExchange, exchangeFailed, packBlob, placeOf, unpackBlob } from './blob-exchange.ts';

/**
 * A folder that every machine sees under some path: `ab/cdef…` holds the deflated bytes whose SHA-256 is `abcdef…`.
 * Files are written aside and renamed, so that any number of writers may write the same one.
 */
export function folderExchange(folder: string): BlobExchange {
  const root = resolve(folder);
  return {
    async put(digest, text) {
      const file = join(root, placeOf(digest));
      try {
        if (await stat(file).catch(() => undefined)) return;
        await mkdir(dirname(file), { recursive: true });
        const aside = `${file}.${randomUUID()}`;
        await writeFile(aside, await packBlob(text));
        await rename(aside, file);
      } catch (cause) {
        throw exchangeFailed(`a blob could not be written: ${(cause as Error).message}`, file, cause);
      }
    },
    async get(digest) {
      const packed = await readFile(join(root, placeOf(digest))).catch(() => undefined);
      return packed && (await unpackBlob(digest, packed));
    },
  };
}
