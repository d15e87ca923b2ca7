import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { byCodePoint } from '../../../core/canonical.ts';
import type { Environment, LedgerEntry } from '../../../core/contracts/index.ts';
import { Random } from '../../../core/random.ts';
import { appendDuplicates, overwriteDuplicates, wholeRows } from './duplicates.ts';
import { Strikes } from './strikes.ts';
import { repairedTask } from './task.ts';

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

/** Fetches pages one after another, each until it is served, and gives the entries of the pages served. */
async function served(environment: Environment, pages: readonly number[]): Promise<LedgerEntry[]> {
  for (const page of pages) {
    let failed = true;
    while (failed) failed = (await environment.call('fetch_page', { page })).isError;
  }
  return environment.ledger().filter((entry) => entry.outcome === 'ok');
}

const repeatsOf = (entry: LedgerEntry | undefined): number => {
  const ids = (entry?.served ?? []).filter((id) => !id.includes('-TOTAL-'));
  return ids.length - 15;
};

verifies('comtrade.repaired.drift-loses-nothing', async () => {
  const task = repairedTask('T6_page_drift');
  for (const seed of SEEDS) {
    const pages = await served(task.open(seed), [1, 2, 3]);
    const again = await served(task.open(seed), [2, 2, 2]);
    const [first = [], second = [], third = []] = again.map((entry) => entry.served ?? []);
    expect(first).not.toEqual(second);
    expect(second).not.toEqual(third);
    const own = first.filter((id) => second.includes(id) && third.includes(id));
    expect(own.length).toBeGreaterThanOrEqual(12);
    const others = [pages[0], pages[2]].flatMap((entry) => entry?.served ?? []);
    const strangers = first.filter((id) => others.includes(id));
    expect(strangers.length).toBeGreaterThan(0);
    expect(first.toSorted(byCodePoint)).not.toEqual(first);
    for (const entry of again) expect(new Set(entry.served).size).toBe(14);
  }
});

/** How many requests were refused at each level of success, from none. */
function refusalsByLevel(ledger: readonly LedgerEntry[]): number[] {
  const levels: number[] = [];
  let refusals = 0;
  for (const { outcome } of ledger) {
    if (outcome === 'fault') refusals += 1;
    if (outcome !== 'ok') continue;
    levels.push(refusals);
    refusals = 0;
  }
  return levels;
}

verifies('comtrade.repaired.adapts-to-success', async () => {
  const task = repairedTask('T9_adaptive_adversary');
  const orders = [
    { pages: [1, 2, 3, 4, 5], repeats: [1, 3, 3, 5, 5] },
    { pages: [5, 4, 3, 2, 1], repeats: [1, 3, 3, 5, 5] },
    // No other page was served before, so none of its rows can come back.
    { pages: [3, 3, 3, 3, 3], repeats: [1, 2, 2, 3, 3] },
  ];
  for (const seed of SEEDS) {
    for (const { pages, repeats } of orders) {
      const environment = task.open(seed);
      // Rejected requests are no successes: they must not make the service any more hostile.
      for (let i = 0; i < 10; i += 1) await environment.call('fetch_page', { page: 0 });
      const entries = await served(environment, pages);
      expect(entries.map(repeatsOf)).toEqual(repeats);
      expect(entries.map((entry) => entry.faults.includes('totals')).indexOf(true)).toBe(4);
      const refusals = refusalsByLevel(environment.ledger());
      expect(refusals.slice(0, 3)).toEqual([0, 0, 0]);
      for (const each of refusals.slice(3)) expect(each).toBeOneOf([1, 2]);
    }
  }
});

test('a page without a reason to vary is served again as it was', async () => {
  for (const id of ['T3_duplicates', 'T7_totals_trap', 'T2_multi_page']) {
    const environment = repairedTask(id).open(5);
    const [, first, second] = await served(environment, [1, 2, 2]);
    expect(second?.served).toEqual(first?.served);
  }
});

test.prop([fc.nat(), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 })])(
  'Strikes fall as often as declared, evenly, and clear on retry',
  (seed, pages, count) => {
    const strikes = new Strikes('T', seed, pages, count);
    const failures = Array.from({ length: pages }, (_, index) => {
      let attempt = 1;
      while (strikes.hits(index + 1, attempt)) attempt += 1;
      return attempt - 1;
    });
    expect(failures.reduce((sum, each) => sum + each, 0)).toBe(count);
    expect(Math.max(...failures) - Math.min(...failures)).toBeLessThanOrEqual(1);
    if (count % pages !== 0) {
      const next = new Strikes('T', seed + 1, pages, count);
      const same = failures.every((attempts, index) => next.hits(index + 1, attempts + 1) === false);
      const fewer = failures.every((attempts, index) => attempts === 0 || next.hits(index + 1, attempts));
      expect(same && fewer).toBe(false);
    }
  },
);

const drawing = {
  within: fc.integer({ min: 0, max: 9 }),
  across: fc.integer({ min: 0, max: 9 }),
  before: fc.array(fc.string(), { maxLength: 5 }),
};

test.prop([fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 30 }), fc.nat(), fc.record(drawing)])(
  'appendDuplicates keeps every row in order and adds as many as drawn',
  (numbers, seed, { within, across, before }) => {
    const own = numbers.map((number) => `own ${number}`);
    const draw = { within, across, before: before.map((text) => `before ${text}`) };
    const { rows, kept } = appendDuplicates(own, draw, new Random(seed));
    expect(kept).toEqual(own);
    expect(new Set(rows.filter((row) => row.startsWith('own')))).toEqual(new Set(own));
    expect(rows).toHaveLength(own.length + within + (before.length > 0 ? across : 0));
  },
);

test.prop([fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 30 }), fc.nat(), fc.record(drawing)])(
  'overwriteDuplicates keeps the length, loses one row for every duplicate, and never all',
  (numbers, seed, { within, across, before }) => {
    const own = numbers.map((number) => `own ${number}`);
    const draw = { within, across, before: before.map((text) => `before ${text}`) };
    const { rows, kept } = overwriteDuplicates(own, draw, new Random(seed));
    const lost = Math.min(within + (before.length > 0 ? across : 0), own.length - 1);
    expect(rows).toHaveLength(own.length);
    expect(rows.filter((row) => row.startsWith('before'))).toHaveLength(Math.max(0, lost - within));
    expect(kept).toHaveLength(own.length - lost);
    expect(new Set(rows.filter((row) => row.startsWith('own')))).toEqual(new Set(kept));
  },
);

test('wholeRows rounds up, and is not misled by the last bit of a sum of rates', () => {
  expect(wholeRows(10, 0.03)).toBe(1);
  expect(wholeRows(100, 0.05 + 0.03 * 3)).toBe(14);
  expect(wholeRows(15, 0.05 + 0.03 * 3)).toBe(3);
  expect(wholeRows(25, 0.04)).toBe(1);
});
