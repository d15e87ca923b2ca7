import { exactSum } from './exact-sum.ts';
import type { VarianceComponent, VarianceDecomposition, VarianceTerm } from './variance-components.ts';

/** How much of the total sum of squares one term takes. */
export interface VarianceShare {
  readonly term: VarianceTerm;
  /** SS / SS_total; biased upward. Null when nothing varies or the term has one level. */
  readonly etaSquared: number | null;
  /**
   * (SS - df MS_error) / (SS_total + MS_error), the residual being the error: unclipped, below 0 where no effect can be
   * told from noise. Null for the residual itself, and where a grid leaves no residual.
   */
  readonly omegaSquared: number | null;
}

const squaresOf = ({ df, meanSquare }: VarianceComponent): number =>
  meanSquare === null ? 0 : df * meanSquare;

/**
 * Eta squared and the less biased omega squared of every term of a balanced grid (specification §5.13). The error is the
 * highest interaction, confounded with noise where each cell holds one run; the task's own sum of squares is a term of
 * its own and no part of it.
 */
export function varianceShares({ components }: VarianceDecomposition): readonly VarianceShare[] {
  const total = exactSum(components.map(squaresOf));
  const error = components.find(({ term }) => term === 'residual')?.meanSquare ?? null;
  return components.map((component) => {
    const { term, df, meanSquare } = component;
    const known = meanSquare !== null && total > 0;
    const corrected =
      known && error !== null && term !== 'residual'
        ? (squaresOf(component) - df * error) / (total + error) + 0
        : null;
    return { term, etaSquared: known ? squaresOf(component) / total : null, omegaSquared: corrected };
  });
}
