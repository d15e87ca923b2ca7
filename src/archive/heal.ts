import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { packFile } from './layout.ts';
import { readBytes } from './log-lines.ts';
import { syncPath } from './manifest.ts';
import { packBlocks } from './pack-blocks.ts';
import type { SegmentState } from './segment-reader.ts';

/** Cuts a file at `bytes` and keeps what is cut off under `torn/`, since an archive loses nothing. */
function setAside(folder: string, file: string, bytes: number): void {
  const fd = openSync(file, 'r');
  try {
    const torn = join(folder, 'torn');
    mkdirSync(torn, { recursive: true });
    writeFileSync(
      join(torn, `${basename(file)}-${bytes}`),
      readBytes(fd, bytes, statSync(file).size - bytes),
    );
  } finally {
    closeSync(fd);
  }
  truncateSync(file, bytes);
}

/**
 * Takes off what a writer that died left half done at the end of its segment; a whole line that lacks only its line end
 * is given one.
 */
export function mendSegment(folder: string, file: string, state: SegmentState): SegmentState {
  if (state.torn !== undefined) setAside(folder, file, state.bytes);
  if (state.endMissing) appendFileSync(file, '\n');
  if (state.torn !== undefined || state.endMissing) syncPath(file);
  const { records, bytes, head, endMissing } = state;
  return { records, bytes: bytes + (endMissing ? 1 : 0), head, endMissing: false };
}

/**
 * Takes off what a writer that died left half done at the end of its pack, past the bytes that are known to have been on
 * the disk.
 */
export function mendPack(folder: string, name: string, safeBytes: number): void {
  const file = packFile(folder, name);
  if (!existsSync(file)) return;
  const cut = firstGap(file, safeBytes);
  if (cut === undefined) return;
  setAside(folder, file, cut);
  syncPath(file);
}

function firstGap(file: string, start: number): number | undefined {
  const fd = openSync(file, 'r');
  try {
    for (const part of packBlocks(fd, start)) if (part.kind === 'gap') return part.offset;
    return undefined;
  } finally {
    closeSync(fd);
  }
}
