import { openSync, readSync } from 'node:fs';
import { MeasurandError } from '../core/errors.ts';

const CHUNK = 1 << 20;
/** A longer line is no episode of ours. */
const LONGEST_LINE = 16 << 20;
const LINE_FEED = 10;

export interface LogLine {
  /** Without the line end. Valid until the next line is asked for. */
  readonly bytes: Buffer;
  /** Byte offset of its first byte. */
  readonly offset: number;
  /** False for a last line that has no line end. */
  readonly ended: boolean;
}

/** The lines of an open file from `start` on, reading a bounded part of it at a time. */
export function* logLines(fd: number, file: string, start: number): Iterable<LogLine> {
  let pending = Buffer.alloc(0);
  let offset = start;
  for (let position = start; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(fd, chunk, 0, CHUNK, position);
    position += read;
    let searched = pending.length;
    pending =
      pending.length === 0 ? chunk.subarray(0, read) : Buffer.concat([pending, chunk.subarray(0, read)]);
    let from = 0;
    for (
      let end = pending.indexOf(LINE_FEED, searched);
      end >= 0;
      end = pending.indexOf(LINE_FEED, searched)
    ) {
      yield { bytes: pending.subarray(from, end), offset, ended: true };
      offset += end + 1 - from;
      from = end + 1;
      searched = from;
    }
    pending = pending.subarray(from);
    if (pending.length > LONGEST_LINE) {
      throw new MeasurandError('archive-corrupt', `a line holds more than ${LONGEST_LINE} bytes`, {
        kind: 'failed',
        file,
      });
    }
    if (read === 0) break;
  }
  if (pending.length > 0) yield { bytes: pending, offset, ended: false };
}

/** Some bytes of an open file; fewer at its end. */
export function readBytes(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readSync(fd, bytes, done, length - done, offset + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}

/** @throws MeasurandError `archive-corrupt` when there is no such file */
export function openLog(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    throw new MeasurandError('archive-corrupt', 'the segment cannot be read', {
      kind: 'failed',
      file,
      cause,
    });
  }
}
