import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { Environment, LedgerEntry } from '../../../core/contracts/index.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { COMTRADE_DEFINITIONS } from '../definitions.ts';
import { publishedTask, publishedTasks } from './index.ts';

const open = (id: string): Environment => publishedTask(id).open(0);

async function fetchAll(environment: Environment, pages: readonly JsonValue[]): Promise<JsonObject[]> {
  const answers: JsonObject[] = [];
  for (const page of pages) {
    answers.push((await environment.call('fetch_page', { page })).value as JsonObject);
  }
  return answers;
}

const statuses = (environment: Environment): (number | undefined)[] =>
  environment.ledger().map((entry) => entry.status);

verifies('published.seed.ignored', async () => {
  for (const task of publishedTasks()) {
    expect(task.truth?.(1)).toEqual(task.truth?.(2));
    const one = await fetchAll(task.open(1), [1, 1, 2, 2, 3, 5, 5]);
    expect(await fetchAll(task.open(987_654_321), [1, 1, 2, 2, 3, 5, 5])).toEqual(one);
  }
});

verifies('published.budget.charged-whatever-the-outcome', async () => {
  const environment = open('T4_rate_limit_429');
  const answers = await fetchAll(environment, [1, 2, 0, ...Array<number>(57).fill(3), 1, 1]);
  expect(statuses(environment).slice(0, 4)).toEqual([200, 429, 422, 200]);
  expect(environment.ledger().filter((entry) => entry.charged)).toHaveLength(60);
  expect(answers.at(-1)).toEqual({ error: 'Request limit exceeded for this episode.' });
  expect(environment.ledger().at(-1)).toMatchObject({ outcome: 'refused', charged: false, faults: [] });
  const { value } = await environment.call('get_task_info', {});
  expect(value).toMatchObject({ requests_used: 60, requests_remaining: 0 });
});

const NO_PAGE: JsonValue[] = [0, -1, 1.5, true, null, [], {}, '', 'one', '1.5', '0x1', '0', 2 ** 60, [1]];

verifies('published.arguments.no-integer-is-422', async () => {
  const environment = open('T4_rate_limit_429');
  await environment.call('fetch_page', {});
  for (const page of NO_PAGE) {
    const { value, isError } = await environment.call('fetch_page', { page });
    expect(value).toEqual({ status: 422, error: 'HTTP Error 422: Unprocessable Entity', retry: true });
    expect(isError).toBe(true);
  }
  for (const size of [...NO_PAGE, 5001]) await environment.call('fetch_page', { page: 1, page_size: size });
  expect(
    environment
      .ledger()
      .slice(1)
      .every((entry) => entry.charged && entry.status === 422),
  ).toBe(true);
  expect((await environment.call('fetch_page', { page: 2 })).value).toMatchObject({ status: 429 });
});

test('an integer written as a text is a page, as it is for the release, which sends query text', async () => {
  const environment = open('T3_duplicates');
  const { value } = await environment.call('fetch_page', { page: ' 2 ', page_size: '+500' });
  expect(value).toMatchObject({ page: 2, page_size: 10 });
});

test.each<[string, JsonValue]>([
  ['fetch_page', { page: 1, offset: 3 }],
  ['fetch_page', [1]],
  ['fetch_page', 'page 1'],
  ['get_task_info', { task_id: 'T3_duplicates' }],
  ['submit_results', {}],
  ['submit_results', { data_jsonl: '' }],
  ['submit_results', { data_jsonl: '', metadata_json: {} }],
  ['submit_results', { data_jsonl: '', metadata_json: '{}', run_log: null }],
  ['delete_everything', {}],
  ['__proto__', {}],
])('a call of %s with %j never reaches a tool: rejected, free of charge', async (tool, args) => {
  const environment = open('T3_duplicates');
  const { value, isError } = await environment.call(tool, args);
  expect([isError, Object.keys(value as JsonObject)]).toEqual([true, ['error']]);
  expect(environment.ledger()).toMatchObject([{ tool, args, outcome: 'rejected', charged: false }]);
  expect(environment.submission()).toBeUndefined();
  const submitted = await environment.call('submit_results', { data_jsonl: '', metadata_json: '' });
  expect(submitted).toEqual({ value: { done: true }, isError: false });
});

test('absent arguments take the defaults: page 1 of the size of the task', async () => {
  const { value } = await open('T3_duplicates').call('fetch_page', null);
  expect(value).toMatchObject({ page: 1, page_size: 10, total_rows: 25, has_more: true });
});

verifies('published.episodes.isolated', async () => {
  const walk = [1, 2, 2, 3, 1, 1, 2];
  const alone = await fetchAll(open('T8_mixed_faults'), walk);
  const [left, right] = [open('T8_mixed_faults'), open('T8_mixed_faults')];
  const answers: JsonValue[][] = [[], []];
  for (const page of walk) {
    answers[0]?.push((await left.call('fetch_page', { page })).value);
    await right.call('fetch_page', { page: 3 });
    answers[1]?.push((await right.call('fetch_page', { page: 0 })).value);
  }
  expect(answers[0]).toEqual(alone);
  expect(right.ledger()).toHaveLength(2 * walk.length);
});

