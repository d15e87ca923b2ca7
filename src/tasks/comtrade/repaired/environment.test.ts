import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { Environment, ToolResult } from '../../../core/contracts/index.ts';
import type { JsonValue } from '../../../core/json.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../submission.ts';
import { transcript } from '../transcript.ts';
import { repairedTask, repairedTasks } from './task.ts';

const T8 = repairedTask('T8_mixed_faults');
const PAPERS = { data_jsonl: '{"a":1}', metadata_json: '{}', run_log: '' };

const fetchPage = (environment: Environment, page: JsonValue) => environment.call('fetch_page', { page });

function errorOf(value: JsonValue): { class: string; retryable: boolean; message: string; status?: number } {
  return (value as { error: { class: string; retryable: boolean; message: string } }).error;
}

/** Repeats a call for as long as its answer says that this can help. */
async function settled(
  environment: Environment,
  page: JsonValue,
): Promise<{ answer: ToolResult; failures: number[] }> {
  const failures: number[] = [];
  let answer = await fetchPage(environment, page);
  while (answer.isError && errorOf(answer.value).retryable && failures.length < 9) {
    failures.push(errorOf(answer.value).status ?? 0);
    answer = await fetchPage(environment, page);
  }
  return { answer, failures };
}

verifies('comtrade.repaired.retry-told-truly', async () => {
  const pages = [0, -3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2 ** 60, 'one'];
  const seen = new Set<number>();
  for (const environment of repairedTasks().flatMap((task) => [0, 1, 2].map((seed) => task.open(seed)))) {
    for (const page of pages) {
      const { answer, failures } = await settled(environment, page);
      expect(failures.length).toBeLessThanOrEqual(2);
      for (const status of failures) seen.add(status);
      const again = answer.isError ? await fetchPage(environment, page) : answer;
      if (environment.ledger().at(-1)?.outcome !== 'refused') expect(again).toEqual(answer);
    }
  }
  expect(seen).toEqual(new Set([429, 500]));
});

test('a rejected page says why, in a class', async () => {
  const environment = T8.open(0);
  expect(errorOf((await fetchPage(environment, 0)).value)).toEqual({
    class: 'page-out-of-range',
    status: 422,
    message: 'Pages are numbered from 1: there is no page 0',
    retryable: false,
  });
  expect(errorOf((await fetchPage(environment, 4)).value)).toMatchObject({
    class: 'page-past-end',
    status: 404,
    retryable: false,
  });
  expect(errorOf((await fetchPage(environment, '1')).value)).toEqual({
    class: 'invalid-arguments',
    message: 'page must be an integer, not the text "1"',
    retryable: false,
  });
  const sized = await environment.call('fetch_page', { page: 1, page_size: 500 });
  expect(errorOf(sized.value)).toMatchObject({ class: 'invalid-arguments', retryable: false });
  expect(environment.ledger().map(({ outcome, charged }) => [outcome, charged])).toEqual([
    ['rejected', true],
    ['rejected', true],
    ['rejected', false],
    ['rejected', false],
  ]);
});

verifies('comtrade.repaired.nothing-given-away', async () => {
  for (const task of repairedTasks()) {
    const rows = Number(task.settings['rows']);
    const twin = repairedTask(task.id, { rows: rows + 1 });
    const [one, other] = [task.open(0), twin.open(0)];
    expect(one.turns).toEqual(other.turns);
    const info = await one.call('get_task_info', {});
    expect(info).toEqual(await other.call('get_task_info', {}));
    expect(JSON.stringify([info, one.turns, one.tools])).not.toMatch(
      /https?:|localhost|total_rows|total_pages/,
    );
    const page = await fetchPage(one, 1);
    if (!page.isError) expect(Object.keys(page.value as object)).toEqual(['page', 'has_more', 'rows']);
  }
});

verifies('comtrade.repaired.budget-holds', async () => {
  for (const task of repairedTasks()) {
    const environment = task.open(1);
    const pages = Array.from({ length: environment.requestBudget * 2 }, (_, index) => index % 12);
    const answers = await Promise.all(pages.map((page) => fetchPage(environment, page)));
    const ledger = environment.ledger();
    expect(ledger.map((entry) => entry.page)).toEqual(pages);
    expect(ledger.filter((entry) => entry.charged)).toHaveLength(environment.requestBudget);
    const refused = answers.slice(environment.requestBudget).map(({ value }) => errorOf(value).class);
    expect(new Set(refused)).toEqual(new Set(['budget-exhausted']));
    const info = (await environment.call('get_task_info', {})).value;
    expect(info).toMatchObject({ requests_used: environment.requestBudget, requests_remaining: 0 });
  }
});

