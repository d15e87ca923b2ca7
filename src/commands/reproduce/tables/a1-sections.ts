import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { mean } from '../../../stats/mean.ts';
import { compared, consistent, notRecomputable, unprinted } from '../compare.ts';
import { type Arm, armOf, TASK_ROWS } from '../paired-arms.ts';
import type { ReproducedNumber } from '../types.ts';

const armMean = (arm: Arm): number => mean(arm.covered_rows_of_75) / TASK_ROWS;

/** Every whole number of rows whose share prints as this coverage. */
const preimages = (printed: string): readonly number[] =>
  Array.from({ length: TASK_ROWS + 1 }, (_, rows) => rows).filter(
    (rows) => formatDecimal(rows / TASK_ROWS, 2) === printed,
  );

/** Per arm: each printed coverage has one whole number of rows, the one that is used; and the arm's mean. */
export function armNumbers(data: PaperData): ReproducedNumber[] {
  return data.b2.rows.flatMap((arm) => {
    const name = `${arm.model}, ${arm.arm}, slack ${arm.slack}`;
    const unique = arm.coverage_printed.filter((printed, seed) => {
      const [rows, ...others] = preimages(printed);
      const same = rows === arm.covered_rows_of_75[seed] && Number(printed) === arm.coverage[seed];
      return same && others.length === 0;
    });
    const total = Math.max(arm.covered_rows_of_75.length, arm.coverage.length);
    return [
      compared(`${name}: coverages with one whole k/75`, String(total), unique.length),
      unprinted(`${name}: mean coverage`, formatDecimal(armMean(arm), 4)),
    ];
  });
}

/** The means that Section A.4 quotes. */
export function sectionMeans(data: PaperData, ceiling: number): ReproducedNumber[] {
  const means: Readonly<Record<string, number>> = {
    'Llama constant slack 0': armMean(armOf(data, 'Llama-3.3-70B', 0, 'constant@mean')),
    'Claude constant slack 0': armMean(armOf(data, 'Claude-Sonnet-4.6', 0, 'constant@mean')),
    'Llama constant slack 2': armMean(armOf(data, 'Llama-3.3-70B', 2, 'constant@mean')),
    'Llama escalating slack 2': armMean(armOf(data, 'Llama-3.3-70B', 2, 'escalating')),
  };
  return Object.entries(data.escalation.section_A4_means).map(([text, printed]) => {
    const name = `A.4 ${text}`;
    const value = means[text];
    if (value !== undefined) return compared(name, printed, value);
    if (text === 'duplicate-overwrite ceiling') {
      const best = compared(name, printed, ceiling);
      return consistent(
        best,
        'the highest printed arm mean; the ceiling itself is a property of the environment',
      );
    }
    return notRecomputable(name, printed, 'the vectors of the rule policies are not printed');
  });
}

/** The dose-response curve of Section A.4: slack 0 and 2 have raw data, 1 and 4 have none. */
export function doseNumbers(data: PaperData): ReproducedNumber[] {
  return data.escalation.section_A4_dose_response.flatMap(({ model, slack: slacks, delta }) =>
    slacks.map((slack, i) => {
      const name = `A.4 dose response ${model}, slack ${slack}`;
      const printed = delta[i] ?? '';
      if (!data.b2.rows.some((arm) => arm.model === model && arm.slack === slack)) {
        return notRecomputable(name, printed, 'the raw runs at slack 1 and 4 are not printed');
      }
      const constant = armMean(armOf(data, model, slack, 'constant@mean'));
      return compared(name, printed, constant - armMean(armOf(data, model, slack, 'escalating')));
    }),
  );
}

/** Printed in the text of Section 5 and A.4. */
const SKIP_ACTIONS = '38';
const EPISODES = '120';

export function countNumbers(data: PaperData): ReproducedNumber[] {
  const tight = data.b2.rows.filter((arm) => arm.slack === 0);
  const skips = tight.reduce((sum, arm) => sum + arm.skips, 0);
  const episodes = tight.reduce((sum, arm) => sum + arm.covered_rows_of_75.length, 0);
  return [
    compared('SKIP actions at slack 0', SKIP_ACTIONS, skips),
    compared('episodes at slack 0', EPISODES, episodes),
  ];
}
