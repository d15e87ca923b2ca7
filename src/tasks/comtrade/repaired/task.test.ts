import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { byCodePoint } from '../../../core/canonical.ts';
import type { LedgerEntry, Task } from '../../../core/contracts/index.ts';
import { sha256 } from '../../../core/digest.ts';
import { transcript } from '../transcript.ts';
import { type Walk, walkInOrder } from '../walk.ts';
import { repairedTask, repairedTasks } from './task.ts';

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

/** Kinds of fault that something in the service places, as opposed to follow from the size of the task. */
const placed = (task: Task): readonly string[] => task.faults.filter((fault) => fault !== 'pagination');

interface Walked {
  readonly walk: Walk;
  readonly ledger: readonly LedgerEntry[];
}

async function walked(task: Task, seed: number): Promise<Walked> {
  const environment = task.open(seed);
  const walk = await walkInOrder(environment);
  return { walk, ledger: environment.ledger() };
}

const idsOf = (task: Task, seed: number): string[] =>
  (task.truth?.(seed).records ?? []).map((record) => String(record['record_id']));

/** Where the faults of a walk lie, without what the records are called: by entry, and by position on the page. */
function placement(ledger: readonly LedgerEntry[]): string {
  const order = new Map<string, number>();
  return JSON.stringify(
    ledger.map(({ page, outcome, faults, served = [] }) => {
      const repeats: number[][] = [];
      for (const [position, id] of served.entries()) {
        const first = order.get(id);
        if (first === undefined && !id.includes('-TOTAL-')) order.set(id, order.size);
        else repeats.push([position, first ?? -1]);
      }
      return [page, outcome, faults, repeats];
    }),
  );
}

verifies('comtrade.repaired.truth-reachable', async () => {
  for (const task of repairedTasks()) {
    for (const seed of SEEDS) {
      const { walk } = await walked(task, seed);
      expect(walk.stop).toBe('complete');
      expect(walk.requests).toBeLessThanOrEqual(Number(task.settings['maxRequests']));
      const truth = new Set(task.truth?.(seed).records.map((record) => JSON.stringify(record)));
      const found = walk.records.filter((record) => truth.delete(JSON.stringify(record)));
      expect([found.length - walk.records.length, truth.size], `${task.id}, seed ${seed}`).toEqual([0, 0]);
    }
  }
});

verifies('comtrade.repaired.faults-occur', async () => {
  for (const task of repairedTasks()) {
    for (const seed of SEEDS) {
      const { walk, ledger } = await walked(task, seed);
      expect(walk.faults).toEqual(task.faults.toSorted(byCodePoint));
      expect(ledger.every((entry) => entry.outcome !== 'fault' || entry.faults.length > 0)).toBe(true);
    }
  }
});

verifies('comtrade.repaired.seed-reaches-all', async () => {
  for (const task of repairedTasks()) {
    let before = '';
    for (const seed of SEEDS) {
      const here = placement((await walked(task, seed)).ledger);
      if (placed(task).length > 0) expect(here, `${task.id}, seed ${seed}`).not.toBe(before);
      before = here;
    }
    const firsts = SEEDS.map((seed) => (task.truth?.(seed).records ?? []).slice(0, 3));
    const values = firsts.map((three) => JSON.stringify(three.map((record) => record['tradeValue'])));
    const ids = firsts.map((three) => JSON.stringify(three.map((record) => record['record_id'])));
    expect(new Set(values).size).toBe(SEEDS.length);
    expect(new Set(ids).size).toBe(SEEDS.length);
  }
});

test('repairedTask strikes every page of the 429 and 500 tasks as often, over seeds in a row', async () => {
  for (const [id, each] of [
    ['T4_rate_limit_429', 20],
    ['T5_server_error_500', 20],
    ['T8_mixed_faults', 40],
  ] as const) {
    const struck = [0, 0, 0];
    for (const seed of SEEDS.slice(0, 60)) {
      for (const entry of (await walked(repairedTask(id), seed)).ledger) {
        if (entry.outcome === 'fault')
          struck[(entry.page ?? 0) - 1] = (struck[(entry.page ?? 0) - 1] ?? 0) + 1;
      }
    }
    expect(struck).toEqual([each, each, each]);
  }
});

