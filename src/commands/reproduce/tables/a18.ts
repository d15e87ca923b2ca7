import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { formatDecimal } from '../../../core/decimal.ts';
import { trinomialPower } from '../../../stats/power.ts';
import { notRecomputable } from '../compare.ts';
import type { ReproducedNumber, TableContent } from '../types.ts';

/** Chances of a pair rising and falling in the reference model (specification §2.7). */
const MODEL: Readonly<Record<string, { readonly up: number; readonly down: number }>> = {
  'null control': { up: 0.37, down: 0.37 },
  'small effect': { up: 0.46, down: 0.27 },
  'medium effect': { up: 0.5, down: 0.19 },
  'large effect': { up: 0.78, down: 0.05 },
};
const REASON =
  'neither the outcome model nor its seed is printed; beside it the exact power of a reference model';

interface Regime {
  readonly name: string;
  readonly numbers: readonly ReproducedNumber[];
  readonly largestGap: number;
}

function regimeOf(data: PaperData, row: PaperData['power']['rows'][number]): Regime {
  const model = MODEL[row.regime];
  const [delta = '', ...printed] = row.printed;
  const cells = data.power.n_per_arm.map((n, i) => {
    const text = printed[i] ?? '';
    const power = model ? trinomialPower(model, n) : null;
    const twin = row.power[String(n)] ?? Number.NaN;
    return { n, text, twin, power, gap: power === null ? 0 : Math.abs(power - Number(text)) };
  });
  return {
    name: row.regime,
    largestGap: Math.max(...cells.map(({ gap }) => gap)),
    numbers: [
      notRecomputable(`${row.regime}, true Delta`, delta, 'a setting of the simulation', {
        twin: row.true_delta,
      }),
      ...cells.map(({ n, text, twin, power }) =>
        notRecomputable(`${row.regime}, n = ${n}`, text, REASON, {
          twin,
          ...(power === null ? {} : { beside: formatDecimal(power, 2) }),
        }),
      ),
    ],
  };
}

/** Table A18: the power study, beside a reference model whose power is exact. */
export function tableA18(data: PaperData): TableContent {
  const regimes = data.power.rows.map((row) => regimeOf(data, row));
  const gaps = regimes.map(({ name, largestGap }) => `${name} ${formatDecimal(largestGap, 3)}`).join(', ');
  return {
    id: 'A18',
    title: 'Power of the paired bootstrap rule',
    source: 'Table A18, Section A.2',
    numbers: [
      ...regimes.flatMap(({ numbers }) => numbers),
      ...Object.entries(data.power.section_A2_printed).map(([text, printed]) =>
        notRecomputable(`A.2 ${text}`, printed, 'read off the same simulation'),
      ),
    ],
    notes: [
      `Largest distance of the reference model from print: ${gaps}. One standard error of ${data.power.replications_per_cell} replications is up to .025, so only the large regime fits.`,
      '.998 beside 1.00 is rounding: 399 of 400 replications.',
      'The null control prints Delta as -0.000: a zero has no sign.',
    ],
  };
}
