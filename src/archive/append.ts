import { ftruncateSync, writeSync } from 'node:fs';
import { guardedWrite } from './write-guard.ts';

/**
 * Appends bytes to a file that holds `held` bytes. A write that fails half-way, as on a full disk, is taken back, so that
 * the file is as it was.
 *
 * @throws MeasurandError `archive-write`
 */
export function appendWhole(fd: number, file: string, bytes: Uint8Array, held: number): void {
  guardedWrite(file, () => {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    } catch (cause) {
      ftruncateSync(fd, held);
      throw cause;
    }
  });
}
