import { expect, test } from 'vitest';
import { comtradeDefinition } from './definitions.ts';
import { publishedTask, publishedTaskOf } from './published/index.ts';
import { repairedTask } from './repaired/task.ts';
import { transcript } from './transcript.ts';
import { reWalk, walkInOrder } from './walk.ts';

test('walkInOrder counts what was charged, repeated and served', async () => {
  const walk = await walkInOrder(repairedTask('T8_mixed_faults').open(0));
  expect(walk).toMatchObject({
    requests: 5,
    requestsToLastNew: 5,
    retries: 2,
    pages: 3,
    faults: ['duplicates', 'rate_limit'],
    stop: 'complete',
  });
  expect(walk.records).toHaveLength(60);
});

test('walkInOrder counts from where it starts', async () => {
  const environment = repairedTask('T1_single_page').open(0);
  await environment.call('fetch_page', { page: 0 });
  expect(await walkInOrder(environment)).toMatchObject({ requests: 1, pages: 1, stop: 'complete' });
});

test('walkInOrder leaves totals rows out, marked or not', async () => {
  for (const stressors of [[], ['hidden-totals']] as const) {
    const walk = await walkInOrder(repairedTask('T7_totals_trap', { stressors }).open(0));
    expect(walk.records).toHaveLength(750);
  }
});

test('walkInOrder ends when the budget is spent, even where every error says that a retry can help', async () => {
  for (const stressors of [[], ['misleading-retry']] as const) {
    const walk = await walkInOrder(
      repairedTask('T10_constrained_budget', { maxRequests: 3, stressors }).open(0),
    );
    expect(walk).toMatchObject({ requests: 3, pages: 3, stop: 'budget-spent' });
    expect(walk.records).toHaveLength(30);
  }
});

test('walkInOrder gives a page up after as many attempts as it was told', async () => {
  const task = repairedTask('T5_server_error_500', { serverErrors: 30 });
  expect(await walkInOrder(task.open(0))).toMatchObject({ requests: 10, pages: 0, stop: 'gave-up' });
  expect(await walkInOrder(task.open(0), { attempts: 11 })).toMatchObject({ requests: 33, stop: 'complete' });
});

test('reWalk attains what one walk in overwrite mode cannot, and says when', async () => {
  const task = repairedTask('T8_mixed_faults', { duplicates: 'overwrite' });
  expect((await walkInOrder(task.open(0))).records).toHaveLength(52);
  const walk = await reWalk(task.open(0), { target: 60 });
  expect(walk.records).toHaveLength(60);
  expect(walk.requests).toBe(walk.requestsToLastNew);
  expect(walk.requests).toBeGreaterThan(5);
});

test('reWalk without a target spends the budget', async () => {
  const walk = await reWalk(repairedTask('T3_duplicates').open(0));
  expect(walk).toMatchObject({ requests: 50, requestsToLastNew: 3, stop: 'budget-spent' });
});

test('transcript asks until the budget is spent, and no further', async () => {
  const environment = repairedTask('T4_rate_limit_429').open(0);
  const answers = await transcript(environment);
  expect(answers).toHaveLength(61);
  expect(environment.ledger().filter((entry) => entry.charged)).toHaveLength(60);
  expect(answers.at(-1)).toMatchObject({ error: { class: 'budget-exhausted' } });
});

test.each([
  ['T4_rate_limit_429', 30, 4],
  ['T6_page_drift', 24, 12],
  ['T8_mixed_faults', 53, 10],
  ['T9_adaptive_adversary', 68, 17],
])('walks of the release find in %s what its reference finds', async (id, inOneWalk, requestsToAll) => {
  const task = publishedTask(id);
  expect((await walkInOrder(task.open(0))).records).toHaveLength(inOneWalk);
  const target = task.truth?.(0).records.length ?? 0;
  const walk = await reWalk(task.open(0), { target });
  expect(walk.records).toHaveLength(target);
  expect(walk.requestsToLastNew).toBe(requestsToAll);
});

test('transcript stays the same where a setting does nothing, as some of the release do', async () => {
  const definition = comtradeDefinition('T3_duplicates');
  const answers = (changed: Partial<typeof definition>) =>
    transcript(publishedTaskOf({ ...definition, ...changed }).open(0));
  const before = await answers({});
  expect(await answers({ qps: 1 })).toEqual(before);
  expect(await answers({ paging: 'page' })).toEqual(before);
  expect(await answers({ rows: 26 })).not.toEqual(before);
});
