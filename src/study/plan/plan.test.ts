import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { drawScores, groupNamed, regimesDesign } from '../../../test/samples/simulated-power.ts';
import { Random } from '../../core/random.ts';
import type { PairedStatistic } from '../declaration/inference-schema.ts';
import { resolveStudy } from '../declaration/resolve.ts';
import type { StudyFile } from '../declaration/schema.ts';
import { designOf } from '../declared/design.ts';
import { measurePairs } from '../declared/pairs.ts';
import { planOf } from './plan.ts';
import { REFERENCE_REGIMES } from './sensitivity.ts';

const ASKED = 'compatible:local/llama3';

const STUDY: StudyFile = {
  format: 'measurand.study/1',
  id: 'mine',
  title: 'Mine',
  tasks: ['T3_duplicates', 'T4_rate_limit_429'],
  seeds: '0-9',
  models: ['perfect', 'walks-once'],
  scaffolds: ['l2'],
  scorers: ['truth'],
};

const PAIRED: PairedStatistic = {
  ...{ kind: 'paired', id: 'ab', scorer: 'truth', factor: 'model' },
  ...{ a: 'perfect', b: 'walks-once', family: 'main' },
};

const plan = (part: Partial<StudyFile> = {}) => planOf(designOf(resolveStudy({ ...STUDY, ...part })));
const spots = async (part: Partial<StudyFile>) => (await plan(part)).blindSpots.map(({ code }) => code);

verifies('plan.prices.adds-up', async () => {
  const { episodes, price } = await plan({
    models: ['perfect', ASKED],
    exclude: [{ reason: 'costs too much', model: ASKED, task: 'T4_rate_limit_429' }],
    prices: {
      dated: '2026-11-30',
      currency: 'EUR',
      perMillionTokens: { [ASKED]: { input: 2, output: 10 } },
    },
  });
  expect(episodes).toMatchObject({ planned: 40, excluded: 10, toRun: 30 });
  expect(episodes.blocks.map((block) => [block.episodes, block.excluded])).toEqual([
    [20, 0],
    [20, 10],
  ]);
  const [builtIn, asked] = price.models;
  expect([builtIn?.kind, builtIn?.episodes, builtIn?.cost]).toEqual(['built-in', 20, 0]);
  expect([asked?.kind, asked?.episodes]).toEqual(['asked', 10]);
  expect(asked?.requests).toBeGreaterThanOrEqual(30);
  expect(asked?.inputTokens).toBeGreaterThan(asked?.outputTokens ?? 0);
  const cost = ((asked?.inputTokens ?? 0) * 2 + (asked?.outputTokens ?? 0) * 10) / 1e6;
  expect(asked?.cost).toBeCloseTo(cost, 12);
  expect(price).toMatchObject({ verdict: 'priced', currency: 'EUR', dated: '2026-11-30', cost: asked?.cost });
  expect([price.inputTokens, price.outputTokens]).toEqual([asked?.inputTokens, asked?.outputTokens]);
});

verifies('plan.prices.unknown-not-probed', async () => {
  const { price, time } = await plan({ models: ['perfect', ASKED, 'replay:run.jsonl#x', 'local:tiny.gguf'] });
  expect(price).toMatchObject({ verdict: 'not-probed', cost: null, currency: null, dated: null });
  expect(price.models.map(({ kind, cost }) => [kind, cost])).toEqual([
    ['built-in', 0],
    ['asked', null],
    ['unpaid', 0],
    ['unpaid', 0],
  ]);
  expect(time.asked).toEqual([
    { model: ASKED, seconds: null, bound: 'no rates declared' },
    { model: 'local:tiny.gguf', seconds: null, bound: 'no rates declared' },
  ]);
  expect(time.simulated.episodes).toBe(20);
});

test('the slowest of the declared rates bounds the time of a model', async () => {
  const rates = { requestsPerMinute: 60, tokensPerMinute: 1e9, secondsPerRequest: 0.1 };
  const { price, time } = await plan({ models: [ASKED], rates: { [ASKED]: rates } });
  const requests = price.models[0]?.requests ?? 0;
  expect(time.asked).toEqual([{ model: ASKED, seconds: requests, bound: 'requests a minute' }]);
  expect(time.simulated).toEqual({ episodes: 0, sampled: 0, secondsPerEpisode: null, seconds: null });
});

verifies('plan.design.repeatable', async () => {
  const [first, second] = [await plan({ statistics: [PAIRED] }), await plan({ statistics: [PAIRED] })];
  expect({ ...first, time: null }).toEqual({ ...second, time: null });
});

test('a comparison is planned with its pairs, its least p after Holm, its power and its detectable effect', async () => {
  const { tests } = await plan({
    statistics: [
      { ...PAIRED, by: ['task'], assume: { up: 0.78, down: 0.05, betweenTasks: 0.01, withinTask: 0.04 } },
    ],
  });
  expect(tests.map(({ label }) => label)).toEqual(['ab, T3_duplicates', 'ab, T4_rate_limit_429']);
  expect(tests[0]).toMatchObject({
    ...{ n: 10, pairs: 10, tasks: 1, places: 2, smallestP: 2 ** -9, smallestAdjusted: 2 ** -8 },
    sequence: null,
    power: { n: 10 },
  });
  const { power, detectable } = tests[0] as (typeof tests)[number];
  expect(power?.assumed).toBe(power?.reference.large);
  expect(power?.reference.null).toBeLessThan(0.15);
  // One task of ten pairs: (1.96 + 0.84) sqrt(0.01 + 2 · 0.04 / 10).
  expect(detectable.effect).toBeCloseTo(2.8016 * Math.sqrt(0.018), 3);
});

