import { openSync, readSync } from 'node:fs';
import { MeasurandError } from '../core/errors.ts';

const CHUNK = 1 << 20;
/** A longer line is no episode of ours. */
const LONGEST_LINE = 16 << 20;
const LINE_FEED = 10;

export interface LogLine {
  readonly text: string;
  /** Byte offset of its first byte. */
  readonly offset: number;
  /** Bytes, without the line end. */
  readonly length: number;
  /** False for a last line that has no line end. */
  readonly ended: boolean;
}

/** The lines of an open file in order, reading a bounded part of it at a time. */
export function* logLines(fd: number, file: string): Iterable<LogLine> {
  let pending = Buffer.alloc(0);
  let offset = 0;
  let position = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(fd, chunk, 0, CHUNK, position);
    position += read;
    pending = Buffer.concat([pending, chunk.subarray(0, read)]);
    let end = pending.indexOf(LINE_FEED);
    while (end >= 0) {
      yield { text: pending.toString('utf8', 0, end), offset, length: end, ended: true };
      offset += end + 1;
      pending = pending.subarray(end + 1);
      end = pending.indexOf(LINE_FEED);
    }
    if (pending.length > LONGEST_LINE) {
      throw new MeasurandError('archive-corrupt', `a line holds more than ${LONGEST_LINE} bytes`, {
        kind: 'failed',
        file,
      });
    }
    if (read === 0) break;
  }
  if (pending.length > 0) {
    yield { text: pending.toString('utf8'), offset, length: pending.length, ended: false };
  }
}

/** The bytes of one line. */
export function readAt(fd: number, offset: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readSync(fd, bytes, done, length - done, offset + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.toString('utf8', 0, done);
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
