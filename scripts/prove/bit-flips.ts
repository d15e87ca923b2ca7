// 10,000 single-bit flips and truncations of an archive, one at a time: each must be found by verify, the damaged record
// named, and the rest read as it was. `npm run prove -- bit-flips`; --trials N for fewer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../src/core/random.ts';
import { type DamageTrial, damageOnce, fillArchive, knowArchive } from '../../test/samples/bit-flips.ts';

const { values } = parseArgs({ options: { trials: { type: 'string', default: '10000' } } });
const trials = Number(values.trials);
const seed = 20_261_130;

const folder = join(mkdtempSync(join(tmpdir(), 'measurand-flips-')), 'archive');
await fillArchive(folder);
const known = knowArchive(folder);
const random = new Random(seed);
const done: DamageTrial[] = [];
for (let i = 0; i < trials; i += 1) done.push(damageOnce(known, random));
rmSync(folder, { recursive: true });

const count = (kind: DamageTrial['kind']): number => done.filter((trial) => trial.kind === kind).length;
const faults = done.filter(({ fault }) => fault !== undefined);
const byFile = Object.fromEntries(
  known.files.map(({ name, bytes }) => [
    name,
    { bytes: bytes.length, trials: done.filter(({ file }) => file === name).length },
  ]),
);
const result = {
  proof: 'bit-flips',
  holds: faults.length === 0 && trials > 0,
  seed,
  trials,
  flips: count('flip'),
  truncations: count('truncation'),
  found: trials - faults.length,
  faults: faults.slice(0, 20),
  episodes: known.records.length,
  files: byFile,
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.holds ? 0 : 1;
