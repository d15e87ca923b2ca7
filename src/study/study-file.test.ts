import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { sampleCell } from '../../test/samples/cells.ts';
import { MeasurandError } from '../core/errors.ts';
import type { GridSpec } from './grid.ts';
import { exclusionsOf, gridOf, readStudyFile, type StudyFile } from './study-file.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-study-file-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const FILE = join(scratch, 'study.json');
const write = (value: unknown): string => {
  writeFileSync(FILE, typeof value === 'string' ? value : JSON.stringify(value));
  return FILE;
};

const LEAST = { format: 'measurand.study/1', id: 'mine', title: 'Mine' } as const;
const DEFAULTS: GridSpec = {
  profile: 'repaired',
  tasks: ['T3_duplicates'],
  seeds: [0],
  models: ['perfect'],
  scaffolds: ['l2'],
  protocol: 'single',
  stressors: [],
};

test('what a study file leaves out is the default, and what it says holds', () => {
  expect(gridOf(readStudyFile(write(LEAST)), DEFAULTS)).toEqual(DEFAULTS);
  const said = { seeds: '0-2', models: ['fabricates'], protocol: 'by-id', limits: { steps: 9 } } as const;
  expect(gridOf(readStudyFile(write({ ...LEAST, ...said })), DEFAULTS)).toEqual({
    ...DEFAULTS,
    ...said,
    seeds: [0, 1, 2],
  });
  expect(gridOf({ ...LEAST, seeds: [4, 2] }, DEFAULTS).seeds).toEqual([4, 2]);
});

test.each([
  ['id', { ...LEAST, id: '../escape' }],
  ['models', { ...LEAST, models: [] }],
  ['limits.steps', { ...LEAST, limits: { steps: 0 } }],
  ['protocol', { ...LEAST, protocol: 'telepathy' }],
  ['exclude.0.reason', { ...LEAST, exclude: [{ model: 'perfect' }] }],
  ['the whole file', { ...LEAST, colour: 'red' }],
  ['the whole file', [LEAST]],
  ['format', { ...LEAST, format: 'measurand.study/2' }],
])('a wrong %s is named', (field, value) => {
  expect(() => readStudyFile(write(value))).toThrow(
    expect.objectContaining({ code: 'invalid-study', place: { file: FILE, field } }),
  );
});

test('a file that is missing, no JSON or far too large is refused', () => {
  const code = (expected: string) => expect.objectContaining({ code: expected });
  expect(() => readStudyFile(join(scratch, 'nowhere.json'))).toThrow(code('unreadable'));
  expect(() => readStudyFile(write('{"format": '))).toThrow(code('not-json'));
  truncateSync(write(''), 100 * 1024 * 1024);
  expect(() => readStudyFile(FILE)).toThrow(code('too-large'));
});

property.prop([
  fc.dictionary(fc.constantFrom(...Object.keys(LEAST), 'models', 'seeds', 'exclude'), fc.jsonValue()),
])('any JSON is read as a study or refused with a code', (value) => {
  const read = (): unknown => readStudyFile(write({ ...LEAST, ...value }));
  let outcome: unknown;
  try {
    outcome = read();
  } catch (error) {
    outcome = error;
  }
  const sound = outcome instanceof MeasurandError || (outcome as StudyFile).format === LEAST.format;
  expect(sound).toBe(true);
});

test('an exclusion applies where all that it names agrees, and one that excludes nothing is refused', () => {
  const planned = [0, 1].flatMap((seed) => [sampleCell({ seed }), sampleCell({ seed, model: 'fabricates' })]);
  const rule = (rules: NonNullable<StudyFile['exclude']>) =>
    exclusionsOf({ ...LEAST, exclude: rules }, planned);
  const [only] = rule([{ reason: 'why', model: 'fabricates', seed: 1 }]);
  expect(planned.filter((cell) => only?.applies(cell))).toEqual([planned[3]]);
  for (const none of [{ reason: 'all' }, { reason: 'none', seed: 7 }]) {
    expect(() => rule([none])).toThrow(expect.objectContaining({ code: 'inert-exclusion' }));
  }
});
