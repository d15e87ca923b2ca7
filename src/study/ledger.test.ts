import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { sampleEpisode } from '../../test/samples/episodes.ts';
import { EPISODE_STATES, type EpisodeRecord } from '../core/contracts/index.ts';
import { type HonestFigure, honestFigure, unsettledPairs } from './figures.ts';
import { ledgerOf, recordsOfPlan } from './ledger.ts';

const states = fc.array(fc.constantFrom(...EPISODE_STATES), { maxLength: 40 });
const episodes = (ofStates: readonly EpisodeRecord['state'][]): EpisodeRecord[] =>
  ofStates.map((state, seed) => sampleEpisode(seed, { state }));

property.prop([states, fc.nat(10)])(
  'every planned episode is counted once, unkept ones as missing',
  (given, more) => {
    const records = episodes(given);
    const unkept = episodes(new Array<'missing'>(more).fill('missing')).map((_, i) =>
      sampleEpisode(1000 + i),
    );
    const planned = [...records, ...unkept].map(({ coordinates }) => coordinates);
    const ledger = ledgerOf(planned, records);
    expect(Object.values(ledger.states).reduce((a, b) => a + b, 0)).toBe(planned.length);
    expect(ledger.states.missing).toBe(more + given.filter((state) => state === 'missing').length);
  },
);

verifies('study.ledger.balances', () => {
  const records = episodes(['scored', 'errored', 'no-submission']);
  const planned = records.map(({ coordinates }) => coordinates);
  expect(ledgerOf(planned, records)).toEqual({
    planned: 3,
    states: { scored: 1, 'no-submission': 1, errored: 1, 'timed-out': 0, excluded: 0, missing: 0 },
  });
  const [first] = records as [EpisodeRecord];
  const failing = [
    ['duplicate-episode', planned, [...records, first]],
    ['foreign-episode', planned.slice(1), records],
    ['duplicate-episode', [...planned, planned[0]], records],
    ['unbalanced-ledger', planned, [{ ...first, state: 'forgotten' }]],
  ] as const;
  for (const [code, plan, kept] of failing) {
    const make = () => ledgerOf(plan as typeof planned, kept as readonly EpisodeRecord[]);
    expect(make).toThrow(expect.objectContaining({ code }));
  }
});

test('the records of a plan stand in its order, with what was excluded by rule and what never finished', () => {
  const planned = [0, 1, 2].map((seed) => sampleEpisode(seed).coordinates);
  const kept = sampleEpisode(0);
  const rule = { reason: 'seed 2 was declared faulty', applies: ({ seed }: { seed: number }) => seed === 2 };
  const records = recordsOfPlan(planned, (id) => (id === kept.id ? kept : undefined), [rule]);
  expect(records.map(({ state, stop }) => [state, stop])).toEqual([
    ['scored', 'submitted'],
    ['missing', 'never finished'],
    ['excluded', 'seed 2 was declared faulty'],
  ]);
});

const graded = (seed: number, value: number): EpisodeRecord =>
  sampleEpisode(seed, { scores: [{ scorer: 'truth', value, parts: {}, notes: [] }] });

verifies('study.figures.bounded', () => {
  const records = [
    graded(0, 1),
    graded(1, 0.5),
    ...(['no-submission', 'errored', 'timed-out', 'missing', 'excluded'] as const).map((state, i) =>
      sampleEpisode(2 + i, { state, scores: [] }),
    ),
  ];
  const figure = honestFigure(records, 'truth');
  expect(figure).toEqual({
    n: 3,
    unscored: 3,
    dropped: 0.5,
    failed: 1.5 / 5,
    retried: 0.5,
    worst: 1.5 / 6,
    best: 4.5 / 6,
  });
});

property.prop([
  fc.array(fc.tuple(fc.constantFrom(...EPISODE_STATES), fc.double({ min: 0, max: 1, noNaN: true }))),
])('a figure lies between its bounds, and the bounds meet when every episode is scored', (given) => {
  const records = given.map(([state, value], seed) => ({ ...graded(seed, value), state }));
  const { n, unscored, dropped, failed, retried, worst, best } = honestFigure(records, 'truth');
  expect(dropped === null).toBe(n === 0);
  for (const value of [dropped, failed, retried].filter((given) => given !== null)) {
    expect(value).toBeGreaterThanOrEqual((worst as number) - 1e-12);
    expect(value).toBeLessThanOrEqual((best as number) + 1e-12);
  }
  if (unscored === 0) expect([worst, best]).toEqual([dropped, dropped]);
});

test('nothing averages to nothing: no figure is made up for no episode', () => {
  const nothing = { n: 0, unscored: 0, dropped: null, failed: null, retried: null, worst: null, best: null };
  expect(honestFigure([], 'truth')).toEqual(nothing);
  const lost = honestFigure([sampleEpisode(0, { state: 'errored', scores: [] })], 'truth');
  expect(lost).toMatchObject({ dropped: null, failed: 0, retried: null, worst: 0, best: 1 });
});

test('retrying is estimated cell by cell: an errored episode of a cell without a score leaves it unknown', () => {
  const other = sampleEpisode(5);
  const coordinates = { ...other.coordinates, task: 'U' };
  const alone = { ...other, coordinates, state: 'errored' as const, scores: [] };
  expect(honestFigure([graded(0, 1), alone], 'truth').retried).toBeNull();
});

test('a score that is not there, or that no bound can hold, is refused', () => {
  const refused = (value: number, scorer: string, code: string): void => {
    expect(() => honestFigure([graded(0, value)], scorer)).toThrow(expect.objectContaining({ code }));
  };
  refused(1, 'judge', 'missing-score');
  refused(1.5, 'truth', 'unbounded-score');
  refused(Number.NaN, 'truth', 'unbounded-score');
});

test('pairs whose order the unscored episodes could turn round are named', () => {
  const figure = (dropped: number, worst: number, best: number): HonestFigure => ({
    n: 1,
    unscored: 1,
    dropped,
    failed: dropped,
    retried: dropped,
    worst,
    best,
  });
  const figures = new Map([
    ['a', figure(0.9, 0.7, 0.95)],
    ['b', figure(0.8, 0.75, 0.85)],
    ['c', figure(0.2, 0.1, 0.3)],
  ]);
  expect(unsettledPairs(figures)).toEqual([{ ahead: 'a', behind: 'b' }]);
});
