import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { bisect, incompleteBeta } from './beta.ts';
import { normalCdf, normalCritical, normalQuantile } from './normal.ts';
import { studentCdf, studentCritical } from './student.ts';

test('Normal critical values agree with the printed tables', () => {
  expect(normalCritical(0.95)).toBeCloseTo(1.959963984540054, 14);
  expect(normalCritical(0.9)).toBeCloseTo(1.6448536269514722, 14);
  expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 12);
  expect(normalQuantile(1e-300)).toBeCloseTo(-37.0470962993612, 11);
  expect(normalCdf(-8) / 6.220960574271785e-16).toBeCloseTo(1, 12);
});

property.prop([fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true })])(
  'normalCdf undoes normalQuantile',
  (p) => {
    expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 12);
    expect(normalQuantile(1 - p)).toBeCloseTo(-normalQuantile(p), 3);
  },
);

test('The ends of the normal quantile are infinite, and what is no probability is refused', () => {
  expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  expect(normalQuantile(0.5)).toBe(0);
  expect(() => normalQuantile(1.1)).toThrow(/probability/);
  expect(normalCdf(Number.NEGATIVE_INFINITY)).toBe(0);
  expect(normalCdf(Number.POSITIVE_INFINITY)).toBe(1);
});

property.prop([
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 0, max: 59 }),
  fc.double({ min: 0.01, max: 0.99, noNaN: true }),
])('incompleteBeta is the upper tail of the binomial', (n, low, p) => {
  const k = Math.min(low + 1, n);
  let ways = 1;
  let tail = 0;
  for (let i = 0; i <= n; i += 1) {
    if (i >= k) tail += ways * p ** i * (1 - p) ** (n - i);
    ways = (ways * (n - i)) / (i + 1);
  }
  expect(incompleteBeta(p, k, n - k + 1)).toBeCloseTo(tail, 11);
});

test('incompleteBeta stays accurate for large counts', () => {
  // Half of a symmetric distribution lies on either side of its middle.
  for (const a of [20, 500, 1e5, 1e7]) expect(incompleteBeta(0.5, a, a)).toBeCloseTo(0.5, 12);
  expect(incompleteBeta(0, 2, 3)).toBe(0);
  expect(incompleteBeta(1, 2, 3)).toBe(1);
});

test("Student's t agrees with the printed tables and tends to the normal", () => {
  expect(studentCritical(0.95, 1)).toBeCloseTo(12.706204736174694, 9);
  expect(studentCritical(0.95, 4)).toBeCloseTo(2.7764451051977987, 12);
  expect(studentCritical(0.99, 29)).toBeCloseTo(2.756385903670335, 11);
  expect(studentCritical(0.95, 1e7)).toBeCloseTo(1.959964, 5);
  expect(studentCdf(Number.POSITIVE_INFINITY, 3)).toBe(1);
  expect(studentCdf(Number.NEGATIVE_INFINITY, 3)).toBe(0);
  expect(studentCdf(0, 3)).toBeCloseTo(0.5, 12);
});

test('bisect ends on the crossing to the last bit', () => {
  expect(bisect((x) => x * x, 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
});
