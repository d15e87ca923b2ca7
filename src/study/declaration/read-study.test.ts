import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, expect, test } from 'vitest';
import { sampleCell } from '../../../test/samples/cells.ts';
import { MeasurandError } from '../../core/errors.ts';
import { exclusionsOf } from './cells.ts';
import { defineStudy } from './define-study.ts';
import { readStudy } from './read-study.ts';
import { resolveStudy } from './resolve.ts';
import type { StudyFile } from './schema.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-study-file-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const FILE = join(scratch, 'study.json');
const write = (value: unknown): string => {
  writeFileSync(FILE, typeof value === 'string' ? value : JSON.stringify(value));
  return FILE;
};

const LEAST = { format: 'measurand.study/1', id: 'mine', title: 'Mine' } as const;

test('what a study file leaves out is the default, and what it says holds', async () => {
  expect(resolveStudy(await readStudy(write(LEAST)))).toMatchObject({
    ...{ profiles: ['repaired'], seeds: [0], scaffolds: ['l0', 'l2'], protocols: ['single'] },
    ...{ scorers: ['truth', 'shape-judge'], stopping: { rule: 'fixed' }, decision: null },
  });
  const said = { seeds: '0-2', models: ['fabricates'], protocol: 'by-id', limits: { steps: 9 } } as const;
  expect(resolveStudy(await readStudy(write({ ...LEAST, ...said })))).toMatchObject({
    ...{ seeds: [0, 1, 2], models: ['fabricates'], protocols: ['by-id'], limits: { steps: 9 } },
  });
  expect(resolveStudy({ ...LEAST, seeds: [4, 2] }).seeds).toEqual([4, 2]);
});

test.each([
  ['id', { ...LEAST, id: '../escape' }],
  ['models', { ...LEAST, models: [] }],
  ['limits.steps', { ...LEAST, limits: { steps: 0 } }],
  ['protocol', { ...LEAST, protocol: 'telepathy' }],
  ['exclude.0.reason', { ...LEAST, exclude: [{ model: 'perfect' }] }],
  ['colour', { ...LEAST, colour: 'red' }],
  ['the whole file', [LEAST]],
  ['format', { ...LEAST, format: 'measurand.study/2' }],
])('a wrong %s is named, with the line that it stands in', async (field, value) => {
  await expect(readStudy(write(value))).rejects.toMatchObject({
    code: 'invalid-study',
    place: { file: `${FILE}:1`, field },
  });
});

test('a file that is missing, no JSON, far too large or of no known kind is refused', async () => {
  await expect(readStudy(join(scratch, 'nowhere.json'))).rejects.toMatchObject({ code: 'unreadable' });
  await expect(readStudy(join(scratch, 'nowhere.mjs'))).rejects.toMatchObject({ code: 'unreadable' });
  await expect(readStudy(write('{"format": '))).rejects.toMatchObject({ code: 'not-json' });
  await expect(readStudy(join(scratch, 'study.toml'))).rejects.toMatchObject({
    code: 'unsupported-study-file',
  });
  truncateSync(write(''), 100 * 1024 * 1024);
  await expect(readStudy(FILE)).rejects.toMatchObject({ code: 'too-large' });
});

test('a key that stands twice is refused, in JSON too, where its own reader would take the last', async () => {
  const text = '{"format": "measurand.study/1",\n"id": "a",\n"id": "b", "title": "T"}';
  await expect(readStudy(write(text))).rejects.toMatchObject({
    code: 'not-json',
    place: { file: `${FILE}:3` },
  });
});

property.prop([
  fc.dictionary(fc.constantFrom(...Object.keys(LEAST), 'models', 'seeds', 'exclude'), fc.jsonValue()),
])('any JSON is read as a study or refused with a code', async (value) => {
  let outcome: unknown;
  try {
    outcome = await readStudy(write({ ...LEAST, ...value }));
  } catch (error) {
    outcome = error;
  }
  const sound = outcome instanceof MeasurandError || (outcome as StudyFile).format === LEAST.format;
  expect(sound).toBe(true);
});

