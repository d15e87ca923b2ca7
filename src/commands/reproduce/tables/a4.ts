import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { compared, comparedText, consistent, notRecomputable } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';
import type { TargetName } from './a4-evidence.ts';
import { judgeTotal, probeOf } from './a10.ts';

/** What the judge gives a log without a level keyword, in points of ten; half of it behind the gate of an empty file. */
const OBSERVABILITY_WITHOUT_LEVEL = 8;
const EXPLAINED = 'Table A10 with a log that names no level: observability 8.00 for 8.67, halved when empty';

/** What a pattern finds first in a cell of the card. */
function quotedIn(data: PaperData, item: string, target: TargetName, pattern: RegExp): string {
  const cell = theRow(data.validity_cards.rows, (row) => row.item === item, item)[target];
  return pattern.exec(cell)?.[1] ?? 'not on the card';
}

function judgeNumbers(data: PaperData): ReproducedNumber[] {
  const other = data.judge_probe.other_printed;
  const variant = (submission: 'empty' | 'fabricated' | 'correct', observability: number): number =>
    judgeTotal(probeOf(data, submission), { observability });
  const tied = quotedIn(data, 'Criterion-aligned scorer', 'ComtradeBench', /\$(0\.\d+)\$/);
  const empty = quotedIn(data, 'Null floor', 'ComtradeBench', /\$(0\.\d+)\$/);
  const drop = quotedIn(data, 'Trace preference', 'ComtradeBench', /\$-(0\.\d+)\$/);
  const explained = (
    name: string,
    printed: string,
    again: string | undefined,
    value: number,
  ): ReproducedNumber => consistent(compared(name, printed, value, { twin: Number(again) }), EXPLAINED);
  const fabricatedAgain = other['25-row dedup task: fabricated = correct'];
  return [
    explained('fabricated, T3', tied, fabricatedAgain, variant('fabricated', OBSERVABILITY_WITHOUT_LEVEL)),
    explained('correct, T3', tied, fabricatedAgain, variant('correct', OBSERVABILITY_WITHOUT_LEVEL)),
    explained(
      'empty, T3',
      empty,
      other['25-row dedup task: empty'],
      variant('empty', OBSERVABILITY_WITHOUT_LEVEL / 2),
    ),
    notRecomputable('contradictory self-report, drop', drop, 'the submission is not printed', {
      twin: Number(other['contradictory self-report drop']),
    }),
  ];
}

function ownershipNumbers(data: PaperData): ReproducedNumber[] {
  const item = 'Model-sensitive ownership';
  const models = data.joint_2x2.rows.filter((row) => row.model !== 'Model spread').length;
  const pairs = (models * (models - 1)) / 2;
  const scaffolds = data.tau_slice.rows;
  const swings = Object.keys(scaffolds[0]?.successes_of_15 ?? {}).map((model) => {
    const column = scaffolds.map((row) => row.successes_of_15[model] ?? Number.NaN);
    return (Math.max(...column) - Math.min(...column)) / 15;
  });
  const card = (target: TargetName, pattern: RegExp): string => quotedIn(data, item, target, pattern);
  return [
    comparedText('models in the 2×2', card('ComtradeBench', /(\d+) models/), String(models)),
    consistent(
      comparedText('identical pairs', card('ComtradeBench', /(\d+\/\d+) model pairs/), `${pairs}/${pairs}`),
      'the number of pairs is recomputed; the payloads are not printed',
    ),
    compared('reward moved by the scaffold', card('tau-bench', /moves (0\.\d+)/), Math.max(...swings)),
    comparedText('scaffolds', card('tau-bench', /the (\d+) shipped scaffolds/), String(scaffolds.length)),
  ];
}

function reliabilityNumbers(data: PaperData): ReproducedNumber[] {
  const episodes = new Map<string, number>();
  for (const { model, f1 } of data.e1_per_seed.rows)
    episodes.set(model, (episodes.get(model) ?? 0) + f1.length);
  const counts = [...episodes.values()];
  const card = (pattern: RegExp): string => quotedIn(data, 'Reliability reporting', 'ComtradeBench', pattern);
  const range = `${formatDecimal(Math.min(...counts), 0)}–${formatDecimal(Math.max(...counts), 0)}`;
  return [
    comparedText('models with seeded episodes', card(/(\d+) models/), String(counts.length)),
    comparedText('episodes of each', card(/(\d+–\d+) seeded/), range),
  ];
}

/** The figures that stand in the cells of Table A4; its judge scores are of another run than Table A10. */
export function tableA4(data: PaperData): TableContent {
  return {
    id: 'A4',
    title: 'Figures quoted on the validity cards',
    source: 'Table A4, from Tables 1, A3, A10 and A13',
    numbers: [...judgeNumbers(data), ...ownershipNumbers(data), ...reliabilityNumbers(data)],
    notes: ['Judge scores here are on T3 (25 rows). The verdicts of Table A4 are in A4-verdicts.'],
  };
}
