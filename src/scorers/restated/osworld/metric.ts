import { PythonError } from '../../../core/python/errors.ts';
import type { PythonValue } from '../../../core/python/value.ts';

/** A metric of values alone: no file, no machine, no page. Gives a score from 0 to 1, or raises as the release does. */
export type Metric = (...args: readonly PythonValue[]) => number;

function requireArguments(args: readonly PythonValue[], least: number, most: number): void {
  if (args.length >= least && args.length <= most) return;
  throw new PythonError('TypeError', `takes ${most} positional arguments, and ${args.length} were given`);
}

/** A metric of a result alone. */
export function metricOfResult(score: (result: PythonValue) => boolean | number): Metric {
  return (...args) => {
    requireArguments(args, 1, 1);
    return Number(score(args[0] ?? null));
  };
}

/** A metric of a result and a rule. `options` says whether a dict of options can follow. */
export function metricOf(
  score: (result: PythonValue, rule: PythonValue, options?: PythonValue) => boolean | number,
  { options = false } = {},
): Metric {
  return (...args) => {
    requireArguments(args, 2, options ? 3 : 2);
    return Number(score(args[0] ?? null, args[1] ?? null, args[2]));
  };
}