verifies('published.calls.serialised', async () => {
  const pages = [1, 2, 2, 3, 3, 1, 2, 3];
  const inTurn = open('T9_adaptive_adversary');
  const answers = await fetchAll(inTurn, pages);
  const atOnce = open('T9_adaptive_adversary');
  const results = await Promise.all(pages.map((page) => atOnce.call('fetch_page', { page })));
  expect(results.map((result) => result.value)).toEqual(answers);
  expect(atOnce.ledger()).toEqual(inTurn.ledger());
});

verifies('published.clean-task.labelled', async () => {
  const clean = publishedTask('T9_clean_ab');
  expect(clean.title).toMatch(/reconstructed from Table A11; not in the release/);
  expect(clean.settings['origin']).toBe('reconstructed');
  expect(clean.faults).toEqual([]);
  const environment = clean.open(0);
  await fetchAll(environment, [1, 2, 3, 4, 5]);
  const served = environment.ledger().flatMap((entry) => entry.served ?? []);
  expect(served).toEqual(clean.truth?.(0).records.map((record) => record['record_id']));
});

test('the ledger names the faults that really reached an answer, and no others', async () => {
  const faultsOf = async (id: string, pages: readonly number[]): Promise<string[][]> => {
    const environment = open(id);
    await fetchAll(environment, pages);
    return environment.ledger().map((entry) => [...entry.faults]);
  };
  expect(await faultsOf('T2_multi_page', [1, 6])).toEqual([['pagination'], []]);
  expect(await faultsOf('T3_duplicates', [1, 2, 3])).toEqual([[], [], []]);
  expect(await faultsOf('T4_rate_limit_429', [1, 2])).toEqual([[], ['rate_limit']]);
  expect(await faultsOf('T5_server_error_500', [1, 2])).toEqual([[], ['server_error']]);
  expect(await faultsOf('T6_page_drift', [1])).toEqual([['page_drift']]);
  expect(await faultsOf('T7_totals_trap', [4])).toEqual([['totals']]);
  expect(await faultsOf('T8_mixed_faults', [1, 2, 2])).toEqual([
    ['duplicates'],
    ['rate_limit'],
    ['duplicates'],
  ]);
  expect(await faultsOf('T9_adaptive_adversary', [1, 5, 5])).toEqual([
    [],
    ['duplicates', 'totals'],
    ['rate_limit'],
  ]);
});

const argument = fc.oneof(fc.integer({ min: -2, max: 7 }), fc.jsonValue());
const call = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ tool: fc.constant('fetch_page'), args: fc.record({ page: argument }) }),
  },
  fc.record({
    tool: fc.constantFrom('fetch_page', 'get_task_info', 'submit_results', 'toString'),
    args: fc.oneof(
      fc.jsonValue(),
      fc.record({ page: argument, page_size: argument }),
      fc.record({
        data_jsonl: fc.string({ unit: 'binary' }),
        metadata_json: fc.json(),
        run_log: fc.string(),
      }),
      fc.record({ data_jsonl: argument, metadata_json: argument }),
    ),
  }),
);

function addsUp(ledger: readonly LedgerEntry[], calls: readonly { tool: string }[], budget: number): void {
  expect(ledger.map(({ index, tool }) => [index, tool])).toEqual(calls.map(({ tool }, i) => [i, tool]));
  const charged = ledger.filter((entry) => entry.charged);
  expect(charged.length).toBeLessThanOrEqual(budget);
  expect(charged.every(({ tool, status }) => tool === 'fetch_page' && status !== undefined)).toBe(true);
  for (const entry of ledger) {
    expect(entry.outcome === 'fault').toBe(entry.status === 429 || entry.status === 500);
    expect(entry.served !== undefined).toBe(entry.status === 200);
    if (entry.outcome === 'refused') expect(entry.charged).toBe(false);
  }
  const submissions = ledger.filter(({ tool, outcome }) => tool === 'submit_results' && outcome === 'ok');
  expect(submissions.length).toBeLessThanOrEqual(1);
}

verifies('published.ledger.adds-up', async () => {
  const ids = COMTRADE_DEFINITIONS.map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ids), fc.array(call, { maxLength: 12 }), async (id, calls) => {
      const environment = open(id);
      for (const { tool, args } of calls) {
        const { value, isError } = await environment.call(tool, args as JsonValue);
        expect(isError).toBe('error' in (value as JsonObject));
      }
      addsUp(environment.ledger(), calls, environment.requestBudget);
      const { value } = await environment.call('get_task_info', {});
      const used = environment.ledger().filter((entry) => entry.charged).length;
      expect(value).toMatchObject({
        requests_used: used,
        requests_remaining: environment.requestBudget - used,
      });
    }),
    { numRuns: 200 },
  );
});

property.prop([fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 })])(
  'page rows never outnumber the page by more than the totals row, whatever was asked before',
  async (pages) => {
    for (const id of ['T6_page_drift', 'T8_mixed_faults', 'T9_adaptive_adversary']) {
      const environment = open(id);
      const truth = new Set(
        publishedTask(id)
          .truth?.(0)
          .records.map((record) => record['record_id']),
      );
      for (const answer of await fetchAll(environment, pages)) {
        const rows = (answer['rows'] ?? []) as JsonObject[];
        expect(rows.length).toBeLessThanOrEqual(Number(answer['page_size'] ?? 0) + 1);
        const strangers = rows.filter((row) => !truth.has(row['record_id'] as string));
        expect(strangers.every((row) => row['is_total'] === true)).toBe(true);
      }
    }
  },
);
