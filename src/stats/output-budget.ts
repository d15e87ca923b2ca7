import { MeasurandError } from '../core/errors.ts';
import { requireFinite } from './sample.ts';

/** The best that an output budget lets a model submit when it must write out every row. */
export interface OutputBudgetCap {
  /** Rows that fit, at most the true rows. */
  readonly rows: number;
  readonly recall: number;
  readonly f1: number;
}

function requirePositive(value: number, field: string): void {
  requireFinite(value, field);
  if (value <= 0) {
    throw new MeasurandError('count-out-of-range', `must be above 0, not ${value}`, { field });
  }
}

/**
 * Highest recall and F1 that a token budget allows (A.6): rows = floor(budget / tokens per row), all of them true.
 *
 * @param tokenBudget output tokens allowed, 0 or more
 * @param tokensPerRow tokens that one row costs, above 0
 * @param groundTruth true rows, at least 1
 * @throws MeasurandError `non-finite`, `count-out-of-range`, `empty` without true rows
 */
export function outputBudgetCap(
  tokenBudget: number,
  tokensPerRow: number,
  groundTruth: number,
): OutputBudgetCap {
  requirePositive(tokensPerRow, 'tokensPerRow');
  requireFinite(tokenBudget, 'tokenBudget');
  if (groundTruth === 0) throw new MeasurandError('empty', 'there is no true row', { field: 'groundTruth' });
  requirePositive(groundTruth, 'groundTruth');
  if (tokenBudget < 0) {
    throw new MeasurandError('count-out-of-range', `must be 0 or more, not ${tokenBudget}`, {
      field: 'tokenBudget',
    });
  }
  const rows = Math.min(groundTruth, Math.floor(tokenBudget / tokensPerRow));
  return { rows, recall: rows / groundTruth, f1: (2 * rows) / (rows + groundTruth) };
}
