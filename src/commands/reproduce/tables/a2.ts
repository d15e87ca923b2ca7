import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { compared, notRecomputable } from '../compare.ts';
import { armOf, type PairedRow, pairedRow } from '../paired-arms.ts';
import { decimalsIn } from '../printed-pair.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

type Row = PaperData['rule_calibration']['rows'][number];

interface Source {
  readonly paired: PairedRow;
  readonly note: string;
}

const NOT_PRINTED = 'the vectors of this policy are not printed';

/** The two rows whose vectors stand in other tables. */
function sourceOf(data: PaperData, { policy, slack }: Row): Source | null {
  if (slack !== 0) return null;
  const rows = (...[model, level, arm]: [string, number, 'escalating' | 'constant@mean']) =>
    armOf(data, model, level, arm).covered_rows_of_75;
  if (policy === 'always-retry') {
    return {
      paired: pairedRow(rows('Llama-3.3-70B', 2, 'constant@mean'), rows('Llama-3.3-70B', 0, 'escalating')),
      note: 'reconstructed: the Llama constant arm at slack 2 minus its escalating arm at slack 0',
    };
  }
  if (policy === 'quota-aware') {
    return {
      paired: pairedRow(rows('GPT-5', 0, 'constant@mean'), rows('GPT-5', 0, 'escalating')),
      note: "from GPT-5's arms, which the paper calls identical in summary",
    };
  }
  return null;
}

function rowNumbers(data: PaperData, row: Row): ReproducedNumber[] {
  const name = `${row.policy}, slack ${row.slack}`;
  const [lo = '', hi = ''] = decimalsIn(row.printed.ci95);
  const printed = [
    ['Delta', row.printed.delta, row.delta],
    ['CI low', lo, row.ci95[0]],
    ['CI high', hi, row.ci95[1]],
    ['p', row.printed.p, row.p],
  ] as const;
  const source = sourceOf(data, row);
  const values = source && [source.paired.delta, source.paired.lo, source.paired.hi, source.paired.p];
  const estimates = printed.map(([label, text, twin], i) =>
    values && source
      ? compared(`${name} ${label}`, text, values[i] as number, { twin, note: source.note })
      : notRecomputable(`${name} ${label}`, text, NOT_PRINTED, { twin }),
  );
  const actions = [
    ['skips', row.skips_both_arms],
    ['deaths', row.deaths_both_arms],
  ] as const;
  return [
    ...estimates,
    ...actions.map(([label, count]) =>
      notRecomputable(`${name} ${label}`, String(count), 'the actions of the rule policies are not printed'),
    ),
  ];
}

/** Table A2: the same contrast for policies without a model. */
export function tableA2(data: PaperData): TableContent {
  const gpt5 = (['escalating', 'constant@mean'] as const).map((arm) => armOf(data, 'GPT-5', 0, arm));
  const skips = gpt5.reduce((sum, arm) => sum + arm.skips, 0);
  const deaths = gpt5.reduce((sum, arm) => sum + arm.quota_deaths, 0);
  return {
    id: 'A2',
    title: 'Rule policies in place of models',
    source: 'Table A2, from Tables A15 and A16',
    numbers: data.rule_calibration.rows.flatMap((row) => rowNumbers(data, row)),
    notes: [
      `Quota-aware is called bit-identical to GPT-5's summary: Delta, CI and p agree, its actions do not (GPT-5: ${skips} skips and ${deaths} deaths).`,
    ],
  };
}
