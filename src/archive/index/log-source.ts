import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { segmentFile } from '../layout.ts';
import { logLines } from '../log-lines.ts';

const LONE_SURROGATE = Buffer.from('\\ud');
/** Escapes one after the other, so that an escaped backslash is not taken for the beginning of one. */
const ESCAPE = /\\(u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g;

/** Canonical JSON escapes a surrogate only when it stands alone; the database reads no such text. */
function withoutLoneSurrogates(line: Buffer): Buffer {
  if (!line.includes(LONE_SURROGATE)) return line;
  const text = line
    .toString('utf8')
    .replace(ESCAPE, (all, code: string) => (code.length > 1 ? '\\ufffd' : all));
  return Buffer.from(text);
}

/** Whether the database can read a file as it stands: to its very end, and every character of it. */
function isReadable(fd: number, file: string, bytes: number): boolean {
  let end = 0;
  for (const line of logLines(fd, file, 0)) {
    if (line.bytes.includes(LONE_SURROGATE)) return false;
    end = line.offset + line.bytes.length + 1;
  }
  return end === bytes;
}

function copyLines(fd: number, file: string, bytes: number, to: string): void {
  const out = openSync(to, 'w');
  try {
    for (const line of logLines(fd, file, 0)) {
      if (line.offset >= bytes) break;
      writeSync(out, Buffer.concat([withoutLoneSurrogates(line.bytes), Buffer.from('\n')]));
    }
  } finally {
    closeSync(out);
  }
}

/**
 * Files from which the database can read the log: the segments themselves where they are finished, otherwise a copy of
 * what has been checked, in which a lone surrogate is U+FFFD.
 */
export function logSource(
  folder: string,
  segments: readonly { readonly name: string; readonly bytes: number }[],
  isClosed: boolean,
  scratch: string,
): readonly string[] {
  return segments.map(({ name, bytes }) => {
    const file = segmentFile(folder, name);
    const fd = openSync(file, 'r');
    try {
      if (isClosed && isReadable(fd, file, bytes)) return file;
      const copy = join(scratch, `${name}.jsonl`);
      copyLines(fd, file, bytes, copy);
      return copy;
    } finally {
      closeSync(fd);
    }
  });
}