const YAML = join(scratch, 'study.yaml');
const yaml = (text: string): Promise<StudyFile> => {
  writeFileSync(YAML, text);
  return readStudy(YAML);
};
const HEAD = 'format: measurand.study/1\nid: mine\ntitle: Mine\n';

test.each([
  ['models: [perfekt]\n', 'models.0', 4, 'Did you mean perfect?'],
  ['tasks:\n  - T3_duplicates\n  - T8_mixed\n', 'tasks.1', 6, 'Did you mean T8_mixed_faults?'],
  ['scaffolds: [l2, l3]\n', 'scaffolds.1', 4, 'Did you mean l'],
  ['scorers: [thruth]\n', 'scorers.0', 4, 'Did you mean truth?'],
  ['profile: repared\n', 'profile', 4, 'Did you mean repaired?'],
  ['\nscafolds: [l2]\n', 'scafolds', 5, 'Did you mean scaffolds?'],
  ['seeds: 0-x\n', 'seeds', 4, 'Write 0-9'],
  ['limits: { step: 4 }\n', 'limits.step', 4, 'Did you mean steps?'],
  ['stopping: { rule: anytme, looks: [1] }\n', 'stopping.rule', 4, 'Did you mean anytime?'],
])('an error in %j names file, line, field and the nearest word', async (text, field, line, next) => {
  await expect(yaml(HEAD + text)).rejects.toMatchObject({
    place: { file: `${YAML}:${line}`, field },
    message: expect.stringContaining(next),
  });
});

const STATISTIC = {
  kind: 'paired',
  id: 's',
  scorer: 'truth',
  factor: 'model',
  a: 'perfect',
  b: 'fabricates',
} as const;

test.each([
  ['statistics.0.scorer', { statistics: [{ ...STATISTIC, scorer: 'coverage' }] }],
  ['statistics.0.a', { statistics: [{ ...STATISTIC, a: 'walks-once' }] }],
  ['statistics.0.b', { statistics: [{ ...STATISTIC, b: 'perfect' }] }],
  ['statistics.0.by', { statistics: [{ ...STATISTIC, by: ['model'] }] }],
  ['statistics.0.assume', { statistics: [{ ...STATISTIC, assume: { up: 0.7, down: 0.5 } }] }],
  ['statistics.0.where.task', { statistics: [{ ...STATISTIC, where: { task: 'T1_single_page' } }] }],
  ['statistics.1.id', { statistics: [STATISTIC, STATISTIC] }],
  ['arms.1.id', { arms: [{ id: 'x' }, { id: 'x' }] }],
  ['decision.require.0.statistic', { decision: { says: 'x', require: [{ statistic: 'other', p: 0.05 }] } }],
  ['decision.require.0', { statistics: [STATISTIC], decision: { says: 'x', require: [{ statistic: 's' }] } }],
  [
    'decision.require.0.group',
    { statistics: [STATISTIC], decision: { says: 'x', require: [{ statistic: 's', p: 0.1, group: 'g' }] } },
  ],
  [
    'decision.require.0.interval',
    {
      statistics: [STATISTIC],
      decision: { says: 'x', require: [{ statistic: 's', interval: 'within-margin' }] },
    },
  ],
  ['stopping.looks', { statistics: [STATISTIC], stopping: { rule: 'anytime', looks: [2, 1] } }],
  ['stopping.looks', { statistics: [STATISTIC], stopping: { rule: 'anytime', looks: [1, 4] } }],
  ['stopping', { stopping: { rule: 'anytime', looks: [2] } }],
  ['arms.0.settings.quota', { settings: [{ quota: 8 }], arms: [{ id: 'x', settings: { quota: 9 } }] }],
])('what does not fit together is refused at %s', async (field, part) => {
  const base = {
    models: ['perfect', 'fabricates'],
    tasks: ['T3_duplicates'],
    scorers: ['truth'],
    seeds: '0-1',
  };
  await expect(readStudy(write({ ...LEAST, ...base, ...part }))).rejects.toMatchObject({
    code: 'invalid-study',
    place: { field },
  });
});

test('YAML may share a list by an alias, and says what JSON says', async () => {
  const text = `${HEAD}models: &m [perfect, fabricates]\ngroups: { all: *m }\nseeds: 0-3\n`;
  expect(await yaml(text)).toEqual({
    ...LEAST,
    ...{ models: ['perfect', 'fabricates'], groups: { all: ['perfect', 'fabricates'] }, seeds: '0-3' },
  });
});

