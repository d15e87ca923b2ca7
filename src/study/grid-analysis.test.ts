import { expect, test } from 'vitest';
import { sampleCell } from '../../test/samples/cells.ts';
import { sampleEpisode } from '../../test/samples/episodes.ts';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { planIds } from './coordinates.ts';
import { analyseGrid, gridFigures } from './grid-analysis.ts';
import { bareRecord } from './records.ts';

/** Model a gets 0.9, b 0.5 on two tasks and two seeds; one episode of b is in the state given. */
function records(last: EpisodeRecord['state']): EpisodeRecord[] {
  const made: EpisodeRecord[] = [];
  for (const [model, value] of [
    ['a', 0.9],
    ['b', 0.5],
  ] as const) {
    for (const task of ['T1_x', 'T2_y']) {
      for (const seed of [0, 1]) {
        const base = sampleEpisode(seed);
        const coordinates = { ...base.coordinates, model, task };
        const id = `${model}${task}${seed}`;
        const state = id === 'bT2_y1' ? last : 'scored';
        const scores = state === 'scored' ? [{ scorer: 'truth', value, parts: {}, notes: [] }] : [];
        made.push({ ...base, coordinates, state, scores });
      }
    }
  }
  return made;
}

function analyse(last: EpisodeRecord['state']) {
  const own = records(last);
  const planned = own.map(({ coordinates }) => coordinates);
  const kept = own.map((record, index) => ({ ...record, id: planIds(planned)[index] as string }));
  return analyseGrid({ id: 'g', title: 'G' }, planned, kept, ['truth']);
}

test('with every episode scored the means stand alone, and a note says why no bounds do', () => {
  const { tables, notes, denominator } = analyse('scored');
  expect(denominator).toMatchObject({ planned: 8, states: { scored: 8 } });
  expect(tables.map(({ title }) => title)).toEqual(['Mean over tasks and seeds', 'Mean of truth by task']);
  expect(tables[0]?.rows).toEqual([
    { label: 'a', origin: 'executed', numbers: { 'l2 truth': 0.9 } },
    { label: 'b', origin: 'executed', numbers: { 'l2 truth': 0.5 } },
  ]);
  expect(tables[1]?.rows[1]?.numbers).toEqual({ T1_x: 0.5, T2_y: 0.5 });
  expect(notes[0]).toContain('No episode is unscored');
});

test('the means say over what else they pool, and only where one column does', () => {
  const titled = (...cells: Parameters<typeof sampleCell>[0][]): string => {
    const planned = cells.map(sampleCell);
    const missing = planned.map((cell) => bareRecord(cell, 'missing', 'not run'));
    return analyseGrid({ id: 'g', title: 'G' }, planned, missing, ['truth']).tables[0]?.title ?? '';
  };
  expect(titled({}, { protocol: 'chunked' })).toBe('Mean over tasks, protocols and seeds');
  expect(titled({ scaffold: 'l0' }, { protocol: 'chunked' })).toBe('Mean over tasks and seeds');
  expect(titled({}, { limits: { steps: 9 } })).toBe('Mean over tasks, settings and seeds');
  expect(titled({}, { task: 'T8_mixed_faults' }, { seed: 1 })).toBe('Mean over tasks and seeds');
});

test('an unscored episode brings the bounds of its figure, and no other', () => {
  const { tables, notes, denominator } = analyse('errored');
  expect(denominator.states).toMatchObject({ scored: 7, errored: 1 });
  expect(tables[1]).toMatchObject({
    title: 'What the unscored episodes leave open',
    rows: [
      {
        label: 'b, l2 truth',
        numbers: { n: 3, unscored: 1, dropped: 0.5, worst: 0.375, best: 0.625, failed: 0.375, retried: 0.5 },
      },
    ],
  });
  expect(notes.join()).not.toContain('turn that round');
});

test('a ranking that the unscored episodes could turn round is said to be open', () => {
  const own = records('scored').map((record) =>
    record.coordinates.seed === 1 ? { ...record, state: 'missing' as const, scores: [] } : record,
  );
  const planned = own.map(({ coordinates }) => coordinates);
  const kept = own.map((record, index) => ({ ...record, id: planIds(planned)[index] as string }));
  const { notes } = analyseGrid({ id: 'g', title: 'G' }, planned, kept, ['truth']);
  expect(notes).toContain('l2 truth: a is ahead of b, and the unscored episodes could turn that round');
});

test('gridFigures gives one figure for every scaffold, scorer and model', () => {
  const figures = gridFigures(records('scored'), ['truth']);
  expect(figures.map(({ scaffold, scorer, model, dropped }) => [scaffold, scorer, model, dropped])).toEqual([
    ['l2', 'truth', 'a', 0.9],
    ['l2', 'truth', 'b', 0.5],
  ]);
});