test('many pairs give a least p that a drawn test can still show, never 0, and say what power is of', async () => {
  const { tests } = await plan({ seeds: '0-119', tasks: ['T3_duplicates'], statistics: [PAIRED] });
  expect(tests[0]).toMatchObject({ n: 120, smallestP: 2 ** -19, power: { n: 100 } });
});

test('under an anytime-valid rule a plan speaks of the sequence, and not of a test that is not made', async () => {
  const { tests } = await plan({
    statistics: [PAIRED],
    stopping: { rule: 'anytime', looks: [5, 10], alpha: 0.1 },
  });
  expect(tests[0]).toMatchObject({ n: 20, sequence: { alpha: 0.1 }, power: null });
  const { sequence, detectable, smallestP } = tests[0] as (typeof tests)[number];
  expect(detectable.effect).toBe(sequence?.halfWidth);
  expect(smallestP).toBeGreaterThan(0);
});

/** A task in which every decision arises, over seeds that reach it, and a model that is no rule. */
const SOUND: Partial<StudyFile> = {
  tasks: ['T9_adaptive_adversary'],
  models: ['perfect', ASKED],
  statistics: [{ kind: 'summary', id: 'm', scorer: 'truth', by: ['model'] }],
};

const BLIND: readonly (readonly [string, Partial<StudyFile>])[] = [
  ['few-pairs', { seeds: [0, 1], statistics: [PAIRED] }],
  ['few-pairs', { exclude: [{ reason: 'none left', model: 'walks-once' }], statistics: [PAIRED] }],
  [
    'family-too-large',
    {
      seeds: '0-5',
      statistics: Array.from({ length: 3 }, (_, n) => ({ ...PAIRED, id: `s${n}`, by: ['task'] })),
    },
  ],
  ['sequence-too-wide', { statistics: [PAIRED], seeds: '0-4', stopping: { rule: 'anytime', looks: [5] } }],
  ['single-task', { tasks: ['T3_duplicates'], statistics: [PAIRED] }],
  ['seeds-reach-nothing', { profile: 'as-published' }],
  ['no-model-decision', { scaffolds: ['l0'], statistics: [PAIRED] }],
  ['decision-never-arises', { tasks: ['T1_single_page'] }],
  [
    'unequal-n',
    {
      exclude: [{ reason: 'unequal', model: 'perfect', seed: 0 }],
      statistics: [{ kind: 'summary', id: 'm', scorer: 'truth', by: ['model'] }],
    },
  ],
  ['arms-alike', { arms: [{ id: 'x' }, { id: 'y' }] }],
  ['single-seed', { seeds: [3] }],
  ['rules-only', {}],
];

verifies('plan.blind-spots.named', async () => {
  expect(await spots(SOUND)).toEqual([]);
  const wide = { ...SOUND, tasks: ['T9_adaptive_adversary', 'T8_mixed_faults'] };
  expect(await spots({ ...wide, statistics: [{ ...PAIRED, b: ASKED }] })).toEqual(['decision-never-arises']);
  for (const [code, part] of BLIND) expect(await spots(part), code).toContain(code);
});

test('a stopped plan gives the reason of its signal', async () => {
  const stopped = planOf(designOf(resolveStudy(STUDY)), { signal: AbortSignal.abort(new Error('enough')) });
  await expect(stopped).rejects.toThrow('enough');
});

verifies(
  'plan.power.as-simulated',
  async () => {
    const [replications, pairs] = [150, 10];
    const modes = ['compat', 'recommended'] as const;
    const design = regimesDesign(pairs, modes);
    const { tests } = await planOf(design);
    const { up, down } = REFERENCE_REGIMES.large;
    for (const mode of modes) {
      const group = groupNamed(design, `${mode}-large`);
      const predicted = tests.find(({ label }) => label === `${mode}-large`)?.power?.assumed ?? Number.NaN;
      const random = new Random(`${mode} ${pairs}`);
      const found = Array.from({ length: replications }, () => {
        const { lo, hi } = measurePairs(group, drawScores(group, up, down, random));
        return (lo ?? 0) > 0 || (hi ?? 0) < 0;
      }).filter(Boolean).length;
      const error = Math.sqrt((predicted * (1 - predicted)) / replications);
      expect(Math.abs(found / replications - predicted), mode).toBeLessThan(3 * error);
    }
  },
  60_000,
);

test('power is that of the interval which the mode draws: BCa from ten units on, unless the paper is followed', async () => {
  const intervals = async (pairs: number) =>
    (await planOf(regimesDesign(pairs, ['compat', 'recommended']))).tests.map(({ power }) => power?.interval);
  expect(new Set((await intervals(10)).slice(0, 4))).toEqual(new Set(['percentile']));
  expect(new Set((await intervals(10)).slice(4))).toEqual(new Set(['bca']));
  expect(new Set(await intervals(9))).toEqual(new Set(['percentile']));
});
