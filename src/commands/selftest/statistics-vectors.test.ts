import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { JsonValue } from '../../core/json.ts';
import { STATISTICS_VECTORS } from './statistics-vectors.ts';
import { runVectors } from './vectors.ts';

const VECTORS = new URL('../../../test/vectors/', import.meta.url).pathname;

const run = (vectorCase: JsonValue) => {
  const document = { cases: [vectorCase] };
  return STATISTICS_VECTORS.cases(document)[0]?.run();
};

const signTest = (expected: JsonValue, more: Record<string, JsonValue> = {}) =>
  run({
    fn: 'sign_test',
    input: { up: 4, down: 1 },
    expected,
    tolerance: { abs: 1e-12, rel: 1e-12 },
    ...more,
  });

verifies('stats.vectors.all-pass', async () => {
  const report = await runVectors(VECTORS, [STATISTICS_VECTORS]);
  expect(
    report.files.flatMap(({ failures, unsupportedCases }) => [...failures, ...unsupportedCases]),
  ).toEqual([]);
  expect(report.passed).toBeGreaterThanOrEqual(132);
  expect(report.files.every(({ path }) => path.startsWith('statistics/'))).toBe(true);
});

test('A value outside its tolerance fails with the place and both values', () => {
  expect(signTest({ p_two_sided: 0.375 })).toEqual({ state: 'passed' });
  expect(signTest({ p_two_sided: 0.376 })).toEqual({
    state: 'failed',
    why: 'value.p_two_sided is 0.375, not 0.376',
  });
  expect(signTest({ p_two_sided: null })).toMatchObject({ state: 'failed' });
  expect(signTest({ p_two_sided: 0.376 }, { tolerance: { abs: 0.01, rel: 0 } })).toEqual({ state: 'passed' });
  expect(signTest({ p_two_sided: 0.37500000001 }, { tolerance: { abs: 0, rel: 0 } })).toMatchObject({
    state: 'failed',
  });
});

test('What the suite does not know is unsupported, and never passes', () => {
  expect(signTest({ p_two_sided: 0.375, p_exotic: 1 })).toEqual({
    state: 'unsupported',
    why: 'nothing computes p_exotic here',
  });
  expect(signTest({})).toMatchObject({ state: 'unsupported' });
  expect(signTest({ p_two_sided: 0.375 }, { fn: 'sign_test_3' })).toMatchObject({ state: 'unsupported' });
  expect(signTest({ p_two_sided: 0.375 }, { fn: 'constructor' })).toMatchObject({ state: 'unsupported' });
  expect(signTest({ p_two_sided: 0.375 }, { tolerance: 'exact' })).toMatchObject({ state: 'unsupported' });
  expect(signTest({ p_two_sided: 0.375 }, { input: { up: 4, down: 1, ties: 'drop' } })).toEqual({
    state: 'unsupported',
    why: 'sign_test does not take the input ties',
  });
  expect(signTest({ p_two_sided: 0.375 }, { input: { up: 'four', down: 1 } })).toMatchObject({
    state: 'unsupported',
  });
});

test('Error codes are compared as such', () => {
  const summary = (x: JsonValue, expected: JsonValue) =>
    run({ fn: 'summary', input: { x, alpha: 0.2, tau: 0.9 }, expected });
  expect(summary(['-Infinity'], { error: 'non-finite' })).toEqual({ state: 'passed' });
  expect(summary([], { error: 'empty' })).toEqual({ state: 'passed' });
  expect(summary([], { error: 'non-finite' })).toMatchObject({ state: 'failed' });
  expect(summary([1], { error: 'empty' })).toMatchObject({ state: 'failed' });
  expect(summary([], { mean: 0 })).toMatchObject({ state: 'failed' });
});

test('A large seed is read from its digits, and refused where JSON has lost them', () => {
  const mt = (seed: JsonValue) =>
    run({
      fn: 'mt19937',
      input: { seed, n_random: 0, bound: 1, n_randbelow: 0, n_u32: 1 },
      expected: { random: [], randbelow: [], u32: [675479763] },
    });
  expect(mt('4294967301')).toEqual({ state: 'passed' });
  expect(mt(4294967301)).toEqual({ state: 'passed' });
  expect(mt('-4294967301')).toEqual({ state: 'passed' });
  expect(mt(2 ** 60)).toMatchObject({ state: 'unsupported' });
});

property.prop([fc.jsonValue()])(
  'Any JSON at all is recognised or left alone, and runs to an outcome',
  (value) => {
    const cases = value as JsonValue;
    const document = { cases: [{ fn: 'summary', input: { x: cases }, expected: cases }, cases] };
    expect(STATISTICS_VECTORS.recognises(document)).toBe(true);
    for (const vectorCase of STATISTICS_VECTORS.cases(document))
      expect(vectorCase.run()).toHaveProperty('state');
    expect(STATISTICS_VECTORS.recognises(cases)).toBe(false);
  },
);