verifies('comtrade.repaired.one-submission', async () => {
  const environment = T8.open(0);
  const malformed: JsonValue[] = [
    null,
    [],
    'data',
    {},
    { data_jsonl: '', metadata_json: '{}' },
    { ...PAPERS, data_jsonl: [] },
    { ...PAPERS, metadata_json: {} },
    { ...PAPERS, run_log: null },
    { ...PAPERS, more: '' },
  ];
  for (const args of malformed) {
    const answer = await environment.call('submit_results', args);
    expect(errorOf(answer.value)).toMatchObject({ class: 'invalid-arguments', retryable: false });
    expect(environment.submission()).toBeUndefined();
  }
  expect(await environment.call('submit_results', PAPERS)).toEqual({
    value: { accepted: true },
    isError: false,
  });
  const handedIn = {
    parts: { [DATA_PART]: PAPERS.data_jsonl, [METADATA_PART]: PAPERS.metadata_json, [LOG_PART]: '' },
  };
  expect(environment.submission()).toEqual(handedIn);
  const second = await environment.call('submit_results', { ...PAPERS, data_jsonl: 'other' });
  expect(errorOf(second.value).class).toBe('already-submitted');
  expect(errorOf((await fetchPage(environment, 1)).value).class).toBe('already-submitted');
  expect(environment.submission()).toEqual(handedIn);
  expect(environment.ledger().at(-1)).toMatchObject({ outcome: 'refused', charged: false, page: 1 });
  expect((await environment.call('get_task_info', {})).isError).toBe(false);
});

test('an episode that is asked nothing has submitted nothing, and an empty submission is one', async () => {
  const environment = T8.open(0);
  expect(environment.submission()).toBeUndefined();
  await environment.call('submit_results', { data_jsonl: '', metadata_json: '', run_log: '' });
  expect(environment.submission()?.parts).toEqual({ [DATA_PART]: '', [METADATA_PART]: '', [LOG_PART]: '' });
});

/** Sets every field that can be set, all the way down. */
function vandalise(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    vandalise((value as Record<string, unknown>)[key]);
    (value as Record<string, unknown>)[key] = 'vandalised';
  }
}

verifies('comtrade.repaired.no-leak', async () => {
  for (const task of repairedTasks()) {
    const alone = JSON.stringify(await transcript(task.open(4)));
    const [one, other] = [task.open(4), task.open(5)];
    for (const page of [1, 2, 1]) {
      vandalise((await other.call('get_task_info', {})).value);
      vandalise((await fetchPage(other, page)).value);
      vandalise(task.truth?.(4).records);
    }
    expect(JSON.stringify(await transcript(one))).toBe(alone);
  }
  const environment = T8.open(4);
  const untouched = T8.open(4);
  for (const page of [1, 1, 2, 2, 3, 3, 1]) {
    const expected = JSON.stringify(await fetchPage(untouched, page));
    const answer = await fetchPage(environment, page);
    expect(JSON.stringify(answer)).toBe(expected);
    vandalise(answer.value);
  }
});

const NAMES = ['get_task_info', 'fetch_page', 'submit_results', 'append_rows', 'finish', 'submit_ids'];
const anyCall = fc.tuple(
  fc.oneof(fc.constantFrom(...NAMES), fc.string(), fc.constantFrom('constructor', '__proto__', 'toString')),
  fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }),
    fc.record({ page: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double(), fc.string()) }),
    fc.record({ data_jsonl: fc.string(), metadata_json: fc.string(), run_log: fc.string() }),
    fc.record({ record_ids: fc.array(fc.string()), metadata_json: fc.string(), run_log: fc.string() }),
  ),
);

test.prop([
  fc.array(anyCall, { maxLength: 120 }),
  fc.constantFrom('single' as const, 'chunked' as const, 'by-id' as const),
  fc.constantFrom('T1_single_page', 'T3_duplicates', 'T9_adaptive_adversary'),
])(
  'an environment answers any call, enters each once, and keeps its budget',
  async (calls, submission, id) => {
    const environment = repairedTask(id).open(0, { submission });
    for (const [index, [name, args]] of calls.entries()) {
      const { value, isError } = await environment.call(name, args as JsonValue);
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      expect(isError).toBe(Object.hasOwn(value as object, 'error'));
      const entry = environment.ledger().at(-1);
      expect(entry).toMatchObject({ index, tool: name });
      expect(entry?.outcome === 'ok').toBe(!isError);
    }
    const charged = environment.ledger().filter((entry) => entry.charged);
    expect(charged.length).toBeLessThanOrEqual(environment.requestBudget);
  },
);
