import { fc, test } from '@fast-check/vitest';
import { describe, expect, test as it } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { LedgerEntry, ToolResult } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { AdverseEnvironment, QUOTA_DEATH } from './environment.ts';
import { SQUEEZE } from './parameters.ts';
import { adversityTask, controlSchedule } from './task.ts';

const quiet = { base: 0, scale: 0, corruptions: [], totalsAt: null } as const;
const constant = (level: number) => ({ kind: 'constant', level });
const squeeze = { ...SQUEEZE };

function open(settings: JsonObject, seed = 0): AdverseEnvironment {
  const environment = adversityTask(settings).open(seed);
  if (environment instanceof AdverseEnvironment) return environment;
  throw new TypeError('The single protocol opens the environment itself');
}

const fetch = (environment: AdverseEnvironment, page: JsonValue): Promise<ToolResult> =>
  environment.call('fetch_page', { page });

const last = (environment: AdverseEnvironment): LedgerEntry => environment.ledger().at(-1) as LedgerEntry;

const rowsOf = ({ value }: ToolResult): JsonObject[] =>
  isJsonObject(value) && Array.isArray(value['rows']) ? (value['rows'] as JsonObject[]) : [];

/** Asks for pages in order, each until it is served, at most `attempts` times. */
async function walk(environment: AdverseEnvironment, attempts = 50): Promise<void> {
  for (let page = 1; page <= 5; page += 1) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (!(await fetch(environment, page)).isError) break;
      if (last(environment).outcome === 'refused') return;
    }
  }
}

const kinds = (environment: AdverseEnvironment) =>
  new Set(environment.ledger().flatMap(({ faults }) => faults));

verifies('adversity.adapter.every-intent', async () => {
  const truth = adversityTask().truth?.(0).records ?? [];
  const page = truth.slice(0, 15).map((record) => record['record_id']);
  const served = async (settings: JsonObject) => {
    const environment = open({ ...quiet, schedule: constant(1), corruptionScale: 0.4, ...settings });
    const answer = await fetch(environment, 1);
    return {
      answer,
      ids: rowsOf(answer).map((row) => row['record_id']),
      entry: last(environment),
      environment,
    };
  };
  expect((await served({})).ids).toEqual(page);

  const faulted = await served({ base: 1 });
  expect(faulted.answer).toMatchObject({ isError: true, value: { error: { status: 429, retryable: true } } });
  expect(faulted.entry).toMatchObject({ outcome: 'fault', status: 429, faults: ['rate_limit'] });

  const overwritten = await served({ corruptions: ['duplicate'] });
  expect(overwritten.ids).toHaveLength(15);
  expect(new Set(overwritten.ids).size).toBeLessThan(15);
  expect(overwritten.entry.faults).toEqual(['duplicates']);
  expect(overwritten.entry.served).toEqual(overwritten.ids);

  const appended = await served({ corruptions: ['duplicate'], duplicates: 'append' });
  expect([appended.ids.length, new Set(appended.ids).size]).toEqual([21, 15]);

  const reordered = await served({ corruptions: ['reorder'] });
  expect(reordered.ids).not.toEqual(page);
  expect(new Set(reordered.ids)).toEqual(new Set(page));
  expect(reordered.ids).toHaveLength(15);
  expect(reordered.entry.faults).toEqual(['reorder']);

  const noisy = await served({ corruptions: ['noise'] });
  expect(noisy.ids).toEqual(page);
  expect(rowsOf(noisy.answer)).not.toEqual(truth.slice(0, 15));
  expect(noisy.entry.faults).toEqual(['noise']);

  const dropped = await served({ corruptions: ['drop'] });
  expect(dropped.ids).toHaveLength(9);
  expect(dropped.entry.faults).toEqual(['drop']);

  const late = await served({ latency: 4, schedule: constant(0.5) });
  expect(late.answer.value).toMatchObject({ latency_seconds: 2 });
  expect(late.entry.faults).toEqual(['latency']);

  const squeezed = await served({ quota: 8, squeeze });
  expect(squeezed.environment.requestBudget).toBe(5);
  expect(squeezed.entry.faults).toEqual(['quota_squeeze']);
});

