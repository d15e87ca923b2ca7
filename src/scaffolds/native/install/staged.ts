import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const UNFINISHED = '.install-';

/** Removes what an interrupted installation left. Only under the lock: there the owner can no longer be at work. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Makes a folder in one step: `fill` fills a hidden one beside it, which then takes its name. Interrupted at any
 * moment, the folder is either not there or whole.
 */
export async function staged(folder: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  sweep(parent);
  const temporary = mkdtempSync(join(parent, `${UNFINISHED}${basename(folder)}-`));
  try {
    await fill(temporary);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
