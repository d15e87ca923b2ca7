import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packFile, segmentFile, segmentNames } from '../layout.ts';
import type { Manifest } from '../manifest.ts';

/** Where what is computed from an archive lies, covered by no digest of the archive: it can be deleted at any time. */
export const indexHome = (archiveFolder: string): string => join(archiveFolder, 'index');

/** The root of a closed archive whose files have the lengths that it says; nothing otherwise. */
export function settledRoot(folder: string, manifest: Manifest | undefined): string | undefined {
  if (manifest?.state !== 'closed' || manifest.root === null) return undefined;
  const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);
  const isSettled =
    segmentNames(folder).length === manifest.segments.length &&
    manifest.segments.every(
      ({ name, bytes, packBytes }) =>
        sizeOf(segmentFile(folder, name)) === bytes && sizeOf(packFile(folder, name)) === packBytes,
    );
  return isSettled ? manifest.root : undefined;
}

/** What begins the name of something that is not finished. */
export const BUILDING = 'building-';

/** Takes away what was computed for earlier roots, and leaves alone what is being built. */
export function dropOthers(archiveFolder: string, root: string): void {
  const home = indexHome(archiveFolder);
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home)) {
    if (!(name.startsWith(BUILDING) || name.includes(root))) {
      rmSync(join(home, name), { recursive: true, force: true });
    }
  }
}
