import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { fillArchive } from '../../../test/samples/bit-flips.ts';
import { readArchive } from '../../archive/folder.ts';
import { keepTable, keptTable } from './kept-table.ts';
import { readScores } from './read-scores.ts';
import type { ScoreTable } from './score-table.ts';
import { statsOfTable } from './stats.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-kept-table-'));
const folder = join(scratch, 'archive');
const index = join(folder, 'index');
let table: ScoreTable;
let root: string;
let file: string;

beforeAll(() => fillArchive(folder));
afterAll(() => rmSync(scratch, { recursive: true }));
beforeEach(() => {
  rmSync(index, { recursive: true, force: true });
  table = readScores([{ name: '', folder }]).table;
  using archive = readArchive(folder);
  root = archive.root();
  keepTable(folder, root, table, 0);
  file = join(index, readdirSync(index)[0] as string);
});

test('a table that was kept says what the archive says', () => {
  const kept = keptTable(folder);
  expect(kept?.root).toBe(root);
  expect(statsOfTable(kept?.table as ScoreTable, root)).toEqual(statsOfTable(table, root));
});

test('a small archive gets no file of ours', () => {
  rmSync(index, { recursive: true });
  keepTable(folder, root, table);
  expect(readdirSync(folder)).not.toContain('index');
});

test('an archive that has another root now, or has grown, is read again', () => {
  keepTable(folder, 'f'.repeat(64), table, 0);
  expect(readdirSync(index)).toHaveLength(1);
  const log = join(folder, 'segments', readdirSync(join(folder, 'segments'))[0] as string);
  const before = readFileSync(log);
  appendFileSync(log, 'more\n');
  expect(keptTable(folder)).toBeUndefined();
  writeFileSync(log, before);
  expect(keptTable(folder)?.root).toBe(root);
});

test('tables of earlier roots are taken away', () => {
  writeFileSync(join(index, `scores-1-${'0'.repeat(64)}`), 'of an earlier root');
  keepTable(folder, root, table, 0);
  expect(readdirSync(index)).toEqual([`scores-1-${root}`]);
});

test.prop([fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 0, max: 7 })])(
  'a table with one bit flipped, or cut short, is not believed',
  (where, bit) => {
    const whole = readFileSync(file);
    const at = Math.floor(where * whole.length);
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] as number) ^ (1 << bit);
    for (const damaged of [flipped, whole.subarray(0, at)]) {
      writeFileSync(file, damaged);
      expect(keptTable(folder)).toBeUndefined();
    }
    writeFileSync(file, whole);
    expect(keptTable(folder)).toBeDefined();
  },
);
