import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Score, ScoringContext, Truth } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { publishedTask } from '../../tasks/comtrade/published/index.ts';
import { DATA_PART } from '../../tasks/comtrade/submission.ts';
import { matchTruth, truth, truthById, truthF1 } from './index.ts';

const task = publishedTask('T3_duplicates');
const TRUTH = task.truth?.(0) as Truth;
const LINES = TRUTH.records.map((record) => JSON.stringify(record));
const CONTEXT: ScoringContext = { task, seed: 0, ledger: [], truth: TRUTH };

const invented = (i: number): string => JSON.stringify({ ...TRUTH.records[0], record_id: `FAKE-${i}` });
const totals = JSON.stringify({ ...TRUTH.records[0], partner: 'WLD', record_id: 'T3_duplicates-TOTAL-0001' });

const f1 = (lines: readonly string[], by: 'id' | 'record' = 'record'): number => {
  const { submitted, truth: all, uniqueById, uniqueByRecord } = matchTruth(lines.join('\n'), TRUTH);
  return truthF1(by === 'id' ? uniqueById : uniqueByRecord, submitted, all).f1;
};

const both = async (data: string | undefined): Promise<readonly [Score, Score]> => {
  const submission = { parts: data === undefined ? {} : { [DATA_PART]: data } };
  return [await truth.score(submission, CONTEXT), await truthById.score(submission, CONTEXT)];
};

const someLine = fc.oneof(
  fc.constantFrom(...LINES),
  fc.nat({ max: 9 }).map(invented),
  fc.constantFrom(totals, 'garbage', '[1]', '{}', '{"record_id": 7}', LINES[0]?.slice(0, -9) ?? ''),
);
const submission = fc.array(someLine, { maxLength: 40 });

verifies('scorers.truth.lines-count', () => {
  fc.assert(
    fc.property(submission, fc.array(fc.constantFrom('', ' ', '\t', '\u001c', '\u00a0')), (lines, blanks) => {
      const match = matchTruth([...blanks, ...lines, ...blanks].join('\n'), TRUTH);
      const distinct = new Set(lines.filter((line) => LINES.includes(line))).size;
      expect(match).toMatchObject({
        submitted: lines.length,
        truth: LINES.length,
        uniqueById: distinct,
        uniqueByRecord: distinct,
      });
    }),
  );
});

verifies('scorers.truth.order-free', async () => {
  const shuffled = submission.chain((lines) =>
    fc.tuple(
      fc.constant(lines),
      fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
    ),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([lines, other, end]) => {
      expect(await both(other.join(end))).toEqual(await both(lines.join('\n')));
    }),
  );
});

verifies('scorers.truth.monotone', () => {
  fc.assert(
    fc.property(submission, fc.nat({ max: 40 }), fc.constantFrom('id', 'record'), (lines, at, by) => {
      const added = (line: string): readonly string[] => [...lines.slice(0, at), line, ...lines.slice(at)];
      for (const worse of [invented(at), totals, 'garbage', lines[0] ?? '[]']) {
        expect(f1(added(worse), by)).toBeLessThanOrEqual(f1(lines, by));
      }
      for (const missing of LINES.filter((line) => !lines.includes(line))) {
        expect(f1(added(missing), by)).toBeGreaterThanOrEqual(f1(lines, by));
      }
    }),
  );
});

verifies('scorers.truth.by-id-apart', async () => {
  const [byRecord, byId] = await both(
    LINES.map((_, i) => JSON.stringify({ record_id: TRUTH.records[i]?.['record_id'] })).join('\n'),
  );
  expect([byRecord.value, byId.value]).toEqual([0, 1]);
  expect(byRecord.notes[0]).toMatch(/truth-id grades such a submission/);
  expect(byRecord.parts['f1ById']).toBe(1);
  const [mixed] = await both([LINES[0], '{"record_id": "T3_duplicates-000001"}'].join('\n'));
  expect(mixed.value).toBe((2 * 1) / (2 + LINES.length));
  expect(mixed.notes.join()).not.toMatch(/truth-id/);
});

