import { paperTable } from '../../paper/paper-data.ts';
import { spectrum } from '../../reliability/spectrum.ts';
import type { Spectrum } from '../../types.ts';

/** The reliability spectrum of the paper's eight models, recomputed from its per-seed table over the five execution tasks. */
export function paperSpectrum(): Spectrum {
  const { rows } = paperTable('e1_per_seed');
  const pooled = rows.filter((row) => row.in_five_task_aggregate);
  const runs = new Map<string, readonly number[]>();
  for (const row of pooled) runs.set(row.model, [...(runs.get(row.model) ?? []), ...row.f1]);
  return spectrum(runs, {
    origin: 'recomputed',
    title: 'The paper’s eight language models, recomputed from Table A13',
    level: 'L2',
    scorer: 'truth-id',
    tasks: [...new Set(pooled.map((row) => row.task_id))],
    seeds: Math.min(...pooled.map((row) => row.f1.length)),
  });
}
