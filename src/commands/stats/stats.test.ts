import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { graded, gradedGrid } from '../../../test/graded-episodes.ts';
import { verifies } from '../../../test/requirements.ts';
import { openArchive } from '../../archive/folder.ts';
import { EPISODE_STATES, type EpisodeRecord } from '../../core/contracts/index.ts';
import { clusteredMean } from '../../stats/clustered.ts';
import { cvar } from '../../stats/cvar.ts';
import { expectedWorstOf } from '../../stats/worst-of-m.ts';
import { readRow } from './episode-row.ts';
import { archiveStats, statsOfRecords } from './stats.ts';

const STATES = EPISODE_STATES.filter((state) => state !== 'scored');

/** Grids of few distinct values, some episodes without a score. */
const grids = fc
  .record({
    models: fc.integer({ min: 1, max: 3 }),
    tasks: fc.integer({ min: 1, max: 3 }),
    seeds: fc.integer({ min: 1, max: 4 }),
    values: fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
        fc.constantFrom(...STATES),
      ),
      { minLength: 36, maxLength: 36 },
    ),
  })
  .map(({ values, ...size }) => {
    let next = 0;
    return gradedGrid(size, () => values[next++] as number);
  })
  .filter((records) => records.some(({ state }) => state === 'scored'));

const shuffled = fc.tuple(grids, fc.infiniteStream(fc.nat())).map(([records, keys]) => ({
  records,
  mixed: records
    .map((record) => ({ record, key: keys.next().value as number }))
    .sort((a, b) => a.key - b.key)
    .map(({ record }) => record),
}));

verifies('compare.stats.order-free', () => {
  fc.assert(
    fc.property(shuffled, ({ records, mixed }) => {
      expect(JSON.stringify(statsOfRecords(mixed))).toBe(JSON.stringify(statsOfRecords(records)));
    }),
    { numRuns: 40 },
  );
});

verifies('compare.stats.errors-move-bounds-only', () => {
  fc.assert(
    fc.property(grids, (records) => {
      const more = [...records, graded({ model: 'm0', task: 't0', seed: 99 }, 'errored')];
      const [before, after] = [statsOfRecords(records), statsOfRecords(more)];
      const [own, theirs] = [before.scorers[0]?.groups ?? [], after.scorers[0]?.groups ?? []];
      for (const [at, { figure, ledger, tasks: _tasks, ...rest }] of own.entries()) {
        const other = theirs[at];
        const { figure: figureAfter, ledger: ledgerAfter, tasks: _, ...restAfter } = { ...other };
        expect(restAfter).toEqual(rest);
        expect(figureAfter?.dropped).toBe(figure?.dropped);
        if (rest.key['model'] !== 'm0') {
          expect([figureAfter, ledgerAfter]).toEqual([figure, ledger]);
          continue;
        }
        expect(ledgerAfter?.states.errored).toBe(ledger.states.errored + 1);
        expect(ledgerAfter?.planned).toBe(ledger.planned + 1);
        expect(figureAfter?.unscored).toBe((figure?.unscored ?? 0) + 1);
        expect(figureAfter?.worst ?? 0).toBeLessThanOrEqual(figure?.worst ?? 0);
        expect(figureAfter?.best ?? 1).toBeGreaterThanOrEqual(figure?.best ?? 0);
      }
    }),
    { numRuns: 40 },
  );
});

test.prop([grids], { numRuns: 40 })('the states of every ledger add up to what was planned', (records) => {
  const stats = statsOfRecords(records);
  const sum = (states: Readonly<Record<string, number>>): number =>
    Object.values(states).reduce((total, count) => total + count, 0);
  expect(sum(stats.ledger.states)).toBe(records.length);
  for (const { ledger, spread, figure } of stats.scorers[0]?.groups ?? []) {
    expect(sum(ledger.states)).toBe(ledger.planned);
    expect((spread?.n ?? 0) + (figure?.unscored ?? 0) + ledger.states.excluded).toBe(ledger.planned);
  }
});

verifies('compare.stats.flip-said', () => {
  const records = [
    ...gradedGrid({ models: 2, tasks: 1, seeds: 5 }, (model) => (model === 0 ? 0.55 : 0.5)),
    graded({ model: 'm0', task: 't0', seed: 9 }, 'errored'),
    graded({ model: 'm2', task: 't0', seed: 0 }, 0.1),
  ];
  const [stratum] = statsOfRecords(records).scorers[0]?.strata ?? [];
  expect(stratum?.unsettled).toEqual([{ ahead: 'm0', behind: 'm1' }]);
});

