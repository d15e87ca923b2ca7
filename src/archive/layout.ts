import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names of segments: digits, so that they sort by number and cannot lead out of the folder. */
export const SEGMENT_NAME = /^\d{3,}$/;

/** `segments/NNN.jsonl`: the episode log of one writer's session. */
export function segmentFile(folder: string, name: string): string {
  return join(folder, 'segments', `${name}.jsonl`);
}

/** `blobs/NNN.pack`: the blobs that the same session added. */
export function packFile(folder: string, name: string): string {
  return join(folder, 'blobs', `${name}.pack`);
}

/** Held by the writer of a segment for as long as it lives. */
export function segmentLock(folder: string, name: string): string {
  return join(folder, 'segments', `${name}.lock`);
}

function namesIn(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending) && SEGMENT_NAME.test(file.slice(0, -ending.length)))
    .map((file) => file.slice(0, -ending.length))
    .sort((a, b) => Number(a) - Number(b));
}

/** Segments that have a log, in order of their number. */
export function segmentNames(folder: string): readonly string[] {
  return namesIn(join(folder, 'segments'), '.jsonl');
}

/** Segments that have a lock, of a living writer or of a dead one. */
export function lockedNames(folder: string): readonly string[] {
  return namesIn(join(folder, 'segments'), '.lock');
}

/** Segments that have blobs. */
export function packNames(folder: string): readonly string[] {
  return namesIn(join(folder, 'blobs'), '.pack');
}

/** Whether the folder holds an archive, of whatever state. */
export function isArchive(folder: string): boolean {
  return existsSync(join(folder, 'manifest.json')) || segmentNames(folder).length > 0;
}
