import type { PaperData } from '../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../core/decimal.ts';

/** The 50 runs of one model over the five execution tasks, pooled task by task in the order of the table. */
export function pooledRuns(data: PaperData, model: string): readonly number[] {
  return data.e1_per_seed.rows
    .filter((row) => row.model === model && data.spectrum.five_tasks.includes(row.task_id))
    .flatMap((row) => row.f1);
}

/** As printed, not as computed: for the few figures that the paper derives from figures already rounded. */
export function rounded(value: number, places: number): number {
  return Number(formatDecimal(value, places));
}