test('matchTruth takes a record for whole when every field equals as a JSON value, and no field is added', () => {
  const record = TRUTH.records[0] as JsonObject;
  const whole = (text: string): number => matchTruth(text, TRUTH).uniqueByRecord;
  expect(whole(JSON.stringify(record))).toBe(1);
  expect(whole(JSON.stringify(Object.fromEntries(Object.entries(record).reverse())))).toBe(1);
  expect(whole(JSON.stringify(record).replace('2020', '2020.0'))).toBe(1);
  expect(whole(JSON.stringify(record).replace('2020', '202.0e1'))).toBe(1);
  expect(whole(JSON.stringify({ ...record, year: '2020' }))).toBe(0);
  expect(whole(JSON.stringify({ ...record, hs: 87 }))).toBe(0);
  expect(whole(JSON.stringify({ ...record, qty: null }))).toBe(0);
  expect(whole(JSON.stringify({ ...record, extra: 1 }))).toBe(0);
  expect(whole(JSON.stringify(record).replace('{', '{"qty": 0,'))).toBe(1);
  const { qty: _, ...less } = record;
  expect(whole(JSON.stringify(less))).toBe(0);
});

test('matchTruth compares lists, objects, true and null in a truth of any shape', () => {
  const records = [{ id: 'a', list: [1, { x: null }], flag: true, one: 1 }];
  const whole = (row: JsonObject): number =>
    matchTruth(JSON.stringify(row), { records, idField: 'id' }).uniqueByRecord;
  expect(whole({ one: 1, flag: true, list: [1, { x: null }], id: 'a' })).toBe(1);
  expect(whole({ id: 'a', list: [1, { x: 0 }], flag: true, one: 1 })).toBe(0);
  expect(whole({ id: 'a', list: [1], flag: true, one: 1 })).toBe(0);
  expect(whole({ id: 'a', list: { '0': 1 }, flag: true, one: 1 })).toBe(0);
  expect(whole({ id: 'a', list: [1, { x: null }], flag: 1, one: 1 })).toBe(0);
  expect(whole({ id: 'a', list: [1, { x: null }], flag: true, one: true })).toBe(0);
});

test('matchTruth refuses a truth whose records cannot be told apart', () => {
  const at = (records: JsonObject[]) => () => matchTruth('', { records, idField: 'id' });
  expect(at([{ id: 'a' }, { id: 'a' }])).toThrow(TypeError);
  expect(at([{ id: 7 }])).toThrow(/record 0 needs a text of its own in id, not 7/);
});

test('truth counts a record whole when any of the lines with its identifier is', async () => {
  const wrong = JSON.stringify({ ...TRUTH.records[0], qty: -1 });
  const [byRecord, byId] = await both([wrong, LINES[0]].join('\n'));
  expect([byRecord.parts['uniqueTrue'], byId.parts['uniqueTrue']]).toEqual([1, 1]);
  expect(byRecord.parts).toMatchObject({ submitted: 2, truth: 25, precision: 0.5, recall: 0.04 });
});

test('truth gives 0 and says why for a submission without data, an empty one, and one of broken lines', async () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'There is no data.jsonl'],
    ['', 'Nothing was handed in'],
    ['\n \r\n', 'Nothing was handed in'],
    ['{"record_id": "T3', '1 of 1 lines holds no JSON object'],
    [`${invented(1)}\n${invented(2)}`, '2 of 2 lines repeat a record or match none'],
  ];
  for (const [data, reason] of cases) {
    for (const score of await both(data)) {
      expect(score.value).toBe(0);
      expect(score.notes[0]).toBe(reason);
    }
  }
});

test('truth rejects with a coded error where the task has no oracle', async () => {
  const { truth: _, ...blind } = CONTEXT;
  await expect(truth.score({ parts: {} }, blind)).rejects.toThrow(
    expect.objectContaining({ code: 'no-truth', exitCode: 3 }),
  );
});