verifies('comtrade.repaired.deterministic', async () => {
  for (const task of repairedTasks()) {
    for (const seed of [0, 1, 7, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      const [one, other] = [task.open(seed), task.open(seed)];
      expect(JSON.stringify(await transcript(one))).toBe(JSON.stringify(await transcript(other)));
      expect(JSON.stringify(one.ledger())).toBe(JSON.stringify(other.ledger()));
      expect(one.turns).toEqual(other.turns);
      expect(task.truth?.(seed)).toEqual(task.truth?.(seed));
    }
  }
});

test('the repaired tasks serve what they served when this was written', async () => {
  const digests: Record<string, string> = {};
  for (const task of repairedTasks()) {
    digests[task.id] = sha256(JSON.stringify(await transcript(task.open(3)))).slice(0, 16);
  }
  expect(digests).toEqual({
    T1_single_page: '3c0c48e9eba012fb',
    T2_multi_page: '03abce176d0ab978',
    T3_duplicates: '8e000e90de32f2ea',
    T4_rate_limit_429: 'f994611105bc83d0',
    T5_server_error_500: '70908ee61b34b1c0',
    T6_page_drift: 'e3f157203972f57a',
    T7_totals_trap: '07fc7b77a22859cc',
    T8_mixed_faults: '930b7e8b390d20f1',
    T9_adaptive_adversary: 'b0a519d2ab34046b',
    T10_constrained_budget: '6e6dec0d41d2779c',
    T9_clean_ab: 'b50655822ba0aed0',
  });
});

verifies('comtrade.repaired.duplicates-added', async () => {
  for (const id of ['T3_duplicates', 'T8_mixed_faults', 'T9_adaptive_adversary', 'T10_constrained_budget']) {
    const task = repairedTask(id);
    for (const seed of SEEDS) {
      const seen = new Set<string>();
      let within = 0;
      let across = 0;
      for (const { served = [] } of (await walked(task, seed)).ledger) {
        const page = served.filter((row) => !row.includes('-TOTAL-'));
        within += page.length - new Set(page).size;
        across += [...new Set(page)].filter((row) => seen.has(row)).length;
        for (const row of page) seen.add(row);
      }
      expect(within).toBeGreaterThan(0);
      expect(across).toBeGreaterThan(0);
      expect([...seen].sort(byCodePoint)).toEqual(idsOf(task, seed).sort(byCodePoint));
    }
  }
});

test('repairedTask in overwrite mode loses a record for every duplicate, so one walk cannot see them all', async () => {
  const recalls: Record<string, Set<number>> = {};
  for (const task of repairedTasks({ duplicates: 'overwrite' })) {
    const seen = new Set<number>();
    for (const seed of SEEDS.slice(0, 50)) {
      const { walk, ledger } = await walked(task, seed);
      const rows = ledger.flatMap((entry) => (entry.served ?? []).filter((id) => !id.includes('-TOTAL-')));
      if (task.id !== 'T6_page_drift') expect(rows).toHaveLength(idsOf(task, seed).length);
      seen.add(walk.records.length / idsOf(task, seed).length);
      expect(walk.faults).toEqual(task.faults.toSorted(byCodePoint));
    }
    recalls[task.id] = seen;
  }
  expect(recalls['T3_duplicates']).toEqual(new Set([20 / 25]));
  expect(recalls['T8_mixed_faults']).toEqual(new Set([52 / 60]));
  expect(recalls['T9_adaptive_adversary']).toEqual(new Set([58 / 75]));
  expect(recalls['T10_constrained_budget']).toEqual(new Set([65 / 80]));
  expect(recalls['T6_page_drift']).toEqual(new Set([1]));
});

test('a repaired task names what it is, and refuses a seed that is none', () => {
  for (const task of repairedTasks()) {
    expect(task).toMatchObject({ suite: 'comtrade', profile: 'repaired' });
    expect(task.title).not.toBe('');
    for (const seed of [-1, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => task.open(seed)).toThrow(expect.objectContaining({ code: 'invalid-seed' }));
      expect(() => task.truth?.(seed)).toThrow(expect.objectContaining({ code: 'invalid-seed' }));
    }
  }
  expect(() => repairedTask('T11')).toThrow(expect.objectContaining({ code: 'unknown-task' }));
});
