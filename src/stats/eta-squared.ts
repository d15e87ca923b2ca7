import { MeasurandError } from '../core/errors.ts';
import { requireCount, requireShareOf } from './sample.ts';

/** One value per source of variation of a balanced two-way layout. */
export interface TwoWay<T> {
  readonly rows: T;
  readonly columns: T;
  readonly interaction: T;
  readonly residual: T;
}

/** Shares of the total sum of squares; null when nothing varies. */
export interface EtaSquared extends TwoWay<number | null> {
  readonly n: number;
  /**
   * Bias-corrected shares (specification §5.13), unclipped: below 0 means that no effect can be told from noise.
   * Null when nothing varies or a cell holds one run.
   */
  readonly omegaSquared: {
    readonly rows: number | null;
    readonly columns: number | null;
    readonly interaction: number | null;
  };
}

function requireLayout(successes: readonly (readonly number[])[], perCell: number): number {
  requireCount(perCell, 'perCell', 1);
  const columns = successes[0]?.length ?? 0;
  if (columns === 0) throw new MeasurandError('empty', 'there is no cell', { field: 'successes' });
  for (const [index, row] of successes.entries()) {
    if (row.length !== columns) {
      throw new MeasurandError(
        'unbalanced-design',
        `has ${row.length} cells where the first row has ${columns}`,
        {
          field: `successes[${index}]`,
        },
      );
    }
    for (const [at, count] of row.entries()) {
      requireShareOf(count, `successes[${index}][${at}]`, 0, perCell);
    }
  }
  return columns;
}

const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0);
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** n times each sum of squares: whole numbers, so that nothing is rounded before the division. */
function scaledSquares(
  successes: readonly (readonly number[])[],
  n: number,
): TwoWay<number> & { total: number } {
  const cells = successes.flat();
  const rowTotals = successes.map(total);
  const columnTotals = (successes[0] as readonly number[]).map((_, j) =>
    total(successes.map((row) => row[j] as number)),
  );
  const all = total(cells);
  const rows = rowTotals.length * squares(rowTotals);
  const columns = columnTotals.length * squares(columnTotals);
  const within = cells.length * squares(cells);
  return {
    total: n * all - all * all,
    rows: rows - all * all,
    columns: columns - all * all,
    interaction: within - rows - columns + all * all,
    residual: n * all - within,
  };
}

/**
 * Eta squared of a balanced two-way layout of 0/1 outcomes, from the cell counts alone (specification §2.5), with the
 * less biased omega squared beside it. The task sum of squares stays inside the residual.
 *
 * @param successes count of ones by row and column
 * @param perCell runs in every cell
 * @throws MeasurandError `empty`, `unbalanced-design`, `count-out-of-range`, `k-out-of-range`
 */
export function etaSquaredBinary(successes: readonly (readonly number[])[], perCell: number): EtaSquared {
  const width = requireLayout(successes, perCell);
  const height = successes.length;
  const n = height * width * perCell;
  const ss = scaledSquares(successes, n);
  const share = (part: number): number | null => (ss.total === 0 ? null : part / ss.total);
  const error = perCell === 1 ? null : ss.residual / (height * width * (perCell - 1));
  const corrected = (part: number, df: number): number | null =>
    ss.total === 0 || error === null ? null : (part - df * error) / (ss.total + error);
  return {
    n,
    rows: share(ss.rows),
    columns: share(ss.columns),
    interaction: share(ss.interaction),
    residual: share(ss.residual),
    omegaSquared: {
      rows: corrected(ss.rows, height - 1),
      columns: corrected(ss.columns, width - 1),
      interaction: corrected(ss.interaction, (height - 1) * (width - 1)),
    },
  };
}
