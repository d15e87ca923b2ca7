import { bisect, incompleteBeta } from './beta.ts';

/** Distribution function of Student's t with `df` > 0 degrees of freedom. */
export function studentCdf(t: number, df: number): number {
  if (t === Number.POSITIVE_INFINITY) return 1;
  if (t === Number.NEGATIVE_INFINITY) return 0;
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** Two-sided critical value: the t with P(|T| <= t) = level. */
export function studentCritical(level: number, df: number): number {
  const tail = (1 - level) / 2;
  const outside = (t: number): number => -studentCdf(-t, df);
  let high = 2;
  while (outside(high) < -tail) high *= 2;
  return bisect(outside, -tail, 0, high);
}
