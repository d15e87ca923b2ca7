import type { PaperData } from '../../../audit/paper/paper-schemas.ts';
import { compared, comparedText, consistent, notRecomputable } from '../compare.ts';
import { theRow } from '../find-row.ts';
import type { TableContent } from '../types.ts';

const KINDS = ['shape', 'outcome', 'specification', 'llm-judge'] as const;
export type CensusKind = (typeof KINDS)[number];

/** The kind that a cell names first: `outcome + llm-judge` is an outcome scorer. */
export function kindOf(cell: string): CensusKind | null {
  const at = KINDS.map((kind) => ({ kind, at: cell.indexOf(kind) })).filter((found) => found.at >= 0);
  return at.sort((a, b) => a.at - b.at)[0]?.kind ?? null;
}

/** `no (0/2000)` in one table and `0/2000 deviate` in another. */
const fractionIn = (text: string): string => /\d+\/\d+/.exec(text)?.[0] ?? 'none';

/** Table A8: scorers of nine benchmarks by kind. */
export function tableA8(data: PaperData): TableContent {
  const { rows, distribution_printed, gaia_spot_check_printed } = data.census;
  const bfcl = theRow(rows, ({ benchmark }) => benchmark.startsWith('BFCL'), 'BFCL');
  const card = theRow(
    data.validity_cards.rows,
    ({ item }) => item === 'Criterion-aligned scorer',
    'the criterion',
  );
  const gaia = theRow(rows, ({ benchmark }) => benchmark.startsWith('GAIA'), 'GAIA');
  return {
    id: 'A8',
    title: 'Census of scorers',
    source: 'Table A8',
    numbers: [
      ...Object.entries(distribution_printed).map(([kind, printed]) =>
        compared(
          kind,
          String(printed),
          rows.filter((row) => kindOf(row.primary_scorer_kind) === kind).length,
        ),
      ),
      consistent(
        comparedText(
          'BFCL cells deviating',
          fractionIn(bfcl.fabricated_equals_correct),
          fractionIn(card.BFCL),
        ),
        'printed alike in Tables A8 and A4; the cells are not printed',
      ),
      consistent(
        comparedText(
          'GAIA fabricated',
          gaia_spot_check_printed['fabricated'] ?? '',
          fractionIn(gaia.fabricated_equals_correct),
        ),
        'printed alike in the table and in the text; the submissions are not printed',
      ),
      ...Object.entries(gaia_spot_check_printed)
        .filter(([name]) => name !== 'fabricated')
        .map(([name, printed]) =>
          notRecomputable(`GAIA ${name}`, printed, 'the submissions are not printed'),
        ),
    ],
    notes: ['A scorer with two kinds counts under the one named first.'],
  };
}
