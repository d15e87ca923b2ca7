import { bootstrapMean } from '../../../stats/bootstrap.ts';
import { holm } from '../../../stats/multiplicity.ts';
import { monteCarloSignFlip } from '../../../stats/sign-flip.ts';
import { paperTable } from '../../paper/paper-data.ts';
import type { Curve, ForestRow } from '../../types.ts';

const ROWS_OF_TASK = 75;

interface Arms {
  readonly model: string;
  readonly slack: number;
  readonly differences: readonly number[];
}

function pairedArms(): Arms[] {
  const { rows } = paperTable('b2');
  return rows
    .filter((row) => row.arm === 'escalating')
    .flatMap((escalating) => {
      const constant = rows.find(
        (row) =>
          row.arm === 'constant@mean' && row.model === escalating.model && row.slack === escalating.slack,
      );
      if (!constant) return [];
      const differences = constant.covered_rows_of_75.map(
        (rowsCovered, seed) => (rowsCovered - (escalating.covered_rows_of_75[seed] ?? 0)) / ROWS_OF_TASK,
      );
      return [{ model: escalating.model, slack: escalating.slack, differences }];
    });
}

/** The six tests of the paper's B2 family, recomputed from the printed per-seed coverages (Tables A15 to A17). */
export function paperForest(): ForestRow[] {
  const arms = pairedArms();
  const p = arms.map(({ differences }) => monteCarloSignFlip(differences).pPlain);
  const adjusted = holm(p);
  return arms.map(({ model, slack, differences }, i) => {
    const { mean, lo, hi } = bootstrapMean(differences, { mode: 'compat' });
    return {
      label: `${model}, slack ${slack}`,
      origin: 'recomputed',
      n: differences.length,
      delta: mean,
      lo,
      hi,
      p: p[i] ?? 1,
      pHolm: adjusted[i] ?? null,
    };
  });
}

/** The paper's dose response, as printed: its raw data are not. */
export function paperDoseResponse(): Curve[] {
  const { section_A4_dose_response: series } = paperTable('escalation');
  return series.map(({ model, slack, delta }) => ({
    label: model,
    origin: 'quoted',
    points: slack.map((x, i) => ({ x, y: Number(delta[i]), lo: null, hi: null, n: 20 })),
  }));
}

/** SKIP actions under free retries, and the episodes that they are counted over. */
export function paperSkips(): { readonly skips: number; readonly episodes: number } {
  const { rows } = paperTable('escalation');
  const free = rows.filter((row) => row.experiment === 'B1');
  const skips = free.reduce((sum, row) => sum + row.skips_escalating + row.skips_constant, 0);
  return { skips, episodes: 120 };
}