verifies('compare.stats.never-a-bare-rank', () => {
  const tied = gradedGrid({ models: 3, tasks: 3, seeds: 4 }, (model, task, seed) =>
    model === 2 ? 0 : 0.5 + task / 10 + ((seed * 7 + model) % 4) / 40,
  );
  const [stratum] = statsOfRecords(tied).scorers[0]?.strata ?? [];
  const sets = Object.fromEntries(
    (stratum?.ranking?.models ?? []).map(({ model, rankSet }) => [model, rankSet]),
  );
  expect(sets).toEqual({ m0: [1, 2], m1: [1, 2], m2: [3, 3] });
  const apart = [graded({ model: 'a', seed: 0 }, 1), graded({ model: 'b', seed: 1 }, 0)];
  expect(statsOfRecords(apart).scorers[0]?.strata[0]).toMatchObject({
    ranking: null,
    whyNotRanked: 'no task and seed was scored for all of them',
  });
});

verifies('compare.stats.every-figure-explained', () => {
  const records = gradedGrid({ models: 2, tasks: 3, seeds: 4 }, (m, t, s) => (m + t + s) / 10);
  const stats = statsOfRecords(records);
  const { groups = [], strata = [], variance = [] } = stats.scorers[0] ?? {};
  expect(groups).toHaveLength(2);
  for (const { spread, clustered, theseTasks, figure, ledger } of groups) {
    expect([spread?.n, clustered?.n, theseTasks?.runs, figure?.n, ledger.planned]).toEqual(Array(5).fill(12));
    expect(clustered).toMatchObject({ clusters: 3, method: expect.any(String), caution: expect.any(String) });
    expect(theseTasks).toMatchObject({
      method: 'stratified-bootstrap',
      speaksOf: 'these tasks',
      mode: 'recommended',
      seed: 0,
      resamples: 10_000,
    });
  }
  expect(strata[0]?.ranking).toMatchObject({ mode: 'recommended', seed: 0, resamples: 10_000, level: 0.95 });
  expect(strata[0]?.rankedOn).toEqual({ tasks: 3, items: 12, leftOut: 0 });
  expect(variance[0]).toMatchObject({ n: 24, of: 24, levels: { model: 2, scaffold: 1, task: 3, seed: 4 } });
});

test('a group is described by the statistics of its own runs, tasks as clusters', () => {
  const values = [0.2, 0.4, 0.9, 0.1, 0.8, 1];
  const records = values.map((value, at) => graded({ task: at < 3 ? 'a' : 'b', seed: at % 3 }, value));
  const [group] = statsOfRecords(records).scorers[0]?.groups ?? [];
  expect(group?.clustered).toEqual(clusteredMean(values, ['a', 'a', 'a', 'b', 'b', 'b']));
  expect(group?.spread).toMatchObject({ worst: 0.1, cvarCeil: cvar(values, 0.2), reliability90: 2 / 6 });
  expect(group?.worstOf).toEqual([1, 2, 5, 6].map((m) => ({ m, expectedWorst: expectedWorstOf(values, m) })));
  expect(group?.tasks.map(({ task, seeds, scores }) => ({ task, seeds, scores }))).toEqual([
    { task: 'a', seeds: [0, 1, 2], scores: [0.2, 0.4, 0.9] },
    { task: 'b', seeds: [0, 1, 2], scores: [0.1, 0.8, 1] },
  ]);
});

test('an episode without a submission counts 0, and one that only another scorer graded is unscored', () => {
  const records = [
    graded({ seed: 0 }, 1),
    graded({ seed: 1 }, 'no-submission'),
    graded({ seed: 2 }, 0.5, 'other'),
  ];
  const [first] = statsOfRecords(records).scorers;
  expect(first?.groups[0]?.ledger.ungraded).toBe(1);
  expect(first?.groups[0]?.figure).toMatchObject({ n: 2, unscored: 1, dropped: 0.5, worst: 1 / 3 });
});

test('a score outside 0 to 1 has no bounds', () => {
  expect(statsOfRecords([graded({}, 7)]).scorers[0]?.groups[0]).toMatchObject({
    figure: null,
    spread: { mean: 7 },
  });
});

