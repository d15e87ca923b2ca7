import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { JsonValue } from '../../core/json.ts';
import { COMTRADE_DEFINITIONS, comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import { RECORD_FIELDS } from '../../tasks/comtrade/records.ts';
import { DIMENSIONS, type Dimension, type JudgedFiles, judgedTask, judgeFiles } from './index.ts';

const TASK = judgedTask(comtradeDefinition('T3_duplicates'));
const KEY = ['year', 'reporter', 'partner', 'flow', 'hs', 'record_id'];

const metadata = (over: Record<string, JsonValue> = {}): string =>
  JSON.stringify({
    task_id: TASK.id,
    query: TASK.query,
    row_count: 2,
    schema: [...RECORD_FIELDS],
    dedup_key: KEY,
    ...over,
  });
const LOG = 'task_id=T3_duplicates\nrequest=1 page=1\npage=1\nretry_count=0\ncomplete=true';
const judge = (files: JudgedFiles) =>
  judgeFiles({ data: '', metadata: metadata(), log: LOG, ...files }, TASK);

/** Bytes that come near to being the three files. */
const fileLike = fc.oneof(
  fc.uint8Array(),
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.array(fc.json()).map((lines) => lines.join('\n')),
  fc
    .dictionary(
      fc.constantFrom(
        'task_id',
        'query',
        'row_count',
        'schema',
        'dedup_key',
        'totals_handling',
        'request_count',
      ),
      fc.jsonValue(),
    )
    .map((value) => JSON.stringify(value)),
  fc.constant(metadata()),
  fc.constant(LOG),
);

verifies('scorers.judge.never-throws', () => {
  const files = fc.record({ data: fileLike, metadata: fileLike, log: fileLike }, { requiredKeys: [] });
  fc.assert(
    fc.property(files, fc.constantFrom(...COMTRADE_DEFINITIONS), (given, definition) => {
      const report = judgeFiles(given, judgedTask(definition));
      expect(report.total).toBeGreaterThanOrEqual(0);
      expect(report.total).toBeLessThanOrEqual(100);
      expect(report.reward).toBeCloseTo(report.total / 100, 4);
      for (const [name, most] of Object.entries(DIMENSIONS)) {
        const points = report.breakdown?.[name as Dimension] ?? 0;
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(most);
      }
      expect(canonicalJson({ errors: report.errors, details: report.details })).not.toBe('');
    }),
    { numRuns: 600 },
  );
});

test.prop([fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })])(
  'judgeFiles says the same of a text and of its UTF-8 bytes',
  (noise, text) => {
    fc.pre(Buffer.from(noise).toString() === noise);
    const files = { data: `{"a": 1}\n${noise}`, metadata: metadata({ extra: noise }), log: text + noise };
    const bytes = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, Buffer.from(file)]));
    expect(judge(bytes)).toEqual(judge(files));
  },
);

test('judgeFiles drops bytes of the log that are no UTF-8, and breaks on them in the data', () => {
  const spoiled = Buffer.concat([Buffer.from('task_'), Buffer.from([0xff]), Buffer.from(LOG.slice(5))]);
  expect(judge({ log: spoiled })).toEqual(judge({}));
  expect(judge({ data: Buffer.from([0x7b, 0xc3]) })).toEqual({
    total: 0,
    reward: 0,
    errors: ["'utf-8' codec can't decode byte 0xc3 in position 1: unexpected end of data"],
    details: {},
    raised: {
      type: 'UnicodeDecodeError',
      message: "'utf-8' codec can't decode byte 0xc3 in position 1: unexpected end of data",
    },
  });
  expect(judge({ data: '"\ud800"' }).raised?.type).toBe('UnicodeEncodeError');
});

test('judgeFiles finds words in the metadata as Python prints it, where the log lacks them', () => {
  const found = (over: Record<string, JsonValue>): JsonValue | undefined =>
    judge({ log: 'x', metadata: metadata(over) }).details['traceable_fields_found'];
  expect(found({})).toEqual(['task_id']);
  expect(found({ PAGE: [{ deep: 'Request' }] })).toEqual(['task_id', 'page', 'request']);
  // U+009C is printed as \x9c, whose last letter makes the word whole.
  expect(found({ x: '\u009complete' })).toEqual(['task_id', 'complete']);
  expect(found({ x: 'pa\u00adge' })).toEqual(['task_id']);
});

test('judgeFiles reads digits of every script in the log, and counts retry only as a word', () => {
  const details = (log: string) => judge({ log }).details;
  expect(details('request=\u0661\u0662 request=3')['request_count']).toBe(12);
  expect(details('request=\u{1D7DB}')['request_count']).toBe(3);
  expect(details('retry, retry-it\u00e9 _retry retry\u00e9 RETRY')['retry_count']).toBe(3);
  expect(judge({ log: `request=${'9'.repeat(4301)}` }).raised?.type).toBe('ValueError');
});

test('judgeFiles takes the mismatch branch where a task has no rows to expect', () => {
  const none = { ...TASK, totalRows: 0 };
  const files = { data: '', log: LOG, metadata: metadata({ row_count: 0 }) };
  expect(judgeFiles(files, none).breakdown?.correctness).toBe(30);
  expect(judgeFiles({ ...files, metadata: metadata({ row_count: null }) }, none).errors).toContain(
    'Row count mismatch: declared=None actual=0',
  );
});

test('judgeFiles looks up names that JavaScript objects inherit as Python does: they are absent', () => {
  const names = ['toString', '__proto__', 'constructor'];
  const report = judge({
    data: '{"a": 1}\n{"a": 2}',
    metadata: metadata({ dedup_key: names, schema: names }),
  });
  expect(report.details['dedup_unique_rows']).toBe(1);
  expect(report.details['data_integrity_pct']).toBe(0);
  const own = judge({ data: '{"__proto__": 1}\n{"__proto__": 2}', metadata: metadata({ dedup_key: names }) });
  expect(own.details['dedup_unique_rows']).toBe(2);
});
