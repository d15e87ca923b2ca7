import { bootstrapMean } from '../../stats/bootstrap.ts';
import { summarise } from '../../stats/summary.ts';
import { gradeOf } from '../figures.ts';
import type { Find } from './pairs.ts';
import type { SummaryResult } from './results.ts';
import type { SummaryGroup } from './select.ts';

const NOTHING = { mean: null, lo: null, hi: null, worst: null, cvar: null, reliability: null } as const;

/** Mean with its bootstrap interval in the declared mode, worst, CVaR at 0.2 and reliability at 0.9. */
export function summariseGroup(
  { statistic, key, label, levels, cells }: SummaryGroup,
  find: Find,
): SummaryResult {
  const { mode = 'recommended', id, scorer } = statistic;
  const values = cells.flatMap((cell) => {
    const record = find(cell.id);
    return (record && gradeOf(record, scorer)) ?? [];
  });
  const shared = {
    ...{ statistic: id, key, label, levels, scorer, mode },
    ...{ planned: cells.length, n: values.length, standing: 'exploratory' as const },
  };
  if (values.length === 0) return { ...shared, ...NOTHING };
  const { mean, worst, cvarCeil, reliability } = summarise(values);
  const { lo, hi } = bootstrapMean(values, { mode });
  return { ...shared, mean, lo, hi, worst, cvar: cvarCeil, reliability };
}
