import { readFileSync } from 'node:fs';
import { z } from 'zod';

const KnownCells = z.record(
  z.string(),
  z.strictObject({ version: z.string(), cells: z.record(z.string(), z.string()) }),
);

/** What earlier hand-made measurements found, by harness; each holds for one version only. */
export type KnownCells = z.infer<typeof KnownCells>;

let read: KnownCells | undefined;

export function knownCells(): KnownCells {
  const file = new URL('../../../../data/probes/known-cells.json', import.meta.url);
  read ??= KnownCells.parse(JSON.parse(readFileSync(file, 'utf8')));
  return read;
}

/** The value that is known of a cell; undefined for another version, or where nobody looked. */
export function knownValue(harness: string, version: string, probe: string): string | undefined {
  const known = knownCells()[harness];
  return known?.version === version ? known.cells[probe] : undefined;
}
