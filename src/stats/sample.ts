import { MeasurandError } from '../core/errors.ts';

/**
 * A number that must be finite.
 *
 * @throws MeasurandError `non-finite`
 */
export function requireFinite(value: number, field: string): void {
  if (!Number.isFinite(value)) {
    throw new MeasurandError('non-finite', `must be a finite number, not ${value}`, {
      field,
      next: 'Record a missing run as missing, never as NaN',
    });
  }
}

/** Every number of a list must be finite. @throws MeasurandError `non-finite` */
export function requireAllFinite(values: ArrayLike<number>, field: string): void {
  for (let i = 0; i < values.length; i += 1) {
    if (!Number.isFinite(values[i])) requireFinite(values[i] as number, `${field}[${i}]`);
  }
}

/** A sample holds at least one value and only finite ones. @throws MeasurandError `empty`, `non-finite` */
export function requireSample(values: ArrayLike<number>, field = 'values'): void {
  if (values.length === 0) {
    throw new MeasurandError('empty', 'there is nothing to summarise', {
      field,
      next: 'Give at least one finite value',
    });
  }
  requireAllFinite(values, field);
}

/** Two lists that are read in pairs. @throws MeasurandError `length-mismatch` */
export function requireSameLength(a: ArrayLike<unknown>, b: ArrayLike<unknown>, fields: string): void {
  if (a.length !== b.length) {
    throw new MeasurandError('length-mismatch', `the lists hold ${a.length} and ${b.length} values`, {
      field: fields,
      next: 'Pair every value with exactly one other',
    });
  }
}

/** A confidence level in (0, 1). @throws MeasurandError `non-finite`, `level-out-of-range` */
export function requireLevel(level: number): void {
  requireFinite(level, 'level');
  if (level <= 0 || level >= 1) {
    throw new MeasurandError('level-out-of-range', `must lie between 0 and 1, not ${level}`, {
      field: 'level',
      next: 'Write 0.95 for 95 per cent',
    });
  }
}

/** An error rate in (0, 1). @throws MeasurandError `non-finite`, `alpha-out-of-range` */
export function requireAlpha(alpha: number): void {
  requireFinite(alpha, 'alpha');
  if (alpha <= 0 || alpha >= 1) {
    throw new MeasurandError('alpha-out-of-range', `must lie between 0 and 1, not ${alpha}`, {
      field: 'alpha',
    });
  }
}

/** A probability in [0, 1]. @throws MeasurandError `non-finite`, `p-out-of-range` */
export function requireProbability(p: number, field: string): void {
  requireFinite(p, field);
  if (p < 0 || p > 1) {
    throw new MeasurandError('p-out-of-range', `must be a probability from 0 to 1, not ${p}`, { field });
  }
}

/** A whole number of at least `least`. @throws MeasurandError `non-finite`, `count-out-of-range` */
export function requireCount(count: number, field: string, least: number): void {
  requireFinite(count, field);
  if (!Number.isSafeInteger(count) || count < least) {
    throw new MeasurandError(
      'count-out-of-range',
      `must be a whole number of at least ${least}, not ${count}`,
      {
        field,
      },
    );
  }
}

/** How many runs, tasks or trials there are. @throws MeasurandError `non-finite`, `empty` for 0, `count-out-of-range` */
export function requireSize(size: number, field: string): void {
  requireFinite(size, field);
  if (size === 0) throw new MeasurandError('empty', 'there is nothing to estimate from', { field });
  requireCount(size, field, 1);
}

/** A whole number from `least` to `most`. @throws MeasurandError `non-finite`, `k-out-of-range` */
export function requireShareOf(k: number, field: string, least: number, most: number): void {
  requireFinite(k, field);
  if (!Number.isSafeInteger(k) || k < least || k > most) {
    throw new MeasurandError('k-out-of-range', `must be a whole number from ${least} to ${most}, not ${k}`, {
      field,
    });
  }
}

/**
 * k events among n trials.
 *
 * @throws MeasurandError `non-finite`, `empty` for n = 0, `k-out-of-range` unless 0 <= k <= n in whole numbers
 */
export function requireEvents(k: number, n: number): void {
  requireFinite(k, 'k');
  requireSize(n, 'n');
  requireShareOf(k, 'k', 0, n);
}