verifies('adversity.adapter.totals-at', async () => {
  for (const [level, expected] of [
    [0.69, 0],
    [0.7, 1],
    [1, 1],
  ] as const) {
    const environment = open({ ...quiet, totalsAt: 0.7, schedule: constant(level) });
    const rows = rowsOf(await fetch(environment, 2));
    expect(rows.filter((row) => row['isTotal'] === true)).toHaveLength(expected);
    expect(last(environment).faults).toEqual(expected === 1 ? ['totals'] : []);
  }
  const corrupted = open({ schedule: constant(1), base: 0, scale: 0 });
  const [totals, ...rows] = rowsOf(await fetch(corrupted, 1));
  const sum = rows.reduce((total, row) => total + (row['tradeValue'] as number), 0);
  expect(totals?.['tradeValue']).toBe(sum);
});

verifies('adversity.quota.one-shot-squeeze', async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const escalating = open({ quota: 12, squeeze }, seed);
    await walk(escalating);
    const crossings = escalating.ledger().filter(({ faults }) => faults.includes('quota_squeeze'));
    expect(crossings).toHaveLength(1);
    expect(escalating.requestBudget).toBe(9);
    const before = escalating.adversity().findIndex(({ intensity }) => intensity >= 0.7);
    expect(crossings[0]?.index).toBe(before);
    const control = open({ quota: 12, squeeze, schedule: { ...controlSchedule() } }, seed);
    await walk(control);
    expect(control.requestBudget).toBe(12);
  }
  const calm = open({ ...quiet, quota: 4, squeeze });
  await walk(calm);
  expect(calm.ledger().map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'refused']);
});

verifies('adversity.quota.death-in-ledger', async () => {
  const refused = open({ ...quiet, quota: 2 });
  for (const page of [1, 2, 3]) await fetch(refused, page);
  expect(last(refused)).toMatchObject({ outcome: 'refused', charged: false, faults: [QUOTA_DEATH] });

  const faulted = open({ ...quiet, base: 1, quota: 1 });
  await fetch(faulted, 1);
  expect(last(faulted)).toMatchObject({ outcome: 'fault', faults: ['rate_limit', QUOTA_DEATH] });

  const whole = open({ ...quiet, quota: 5 });
  await walk(whole);
  await fetch(whole, 3);
  expect(last(whole)).toMatchObject({ outcome: 'refused', faults: [] });
  expect(kinds(whole).has(QUOTA_DEATH)).toBe(false);

  const spare = open({ ...quiet, base: 1, quota: 2 });
  await fetch(spare, 1);
  expect(kinds(spare).has(QUOTA_DEATH)).toBe(false);
});

verifies('adversity.task.settings-say-all', async () => {
  const task = adversityTask({ quota: 8, squeeze });
  const again = adversityTask(task.settings);
  expect(again.settings).toEqual(task.settings);
  const transcript = async (settings: JsonObject) => {
    const environment = open(settings, 4);
    const info = await environment.call('get_task_info', {});
    await walk(environment, 3);
    return JSON.stringify([info, environment.ledger(), environment.adversity()]);
  };
  const base: JsonObject = { ...task.settings };
  const reference = await transcript(base);
  expect(await transcript(again.settings)).toBe(reference);
  const changes: readonly JsonObject[] = [
    { schedule: constant(0.6) },
    { schedule: { kind: 'step', low: 0, high: 1, at: 0.5 } },
    { schedule: { kind: 'plateau', from: 0, to: 1, at: 0.5 } },
    { base: 0.3 },
    { scale: 0.9 },
    { corruptionScale: 0.2 },
    { corruptions: ['drop'] },
    { duplicates: 'append' },
    { totalsAt: null },
    { quota: 9 },
    { squeeze: null },
    { squeeze: { at: 0.7, delta: -4 } },
    { latency: 1 },
  ];
  for (const change of changes) expect(await transcript({ ...base, ...change })).not.toBe(reference);
});

