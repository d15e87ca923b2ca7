import { expect, test } from 'vitest';
import { Random } from '../core/random.ts';
import { bcaInterval } from './bca.ts';
import { bootstrapMean } from './bootstrap.ts';
import { pairedCliffsDelta } from './cliffs.ts';
import { LARGE_SAMPLE, normalInterval } from './large-sample.ts';
import { monteCarloSignFlip, signFlipTest } from './sign-flip.ts';
import { stdPopulation } from './spread.ts';

const n = LARGE_SAMPLE + 1;
const random = new Random(7);
/** Differences about 0.002, from -0.4975 to 0.5015, none of them zero. */
const differences = Array.from({ length: n }, () => (random.below(1000) - 497.5) / 1000);
const error = stdPopulation(differences) / Math.sqrt(n);

test('normal theory of a large sample gives the ends of a BCa interval but for the chance error of its draws', () => {
  const drawn = bcaInterval(differences, { level: 0.95, resamples: 1000, seed: 1 });
  const known = normalInterval(differences, 0.95);
  expect(Math.abs((known?.lo as number) - drawn.lo)).toBeLessThan(error * 0.4);
  expect(Math.abs((known?.hi as number) - drawn.hi)).toBeLessThan(error * 0.4);
});

test('recommended mode draws nothing of a large sample, and compat mode draws what the paper draws', () => {
  expect(bootstrapMean(differences, { mode: 'recommended' })).toMatchObject({
    method: 'normal-theory',
    resamples: 0,
  });
  const compat = bootstrapMean(differences, { mode: 'compat', resamples: 100 });
  expect(compat).toMatchObject({ method: 'percentile-bootstrap', resamples: 100 });
  expect(pairedCliffsDelta(differences, { mode: 'recommended' })).toMatchObject({
    method: 'normal theory of signs',
    resamples: 0,
  });
});

test('a sample one smaller, or very skewed, or constant, is not left to normal theory', () => {
  expect(normalInterval(differences.slice(1), 0.95)).toBeUndefined();
  expect(normalInterval([...Array(n).fill(0), 1, 1, 1], 0.95)).toBeUndefined();
  expect(normalInterval(Array(n).fill(0.5), 0.95)).toBeUndefined();
  const rare = bootstrapMean([...Array(n).fill(0), 1, 1, 1], { mode: 'recommended', resamples: 100 });
  expect(rare.method).toBe('bca-bootstrap');
});

test('the normal p of many signs is that of the draws, but for their chance error', () => {
  const drawn = monteCarloSignFlip(differences, 1000, 3).pAddOne;
  const { p, method, seed, resamples } = signFlipTest(differences);
  expect([method, seed, resamples]).toEqual(['normal approximation, at least 1 / (N + 1)', null, null]);
  expect(Math.abs(p - drawn)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / 1000) + 1e-3);
});

test('a plain difference of many pairs has the smallest p that draws could show, and no smaller', () => {
  const plain = differences.map((value) => value + 0.1);
  expect(signFlipTest(plain, { resamples: 999 }).p).toBe(0.001);
});

test('few differences among very many pairs are tested exactly, some by draws that zeros do not use up', () => {
  const zeros = Array<number>(n).fill(0);
  expect(signFlipTest([...zeros, 1, 1, 1, 1, 1, 1])).toMatchObject({ method: 'exact', p: 2 / 2 ** 6 });
  const some = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? -1 : 1));
  expect(signFlipTest([...zeros, ...some], { resamples: 2000 }).p).toBe(
    monteCarloSignFlip(some, 2000).pAddOne,
  );
});
