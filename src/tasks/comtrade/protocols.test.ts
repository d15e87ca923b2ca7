import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Environment, SubmissionProtocol, ToolResult } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import { withProtocol } from './protocols.ts';
import { repairedTask } from './repaired/task.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from './submission.ts';
import { SUBMISSION_CHARACTERS } from './submission-arms.ts';

const TASK = repairedTask('T3_duplicates');
const open = (submission: SubmissionProtocol): Environment => TASK.open(0, { submission });
const REST = { metadata_json: '{"row_count":2}', run_log: 'complete=true' };
const names = (environment: Environment): string[] => environment.tools.map((tool) => tool.name);
const classOf = ({ value }: ToolResult): string => (value as { error: { class: string } }).error.class;

verifies('comtrade.protocols.same-rows', async () => {
  const rows = ['{"record_id":"a"}', '{"record_id":"b"}'];
  const single = open('single');
  await single.call('submit_results', { data_jsonl: `${rows.join('\n')}\n`, ...REST });
  const chunked = open('chunked');
  expect((await chunked.call('append_rows', { data_jsonl: rows[0] ?? '' })).value).toEqual({
    accepted: true,
    lines: 1,
    lines_held: 1,
  });
  await chunked.call('append_rows', { data_jsonl: '' });
  await chunked.call('append_rows', { data_jsonl: `${rows[1]}\n` });
  expect(await chunked.call('finish', REST)).toEqual({ value: { accepted: true }, isError: false });
  const byId = open('by-id');
  await byId.call('submit_ids', { record_ids: ['a', 'b'], ...REST });
  for (const environment of [single, chunked, byId]) {
    expect(environment.submission()?.parts).toEqual({
      [DATA_PART]: '{"record_id":"a"}\n{"record_id":"b"}\n',
      [METADATA_PART]: REST.metadata_json,
      [LOG_PART]: REST.run_log,
    });
  }
});

test('withProtocol puts the tools of the protocol in the place of submit_results, and says so to the model', () => {
  expect(names(open('single'))).toEqual(['get_task_info', 'fetch_page', 'submit_results']);
  expect(names(open('chunked'))).toEqual(['get_task_info', 'fetch_page', 'append_rows', 'finish']);
  expect(names(open('by-id'))).toEqual(['get_task_info', 'fetch_page', 'submit_ids']);
  const text = (submission: SubmissionProtocol): string => open(submission).turns[0]?.text ?? '';
  expect(text('single')).toMatch(/call of submit_results\(data_jsonl, metadata_json, run_log\)/);
  expect(text('chunked')).toMatch(/append_rows\(data_jsonl\).*There is no submit_results/s);
  expect(text('by-id')).toMatch(/submit_ids\(record_ids.*There is no submit_results/s);
  const [one, other] = [text('single'), text('chunked')].map((whole) => whole.split('\n').slice(0, -1));
  expect(one).toEqual(other);
  const inner = open('single');
  expect(withProtocol(inner, 'single')).toBe(inner);
  expect(() => withProtocol(open('by-id'), 'chunked')).toThrow(TypeError);
});

test('a protocol refuses the tool that it replaces, malformed calls, and everything after the submission', async () => {
  for (const [protocol, last] of [
    ['chunked', ['finish', REST]],
    ['by-id', ['submit_ids', { record_ids: [], ...REST }]],
  ] as const) {
    const environment = open(protocol);
    const [name, args] = last;
    expect(classOf(await environment.call('submit_results', { data_jsonl: '', ...REST }))).toBe(
      'unknown-tool',
    );
    expect(classOf(await environment.call(name, { ...args, run_log: 3 }))).toBe('invalid-arguments');
    expect(environment.submission()).toBeUndefined();
    expect((await environment.call(name, args)).isError).toBe(false);
    expect(environment.submission()?.parts[DATA_PART]).toBe('');
    expect(classOf(await environment.call(name, args))).toBe('already-submitted');
    expect(classOf(await environment.call('fetch_page', { page: 1 }))).toBe('already-submitted');
    expect(environment.ledger().map(({ index, tool, outcome }) => [index, tool, outcome])).toEqual([
      [0, 'submit_results', 'rejected'],
      [1, name, 'rejected'],
      [2, name, 'ok'],
      [3, name, 'refused'],
      [4, 'fetch_page', 'refused'],
    ]);
    expect(environment.ledger()[2]?.args).toEqual(args);
  }
  const ids = open('by-id');
  const mixed = await ids.call('submit_ids', { record_ids: ['a', 1], ...REST });
  expect(mixed.value).toMatchObject({
    error: { message: 'record_ids must be a list of texts, not a list of 2' },
  });
});

test('append_rows refuses what would pass the size of a submission, and keeps what it has', async () => {
  const environment = open('chunked');
  const half = 'x'.repeat(SUBMISSION_CHARACTERS / 2);
  expect((await environment.call('append_rows', { data_jsonl: half })).isError).toBe(false);
  expect(classOf(await environment.call('append_rows', { data_jsonl: half }))).toBe('submission-too-large');
  await environment.call('finish', REST);
  expect(environment.submission()?.parts[DATA_PART]).toHaveLength(half.length);
});

test.prop([fc.array(fc.string({ unit: fc.constantFrom('a', '{}', '\n', '\r\n', '"') }))])(
  'append_rows joins pieces without breaking or gluing a line',
  async (pieces) => {
    const environment = open('chunked');
    await Promise.all(pieces.map((data_jsonl) => environment.call('append_rows', { data_jsonl })));
    await environment.call('finish', REST);
    const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
    expect(lines(environment.submission()?.parts[DATA_PART] ?? '')).toEqual(pieces.flatMap(lines));
  },
);

test('a protocol passes calls on in the order in which they were made, and survives one that breaks', async () => {
  const inner = open('single');
  let broken = true;
  const fragile: Environment = {
    turns: [],
    tools: inner.tools,
    requestBudget: inner.requestBudget,
    call: (name: string, args: JsonValue) => {
      const breaks = broken;
      broken = false;
      return breaks ? Promise.reject(new Error('the apparatus broke')) : inner.call(name, args);
    },
    ledger: () => inner.ledger(),
    submission: () => inner.submission(),
  };
  const environment = withProtocol(fragile, 'chunked');
  expect(environment.turns).toHaveLength(1);
  const first = environment.call('fetch_page', { page: 1 });
  const rest = Promise.all([1, 2, 3].map((page) => environment.call('fetch_page', { page })));
  await expect(first).rejects.toThrow('the apparatus broke');
  expect((await rest).every((answer) => !answer.isError)).toBe(true);
  expect(environment.ledger().map((entry) => [entry.index, entry.page])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
});
