import { requireProbability } from './sample.ts';

const ROOT_TWO = Math.SQRT2;
const ROOT_PI = Math.sqrt(Math.PI);
const SERIES_UP_TO = 2;
const TINY = 1e-300;

/** erf by its series of positive terms, so that nothing cancels. */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; term > sum * 1e-17; k += 1) {
    term *= (2 * x * x) / (2 * k + 1);
    sum += term;
  }
  return ((2 * Math.exp(-x * x)) / ROOT_PI) * sum;
}

/** erfc for large x by its continued fraction (modified Lentz). */
function erfcFraction(x: number): number {
  let value = x;
  let c = x;
  let d = 0;
  for (let k = 1; k < 500; k += 1) {
    const a = k / 2;
    d = 1 / (x + a * d);
    c = x + a / (c || TINY);
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return Math.exp(-x * x) / (ROOT_PI * value);
}

function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  return x <= SERIES_UP_TO ? 1 - erfSeries(x) : erfcFraction(x);
}

/** Standard normal distribution function; infinities give 0 and 1. */
export function normalCdf(z: number): number {
  if (z === Number.POSITIVE_INFINITY) return 1;
  if (z === Number.NEGATIVE_INFINITY) return 0;
  return z < 0 ? erfc(-z / ROOT_TWO) / 2 : 1 - erfc(z / ROOT_TWO) / 2;
}

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** The quantile of p <= 1/2, by Halley steps from the tail's leading term. */
function lowerQuantile(p: number): number {
  const depth = Math.sqrt(-2 * Math.log(p));
  let z = p > 0.02 ? (p - 0.5) * Math.sqrt(2 * Math.PI) : -depth + Math.log(depth * 2.5) / depth;
  for (let step = 0; step < 60; step += 1) {
    const error = (normalCdf(z) - p) / density(z);
    const next = z - error / (1 + (z * error) / 2);
    if (Math.abs(next - z) <= 1e-16 * Math.abs(z)) return next;
    z = next;
  }
  return z;
}

/**
 * Standard normal quantile. Depends on `Math.exp`, so engines may differ in the last bit; nothing that selects an
 * index or a draw may rest on that.
 *
 * @param p in [0, 1]; 0 and 1 give the infinities
 * @throws MeasurandError `non-finite`, `p-out-of-range`
 */
export function normalQuantile(p: number): number {
  requireProbability(p, 'p');
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  if (p === 0.5) return 0;
  return p < 0.5 ? lowerQuantile(p) : -lowerQuantile(1 - p);
}

/** Two-sided standard normal critical value: 1.959963984540054 at level 0.95. */
export function normalCritical(level: number): number {
  return -normalQuantile((1 - level) / 2);
}
