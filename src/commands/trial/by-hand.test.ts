import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MemoryArchive } from '../../archive/memory.ts';
import { HARNESS_ADAPTERS } from '../../scaffolds/native/adapters/catalogue.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { comparedByHand } from './by-hand.ts';

const file = new URL('../../../data/trials/measured-by-hand.json', import.meta.url);
const measured = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly versions: Readonly<Record<string, string>>;
  readonly why: Readonly<Record<string, string>>;
  readonly rows: readonly { readonly line: string; readonly cells: Readonly<Record<string, unknown>> }[];
};

test('what was measured by hand speaks of Harness lines that there are, and of the versions that adapters are for', () => {
  const lines = TRIALS.flatMap((trial) => trial.lines.filter(({ sheet }) => sheet === 'harness'));
  const ids = new Set(lines.map(({ id }) => id));
  expect(measured.rows.filter(({ line }) => !ids.has(line))).toEqual([]);
  const versions = Object.fromEntries(HARNESS_ADAPTERS.map(({ id, package: { version } }) => [id, version]));
  expect(measured.versions).toEqual(versions);
  const cells = new Set(
    measured.rows.flatMap(({ line, cells: of }) => Object.keys(of).map((id) => `${line} ${id}`)),
  );
  expect(Object.keys(measured.why).filter((cell) => !cells.has(cell))).toEqual([]);
});

test('an archive without runs is compared with nothing', () => {
  expect(comparedByHand(new MemoryArchive())).toEqual([]);
});
