import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LARGEST_BLOB = 256 << 20;

/** Bytes that a log keeps beside itself as `blobs/<two digits>/<rest>`; undefined where they are not there. */
export function blobBeside(path: string, digest: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
  const file = join(dirname(path), 'blobs', digest.slice(0, 2), digest.slice(2));
  try {
    return statSync(file).size > LARGEST_BLOB ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}