describe('AdverseEnvironment', () => {
  it('has every record of the truth and every declared fault in a complete walk', async () => {
    for (const settings of [{}, { quota: 40, squeeze }, { corruptions: ['drop', 'noise'], latency: 1 }]) {
      const task = adversityTask(settings);
      const environment = open(settings, 3);
      await walk(environment);
      expect([...kinds(environment)]).toEqual(expect.arrayContaining([...task.faults]));
    }
    const clean = open({ ...quiet });
    await walk(clean);
    const served = clean.ledger().flatMap((entry) => entry.served ?? []);
    expect(served).toEqual(
      adversityTask()
        .truth?.(0)
        .records.map((record) => record['record_id']),
    );
  });

  it('differs between seeds and keeps no state between episodes', async () => {
    const ledgerOf = async (seed: number) => {
      const environment = open({ quota: 8, squeeze }, seed);
      await walk(environment);
      return JSON.stringify(environment.ledger());
    };
    expect(await ledgerOf(1)).not.toBe(await ledgerOf(2));
    expect(await ledgerOf(1)).toBe(await ledgerOf(1));
  });

  it('charges pages that do not exist without a step of the adversary, and malformed calls not at all', async () => {
    const environment = open({ ...quiet, quota: 5 });
    expect((await fetch(environment, 0)).value).toMatchObject({ error: { class: 'page-out-of-range' } });
    expect((await fetch(environment, 6)).value).toMatchObject({ error: { class: 'page-past-end' } });
    expect((await fetch(environment, 'one')).value).toMatchObject({ error: { class: 'invalid-arguments' } });
    expect((await environment.call('fetch_all', {})).value).toMatchObject({
      error: { class: 'unknown-tool' },
    });
    expect(environment.ledger().map(({ charged }) => charged)).toEqual([true, true, false, false]);
    expect(environment.adversity()).toEqual([]);
    const { value } = await environment.call('get_task_info', {});
    expect(value).toMatchObject({ requests_used: 2, requests_remaining: 3 });
  });

  it('tells of no limit where retries are free', async () => {
    const environment = open({});
    expect(environment.requestBudget).toBe(Number.POSITIVE_INFINITY);
    expect((await environment.call('get_task_info', null)).value).toMatchObject({ requests_remaining: null });
    expect(environment.turns[0]?.text).toContain('Requests are free');
  });

  it('takes one submission, and then no more work', async () => {
    const environment = open({});
    const parts = { data_jsonl: '', metadata_json: '{}', run_log: '' };
    expect((await environment.call('submit_results', { data_jsonl: '' })).isError).toBe(true);
    expect(environment.submission()).toBeUndefined();
    expect((await environment.call('submit_results', parts)).isError).toBe(false);
    expect(environment.submission()?.parts['data.jsonl']).toBe('');
    for (const answer of [await environment.call('submit_results', parts), await fetch(environment, 1)]) {
      expect(answer.value).toMatchObject({ error: { class: 'already-submitted' } });
    }
  });

  it('holds the quota under calls made at once', async () => {
    const environment = open({ ...quiet, quota: 3 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((page) => fetch(environment, page)));
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, true, true]);
  });

  it('takes a submission by the other protocols too', () => {
    const environment = adversityTask().open(0, { submission: 'by-id' });
    expect(environment.tools.map(({ name }) => name)).toEqual(['get_task_info', 'fetch_page', 'submit_ids']);
  });

  it.each([-1, 1.5, Number.NaN])('refuses the seed %s', (seed) => {
    expect(() => adversityTask().open(seed)).toThrow(expect.objectContaining({ code: 'invalid-seed' }));
    expect(() => adversityTask().truth?.(seed)).toThrow(expect.objectContaining({ code: 'invalid-seed' }));
  });
});

const anyCall = fc.oneof(
  fc.record({ name: fc.constant('fetch_page'), args: fc.record({ page: fc.integer({ min: -2, max: 8 }) }) }),
  fc.record({ name: fc.string(), args: fc.jsonValue() }),
  fc.record({
    name: fc.constantFrom('fetch_page', 'get_task_info', 'submit_results'),
    args: fc.jsonValue(),
  }),
);

test.prop([fc.array(anyCall, { maxLength: 40 }), fc.nat({ max: 9 }), fc.nat()])(
  'whatever is called, every call is answered and entered, and no more is charged than the quota',
  async (calls, quota, seed) => {
    const environment = open({ quota }, seed);
    for (const { name, args } of calls) {
      expect(await environment.call(name, args as JsonValue)).toHaveProperty('isError');
    }
    const ledger = environment.ledger();
    expect(ledger.map(({ index }) => index)).toEqual(calls.map((_, index) => index));
    expect(ledger.filter(({ charged }) => charged).length).toBeLessThanOrEqual(quota);
  },
);
