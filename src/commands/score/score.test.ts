import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '@fast-check/vitest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { MeasurandError } from '../../core/errors.ts';
import { comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import { publishedTask } from '../../tasks/comtrade/published/index.ts';
import { PRIMARY_KEY, RECORD_FIELDS } from '../../tasks/comtrade/records.ts';
import { taskNamed } from '../../tasks/registry.ts';
import { type ScoreOptions, score } from './score.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'measurand-score-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const ID = 'T3_duplicates';
const LINES = (publishedTask(ID).truth?.(0).records ?? []).map((record) => JSON.stringify(record));
const METADATA = {
  task_id: ID,
  query: { ...comtradeDefinition(ID).query },
  row_count: 25,
  schema: [...RECORD_FIELDS],
  dedup_key: [...PRIMARY_KEY],
};
const LOG = 'task_id=T3_duplicates\nrequest=1 page=1\npage=1\nretry_count=0\ncomplete=true';

let folder = '';
const at = (name: string): string => join(folder, name);
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content);
  return at(name);
};

let folders = 0;
beforeEach(() => {
  folders += 1;
  folder = join(ROOT, String(folders));
  mkdirSync(folder);
  put('data.jsonl', LINES.join('\n'));
  put('metadata.json', JSON.stringify(METADATA));
  put('run.log', LOG);
});

const run = (over: Partial<ScoreOptions> = {}) =>
  score({
    profile: 'as-published',
    task: ID,
    seed: 0,
    scorers: ['truth', 'truth-id', 'coverage', 'shape-judge'],
    submission: folder,
    ...over,
  });
const refusal = async (over: Partial<ScoreOptions> = {}): Promise<MeasurandError> => {
  const error = await run(over).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof MeasurandError) return error;
  throw new Error(`${JSON.stringify(over)} is not refused: ${String(error)}`);
};

test('score grades a folder by every scorer asked for, in that order', async () => {
  const report = await run();
  expect(report.scores.map(({ scorer, value }) => [scorer, value])).toEqual([
    ['truth', 1],
    ['truth-id', 1],
    ['coverage', 1],
    ['shape-judge', 0.98],
  ]);
  expect(report).toMatchObject({
    suite: 'comtrade',
    profile: 'as-published',
    task: ID,
    seed: 0,
    remarks: [],
  });
  expect(report.parts.map(({ name, path }) => [name, path])).toEqual(
    ['data.jsonl', 'metadata.json', 'run.log'].map((name) => [name, at(name)]),
  );
});

test('score grades a data file by itself, with metadata and log from where they are', async () => {
  const alone = put('rows.jsonl', LINES.slice(5).join('\n'));
  const { scores, parts } = await run({ submission: alone, scorers: ['truth'] });
  expect(scores[0]?.value).toBeCloseTo((2 * 20) / 45, 12);
  expect(parts).toHaveLength(1);
  const elsewhere = { metadata: at('metadata.json'), log: at('run.log') };
  expect((await run({ submission: alone, ...elsewhere })).scores[3]?.value).toBeGreaterThan(0.9);
});

test('score grades against the records of the seed, where the profile has seeds', async () => {
  const truth = taskNamed('repaired', ID).truth?.(4);
  put('data.jsonl', (truth?.records ?? []).map((record) => JSON.stringify(record)).join('\n'));
  const value = async (seed: number) =>
    (await run({ profile: 'repaired', seed, scorers: ['truth'] })).scores[0]?.value;
  expect([await value(4), await value(5)]).toEqual([1, 0]);
});

