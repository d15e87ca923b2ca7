import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { JsonObject } from '../../../core/json.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../submission.ts';
import { publishedTask } from './index.ts';
import { releaseFiles } from './release-files.ts';

const COUNTERS = { used: 3, budget: 50 };

const metadataOf = (metadata: string): string | undefined =>
  releaseFiles('T3_duplicates', { data: '', metadata, log: 'x' }, COUNTERS).parts[METADATA_PART];

verifies('published.submission.files-as-release', async () => {
  const files = releaseFiles('T3_duplicates', { data: '{"a": 1}\r\n', metadata: '{}', log: '' }, COUNTERS);
  expect(files.parts[DATA_PART]).toBe('{"a": 1}\r\n');
  expect(files.parts[LOG_PART]).toBe('task_id=T3_duplicates\npage=1\nrequest=1\ncomplete=true\n');
  expect(files.parts[METADATA_PART]).toBe(
    '{"request_count": 3, "request_budget": 50, "request_stats": {"requests_used": 3, "request_budget": 50}}',
  );
  const environment = publishedTask('T3_duplicates').open(0);
  await environment.call('submit_results', { data_jsonl: 'x', metadata_json: '{"request_count": 9}' });
  expect(environment.submission()?.parts[METADATA_PART]).toContain(
    '"request_count": 9, "request_budget": 50',
  );
});

test.each([
  ['{"request_count": null, "b": 1.0}', '{"request_count": null, "b": 1.0, "request_budget": 50'],
  ['{"request_stats": {"requests_used": 1}}', '{"request_stats": {"requests_used": 1, "request_budget": 50}'],
  ['{"request_stats": 7, "z": 0}', '{"request_stats": {"requests_used": 3, "request_budget": 50}, "z": 0'],
  ['{"é": "\\u20ac", "n": 1E2}', '{"é": "€", "n": 100.0, "request_count": 3'],
  ['{"a": 1, "a": 2}', '{"a": 2, "request_count": 3'],
])('metadata %s is kept as Python reads and writes it, and filled only where absent', (given, start) => {
  expect(metadataOf(given)?.startsWith(start)).toBe(true);
});

test.each(['', 'no JSON', '[1]', 'null', '"text"', '{"a": 1'])(
  'metadata %j counts as an empty object',
  (given) => {
    expect(metadataOf(given)).toBe(metadataOf('{}'));
  },
);

test.each([
  ['a lone surrogate in the data', { data_jsonl: '\ud800', metadata_json: '{}' }],
  ['a lone surrogate in the log', { data_jsonl: '', metadata_json: '{}', run_log: '\udfff' }],
  ['an escaped lone surrogate in the metadata', { data_jsonl: '', metadata_json: '{"a": "\\ud800"}' }],
  ['bottomless metadata', { data_jsonl: '', metadata_json: '['.repeat(100_000) }],
  ['an integer past 4,300 digits', { data_jsonl: '', metadata_json: `{"a": ${'9'.repeat(5000)}}` }],
])(
  '%s spends the submission and scores nothing, for the release breaks before it has written',
  async (_, args) => {
    const environment = publishedTask('T3_duplicates', {
      grade: () => ({ reward: 1, score: 100, errors: [], done: true }),
    }).open(0);
    const { value, isError } = await environment.call('submit_results', args);
    expect(value).toMatchObject({ reward: 0, score: 0, done: true });
    expect((value as JsonObject)['errors']).toHaveLength(1);
    expect([isError, environment.submission()]).toEqual([false, undefined]);
    expect(environment.ledger()[0]).toMatchObject({ outcome: 'rejected', charged: false });
    const again = await environment.call('submit_results', { data_jsonl: '', metadata_json: '{}' });
    expect(again.value).toEqual({ error: 'Already submitted. Call reset() to start a new episode.' });
  },
);

test('a grader sees the files as written and its grade is the answer, fields in order', async () => {
  const seen: string[] = [];
  const environment = publishedTask('T3_duplicates', {
    grade: (submission, { id }) => {
      seen.push(id, ...Object.keys(submission.parts));
      return { reward: 0.5, score: 50, breakdown: { correctness: 50 }, errors: ['half'], done: true };
    },
  }).open(0);
  const { value } = await environment.call('submit_results', { data_jsonl: '', metadata_json: '' });
  expect(JSON.stringify(value)).toBe(
    '{"reward":0.5,"score":50,"breakdown":{"correctness":50},"errors":["half"],"done":true}',
  );
  expect(seen).toEqual(['T3_duplicates', DATA_PART, METADATA_PART, LOG_PART]);
});