const BOMB = Array.from(
  { length: 9 },
  (_, n) => `a${n + 1}: &a${n + 1} [${'*a'.concat(String(n), ', ').repeat(9)}]`,
);

test.each([
  ['an alias bomb', `${HEAD}a0: &a0 [x]\n${BOMB.join('\n')}\n`],
  ['a key that stands twice', `${HEAD}id: other\n`],
  ['two documents', `${HEAD}---\n${HEAD}`],
  ['a tag that would make something', `${HEAD}models: !!js/function 'x'\n`],
  ['nesting without end', `${HEAD}models: ${'['.repeat(100_000)}`],
  ['nesting by dashes', `${HEAD}models:\n  ${'- '.repeat(50_000)}x`],
  ['a tab for indentation', `${HEAD}limits:\n\tsteps: 3\n`],
  ['an alias of nothing', `${HEAD}models: *nothing\n`],
])('%s is refused as no YAML, at once', async (_, text) => {
  const from = performance.now();
  await expect(yaml(text)).rejects.toMatchObject({ code: 'not-yaml' });
  expect(performance.now() - from).toBeLessThan(2000);
});

test('keys that reach for prototypes, and wrong types, are fields like any other', async () => {
  for (const text of [
    '__proto__: { id: x }\n',
    'constructor: 3\n',
    'models: { a: 1 }\n',
    '3: 4\n',
    'seeds: 1\n',
  ])
    await expect(yaml(HEAD + text)).rejects.toMatchObject({ code: 'invalid-study' });
  expect(({} as Record<string, unknown>)['id']).toBeUndefined();
});

property.prop([fc.string({ unit: 'binary', maxLength: 300 })])(
  'any text is a study or refused with a code',
  async (text) => {
    await expect(yaml(text)).rejects.toBeInstanceOf(MeasurandError);
  },
);

property.prop([fc.integer({ min: 0, max: HEAD.length }), fc.string({ maxLength: 3 })])(
  'a study cut and mended anywhere is a study or refused with a code',
  async (at, put) => {
    const outcome = await yaml(HEAD.slice(0, at) + put + HEAD.slice(at)).catch((error: unknown) => error);
    expect(outcome instanceof MeasurandError || (outcome as StudyFile).format === LEAST.format).toBe(true);
  },
);

test('a module is read by its default export, and TypeScript where Node runs it', async () => {
  const module = (name: string, text: string): string => {
    const path = join(scratch, name);
    writeFileSync(path, text);
    return path;
  };
  const study = JSON.stringify(LEAST);
  expect(await readStudy(module('good.mjs', `export default ${study};`))).toEqual(LEAST);
  await expect(readStudy(module('none.mjs', 'export const a = 1;'))).rejects.toMatchObject({
    code: 'not-a-module',
  });
  await expect(readStudy(module('bad.mjs', 'export default {{'))).rejects.toMatchObject({
    code: 'not-a-module',
  });
  await expect(readStudy(module('wrong.mjs', 'export default { id: 3 };'))).rejects.toMatchObject({
    code: 'invalid-study',
  });
  expect(defineStudy(LEAST)).toBe(LEAST);
});

test('an exclusion applies where all that it names agrees, and one that excludes nothing is refused', () => {
  const planned = [0, 1].flatMap((seed) => [sampleCell({ seed }), sampleCell({ seed, model: 'fabricates' })]);
  const rule = (exclude: NonNullable<StudyFile['exclude']>) => exclusionsOf({ exclude }, planned);
  const [only] = rule([{ reason: 'why', model: 'fabricates', seed: 1 }]);
  expect(planned.map((cell) => only?.applies(cell))).toEqual([false, false, false, true]);
  const inert = expect.objectContaining({ code: 'inert-exclusion', place: { field: 'exclude.0' } });
  expect(() => rule([{ reason: 'names nothing' }])).toThrow(inert);
  expect(() => rule([{ reason: 'meets nothing', model: 'perfect', task: 'T8_mixed_faults' }])).toThrow(inert);
});
