import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FoundHarness } from '../install/find.ts';
import { REFERENCE_VERSION } from './adapter.ts';

const PROGRAM = fileURLToPath(new URL('./program/reference.mjs', import.meta.url));

/** How far the package stands above this file, here as in what is published. */
const LEVELS_UP = 6;

/**
 * The folder that holds the program with all that it imports: of an installed package the one above `node_modules`, since
 * its dependencies stand beside it there.
 */
function folderOfPackages(): string {
  const own = PROGRAM.split(sep).slice(0, -LEVELS_UP).join(sep);
  const parts = dirname(own).split(sep);
  const at = parts.indexOf('node_modules');
  return at > 0 ? parts.slice(0, at).join(sep) : own;
}

/** The reference harness, ready to start: it comes with Measurand and needs no installation. */
export function foundReference(): FoundHarness {
  return {
    id: 'reference',
    version: REFERENCE_VERSION,
    source: 'given',
    command: [process.execPath, PROGRAM],
    programs: [folderOfPackages()],
  };
}
