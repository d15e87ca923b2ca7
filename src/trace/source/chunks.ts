import { closeSync, openSync, readSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';

const CHUNK_BYTES = 1 << 20;

/** The bytes of a file in order. Holds one piece at a time. */
export function* fileChunks(path: string): Generator<Uint8Array> {
  const descriptor = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The first bytes of a file, fewer where it is shorter. @throws MeasurandError `unreadable-file` */
export function firstBytes(path: string, count: number): Buffer {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(count);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, count, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw new MeasurandError('unreadable-file', 'cannot be read', { file: path, cause });
  }
}
