import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncPath } from './blob-store.ts';
import type { SegmentState } from './segment-reader.ts';

/**
 * Takes off what a writer that died left half done at the end of its segment. The bytes are kept under `torn/`, since
 * an archive loses nothing, and a whole line that lacks only its line end is given one.
 *
 * @returns bytes of the segment afterwards
 */
export function mendTail(folder: string, name: string, file: string, state: SegmentState): number {
  if (state.torn !== undefined) {
    const torn = join(folder, 'torn');
    mkdirSync(torn, { recursive: true });
    writeFileSync(join(torn, `${name}-${state.bytes}`), readFileSync(file).subarray(state.bytes));
    truncateSync(file, state.bytes);
  }
  if (state.endMissing) appendFileSync(file, '\n');
  if (state.torn !== undefined || state.endMissing) syncPath(file);
  return state.bytes + (state.endMissing ? 1 : 0);
}