test('settings that differ from task to task make no group, ones that differ within a task do', () => {
  const at = (task: string, settings: { rows: number; quota: number }, value: number) =>
    graded({ task, settings }, value);
  const apart = [at('a', { rows: 1, quota: 3 }, 0), at('b', { rows: 2, quota: 3 }, 1)];
  expect(statsOfRecords(apart)).toMatchObject({ by: ['model', 'scaffold'] });
  const stats = statsOfRecords([...apart, at('a', { rows: 1, quota: 8 }, 0.5)]);
  expect(stats.by).toEqual(['model', 'scaffold', 'settings']);
  expect(stats.scorers[0]?.groups.map(({ key }) => key['settings'])).toEqual(['quota=3', 'quota=8']);
});

test('groups that pool over an axis say so, and doubled items are not ranked', () => {
  const records = ['l0', 'l2'].flatMap((scaffold) =>
    ['x', 'y'].map((model) => graded({ scaffold, model }, 0.5)),
  );
  const stats = statsOfRecords(records, { by: ['model'] });
  expect(stats.scorers[0]?.groups[0]?.pooledOver).toEqual([{ axis: 'scaffold', values: ['l0', 'l2'] }]);
  expect(stats.scorers[0]?.strata[0]?.whyNotRanked).toContain('--by');
});

test('a grid with holes is decomposed over its whole seeds, and without one not at all', () => {
  const records = gradedGrid({ models: 2, tasks: 2, seeds: 3 }, (m, t, s) => (m + t + s) / 10).filter(
    ({ coordinates }) => !(coordinates.model === 'm1' && coordinates.task === 't1' && coordinates.seed === 2),
  );
  expect(statsOfRecords(records).scorers[0]?.variance[0]).toMatchObject({ n: 8, of: 11 });
  const sparse = [graded({ model: 'a', seed: 0 }, 0), graded({ model: 'b', seed: 1 }, 1)];
  expect(statsOfRecords(sparse).scorers[0]).toMatchObject({ variance: [], notIdentified: [{}] });
});

test('what the archive does not hold is refused by name', () => {
  expect(() => statsOfRecords([])).toThrow(expect.objectContaining({ code: 'no-episodes' }));
  const one = [graded({}, 1)];
  expect(() => statsOfRecords(one, { by: ['mood'] })).toThrow(
    expect.objectContaining({ code: 'unknown-axis' }),
  );
  expect(() => statsOfRecords(one, { scorers: ['taste'] })).toThrow(
    expect.objectContaining({ code: 'unknown-scorer' }),
  );
});

test('an archive gives the statistics of its records, with its root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-stats-'));
  try {
    const records = gradedGrid({ models: 2, tasks: 2, seeds: 2 }, (m, t, s) => (m + t + s) / 10);
    {
      using archive = openArchive(join(folder, 'archive'));
      for (const record of records.toReversed()) archive.put(record);
    }
    const { root, ...rest } = archiveStats({ archive: join(folder, 'archive') });
    expect(root).toMatch(/^[0-9a-f]{64}$/);
    const { root: none, ...expected } = statsOfRecords(records);
    expect([rest, none]).toEqual([expected, null]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const RECORD: EpisodeRecord = graded({}, 0.5);

test.prop([fc.jsonValue(), fc.constantFrom('coordinates', 'state', 'scores', 'error')])(
  'readRow takes a record whose parts are what they must be, and refuses any other',
  (value, field) => {
    const text = JSON.stringify({ ...RECORD, [field]: value });
    let row: unknown;
    try {
      row = readRow(Buffer.from(text), 'x');
    } catch (error) {
      expect(error).toMatchObject({ code: 'archive-corrupt', kind: 'failed' });
      return;
    }
    expect(JSON.stringify(row)).toBe(text);
    if (field === 'state') expect(EPISODE_STATES).toContain(value);
    else if (field === 'scores') expect(value).toEqual([]);
    else expect(value).toBeTypeOf('object');
  },
);

test('readRow refuses half a record', () => {
  const text = JSON.stringify(RECORD);
  for (let cut = 0; cut < text.length; cut += 7) {
    expect(() => readRow(Buffer.from(text.slice(0, cut)), 1)).toThrow(
      expect.objectContaining({ code: 'archive-corrupt' }),
    );
  }
});
