import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { reliabilityAt } from '../../../stats/reliability.ts';
import { type Summary, summarise } from '../../../stats/summary.ts';
import { compared, comparedText, consistent, notRecomputable, unprinted } from '../compare.ts';
import { theRow } from '../find-row.ts';
import { pooledRuns, rounded } from '../pooled.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';
import { forensicCounts } from './a14.ts';

type Row = PaperData['spectrum']['rows'][number];

interface Pool {
  readonly model: string;
  readonly summary: Summary;
  readonly reliability05: number;
}

const RANKS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const NEAR = 1e-12;

/** What the figure plots, in full precision, against what the data file says it plots. */
function plotted(row: Row, { summary, reliability05 }: Pool): ReproducedNumber[] {
  const stated = row.recomputed;
  const pairs: readonly [string, number, number][] = [
    ['mean', stated.mean, summary.mean],
    ['std (population)', stated.std_population, summary.stdPopulation],
    ['std (sample)', stated.std_sample, summary.stdSample ?? Number.NaN],
    ['worst', stated.worst, summary.worst],
    ['best', stated.max, summary.best],
    ['CVaR@0.2', stated.cvar_0_2, summary.cvarCeil],
    ['Rel@0.9', stated.rel_at_0_9, summary.reliability],
    ['Rel@0.5', stated.rel_at_0_5, reliability05],
    ['gap', stated.reliability_gap, summary.gap],
    ...stated.quartiles_type7.map((value, i): [string, number, number] => [
      `quartile ${i + 1}`,
      value,
      summary.quartiles[i] as number,
    ]),
  ];
  return pairs.map(([label, expected, value]) => {
    const name = `${row.model} ${label} (plotted)`;
    if (Math.abs(value - expected) <= NEAR) return unprinted(name, formatDecimal(value, 4));
    return {
      name,
      printed: formatDecimal(expected, 6),
      recomputed: formatDecimal(value, 6),
      status: 'mismatch',
      note: 'the data file states another value for the figure',
    };
  });
}

function printedOf(row: Row, { summary }: Pool): ReproducedNumber[] {
  const values: Readonly<Record<string, number>> = {
    mean: summary.mean,
    worst: summary.worst,
    cvar_0_2: summary.cvarCeil,
    rel_at_0_9: summary.reliability,
    reliability_gap: summary.gap,
  };
  return Object.entries(row.printed).map(([key, printed]) => {
    const value = values[key];
    const name = `${row.model} ${key}`;
    return value === undefined
      ? notRecomputable(name, printed, 'a statistic that is not defined here')
      : compared(name, printed, value);
  });
}

const rankOf = (model: string, pools: readonly Pool[], by: (pool: Pool) => number): number => {
  const own = by(theRow(pools, (pool) => pool.model === model, model));
  return pools.filter((pool) => by(pool) > own).length;
};

type Comparison = (printed: string, name: string) => ReproducedNumber;

/** The sentences of Sections 1, 5.1 and A.5 that compare rows of the figure. */
function comparisons(data: PaperData, pools: readonly Pool[]): Readonly<Record<string, Comparison>> {
  const of = (model: string): Summary => theRow(pools, (pool) => pool.model === model, model).summary;
  const [gpt5, haiku] = [of('GPT-5'), of('Claude-Haiku-4.5')];
  const widest = [...pools].sort((a, b) => b.summary.gap - a.summary.gap)[0];
  const tier = ['Claude-Sonnet-4.6', 'GPT-5', 'Claude-Haiku-4.5'].map((model) => of(model).mean);
  const scores = data.scaffolding.l0_per_task_scores.scores['Claude-Sonnet-4.6'] ?? [];
  return {
    'GPT-5 minus Claude-Haiku-4.5 mean': (printed, name) =>
      compared(name, printed, rounded(gpt5.mean, 3) - rounded(haiku.mean, 3), {
        note: `difference of the printed means; unrounded it is ${formatDecimal(gpt5.mean - haiku.mean, 4)}`,
      }),
    'Claude-Haiku-4.5 minus GPT-5 CVaR@0.2': (printed, name) =>
      compared(name, printed, haiku.cvarCeil - gpt5.cvarCeil),
    'GPT-4o T3 worst-case reorder: rank by mean': (printed, name) =>
      comparedText(name, printed, RANKS[rankOf('GPT-4o', pools, (pool) => pool.summary.mean)] ?? 'none'),
    'largest reliability gap (GPT-5)': (printed, name) =>
      widest?.model === 'GPT-5'
        ? compared(name, printed, widest.summary.gap)
        : comparedText(name, `GPT-5 ${printed}`, `${widest?.model} ${widest?.summary.gap}`),
    'previous-frontier tier mean range': (printed, name) =>
      comparedText(
        name,
        printed,
        `${formatDecimal(Math.min(...tier), 2)}-${formatDecimal(Math.max(...tier), 2)}`,
      ),
    'published leaderboard mean, Kimi and Claude': (printed, name) =>
      consistent(
        compared(name, printed, scores.reduce((sum, score) => sum + score, 0) / scores.length),
        "Claude's ten per-task scores of the release; Kimi's are not printed",
      ),
    'GPT-4o forensic solve rate': (printed, name) => {
      const { solved, total } = forensicCounts(data);
      return comparedText(name, printed, `${solved}/${total}`);
    },
  };
}

/** Figure 2, Figure A9 and the sentences that read them: 50 pooled runs of each model. */
export function figure2(data: PaperData): TableContent {
  const pools = data.spectrum.rows.map(({ model }): Pool => {
    const runs = pooledRuns(data, model);
    return { model, summary: summarise(runs), reliability05: reliabilityAt(runs, 0.5) };
  });
  const known = comparisons(data, pools);
  const rows = data.spectrum.rows.flatMap((row, i) => {
    const pool = pools[i] as Pool;
    const rank = pools.filter(({ summary }) => summary.mean > pool.summary.mean).length + 1;
    const tied = pools.filter(({ summary }) => summary.mean === pool.summary.mean).length;
    const last = rank + tied - 1;
    return [
      ...printedOf(row, pool),
      compared(`${row.model} runs`, String(row.n), pool.summary.n),
      compared(
        `${row.model} place by mean`,
        String(row.rank_by_mean),
        Math.min(Math.max(row.rank_by_mean, rank), last),
      ),
      ...plotted(row, pool),
    ];
  });
  const order = [...pools].sort(
    (a, b) => b.summary.worst - a.summary.worst || b.summary.mean - a.summary.mean,
  );
  return {
    id: 'Figure2',
    title: 'The reliability spectrum',
    source: 'Figures 2 and A9, Sections 1, 5.1 and A.5, from Table A13',
    numbers: [
      ...rows,
      unprinted('order by worst, ties by mean', order.map(({ model }) => model).join(' > ')),
      ...data.spectrum.printed_comparisons.map(({ text, printed }) =>
        known[text] ? known[text](printed, text) : notRecomputable(text, printed, 'raw scores not printed'),
      ),
    ],
    notes: [
      'Runs of T3, T4, T5, T6 and T8 are pooled, ten seeds each; T7 and T10 are left out. CVaR and worst are taken over the pool.',
      'Worst case is compared between models at equal n = 50 but quoted at n = 10 too; a minimum falls as n grows, so only equal n compare.',
    ],
  };
}