verifies('scorers.command.refuses', async () => {
  const cases: readonly (readonly [string, Partial<ScoreOptions>, Partial<MeasurandError['place']>])[] = [
    ['unknown-profile', { profile: 'novel' }, { field: 'profile' }],
    ['unknown-task', { task: 'T99' }, { field: 'task' }],
    ['unknown-scorer', { scorers: ['f1'] }, { field: 'scorer' }],
    ['repeated-scorer', { scorers: ['truth', 'truth'] }, { field: 'scorer' }],
    ['invalid-seed', { seed: 1.5 }, { field: 'seed' }],
    ['invalid-seed', { seed: -1 }, { field: 'seed' }],
    ['missing-file', { submission: at('nowhere') }, { file: at('nowhere') }],
    ['missing-file', { log: at('no.log') }, { file: at('no.log') }],
    ['missing-file', { submission: at('data.jsonl') }, { file: 'metadata.json' }],
    ['not-a-file', { metadata: folder }, { file: folder }],
    [
      'invalid-line',
      { submission: put('cut.jsonl', LINES.join('\n').slice(0, 990)), scorers: ['truth'] },
      { record: 6 },
    ],
    [
      'invalid-line',
      { submission: put('nan.jsonl', '\r\n\r{"qty": NaN}'), scorers: ['truth'] },
      { record: 3 },
    ],
    [
      'invalid-line',
      { submission: put('inf.jsonl', '{"a": [{"b": 1e999}]}'), scorers: ['truth'] },
      { record: 1 },
    ],
    ['invalid-line', { submission: put('list.jsonl', '{}\n[1]'), scorers: ['truth'] }, { record: 2 }],
    [
      'invalid-utf8',
      { submission: put('bytes.jsonl', Uint8Array.of(0x7b, 0xff)) },
      { file: at('bytes.jsonl') },
    ],
    ['invalid-metadata', { metadata: put('bad.json', '{"a": NaN}') }, { file: at('bad.json') }],
    ['invalid-metadata', { metadata: put('list.json', '[]') }, { file: at('list.json') }],
  ];
  for (const [code, over, place] of cases) {
    const error = await refusal(over);
    expect([error.code, error.exitCode]).toEqual([code, 2]);
    expect(error.place).toMatchObject(place);
    expect(error.message).toMatch(/\. [A-Z]/);
    expect(error.message).not.toContain('\n');
  }
});

test('score refuses a file over 256 MiB before it reads it', async () => {
  truncateSync(put('huge.jsonl', ''), 257 * 2 ** 20);
  const error = await refusal({ submission: at('huge.jsonl'), scorers: ['truth'] });
  expect([error.code, error.place.file]).toEqual(['file-too-large', at('huge.jsonl')]);
});

test('score refuses a folder without its data file, a link to nothing, and a loop of links', async () => {
  rmSync(at('data.jsonl'));
  expect(await refusal({ scorers: ['truth'] })).toMatchObject({
    code: 'missing-file',
    place: { file: at('data.jsonl') },
  });
  symlinkSync(at('nowhere'), at('data.jsonl'));
  expect((await refusal()).code).toBe('missing-file');
  rmSync(at('data.jsonl'));
  symlinkSync(at('data.jsonl'), at('data.jsonl'));
  expect((await refusal()).code).toBe('unreadable');
});

verifies('scorers.command.voids', async () => {
  put('metadata.json', JSON.stringify({ ...METADATA, query: null }));
  const { scores } = await run();
  expect(scores.map(({ value }) => value)).toEqual([1, 1, 1, 0]);
  expect(scores[3]?.notes).toEqual([
    "The judge breaks on it: AttributeError: 'NoneType' object has no attribute 'get'",
  ]);
});

test('score leaves broken lines and missing files to the scorers when it is told to', async () => {
  put('data.jsonl', [...LINES, '{"cut'].join('\n'));
  const broken = await run({ asIs: true });
  expect(broken.scores.map(({ value }) => value)).toEqual([50 / 51, 50 / 51, 1, 0]);
  rmSync(at('run.log'));
  rmSync(at('metadata.json'));
  const { scores, parts } = await run({ asIs: true });
  expect(scores[3]).toMatchObject({
    value: 0.0333,
    notes: ['Missing required file: metadata.json', 'Missing required file: run.log'],
  });
  expect(parts.map(({ name }) => name)).toEqual(['data.jsonl']);
});

test('score remarks on bytes that it had to leave out of a log', async () => {
  put('run.log', Buffer.concat([Buffer.from(LOG), Uint8Array.of(0xff, 0xc3)]));
  const { remarks, scores } = await run();
  expect(remarks).toEqual([expect.stringContaining('run.log: 2 bytes that are no UTF-8 left out')]);
  expect(scores[3]?.value).toBe(0.98);
});

test('score gives a report or a coded error, whatever the files hold', async () => {
  const content = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constant(LINES[0] ?? ''),
  );
  await fc.assert(
    fc.asyncProperty(content, content, content, fc.boolean(), async (data, metadata, log, asIs) => {
      put('data.jsonl', data);
      put('metadata.json', metadata);
      put('run.log', log);
      const outcome = await run({ asIs }).catch((error: unknown) => error);
      if (outcome instanceof MeasurandError) expect(outcome.exitCode).toBe(2);
      else expect(outcome).toHaveProperty('scores.length', 4);
    }),
  );
});
