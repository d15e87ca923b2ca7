import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { compared, comparedText, notRecomputable, onlyMismatches } from '../compare.ts';
import type { TableContent } from '../types.ts';

/** `6/6` as two counts. */
export function checksOf(text: string): { passed: number; of: number } {
  const [passed = Number.NaN, of = Number.NaN] = text.split('/').map(Number);
  return { passed, of };
}

/** Table A5: oracle checks by target, and their total. */
export function tableA5(data: PaperData): TableContent {
  const { rows, adapter_lines_printed, oracle_checks_total_printed, shared_core_lines_printed } =
    data.coverage;
  const total = rows.reduce((sum, row) => sum + checksOf(row.oracle_checks).of, 0);
  return {
    id: 'A5',
    title: 'What the audit covered',
    source: 'Table A5',
    numbers: [
      compared('oracle checks in total', String(oracle_checks_total_printed), total),
      ...onlyMismatches(
        rows.map(({ target, oracle_checks: text }) => {
          const { of } = checksOf(text);
          return comparedText(`${target} oracle checks, all passed`, text, `${of}/${of}`);
        }),
      ),
      ...Object.entries(adapter_lines_printed).map(([target, lines]) =>
        notRecomputable(`${target} adapter lines`, String(lines), "the authors' source is not printed"),
      ),
      notRecomputable('shared core lines', shared_core_lines_printed, "the authors' source is not printed"),
    ],
    notes: [],
  };
}
