import { oneSidedRank } from './percentile-ranks.ts';

/** Replicates that differ by rounding alone are ties. */
const TIE = 1e-12;

/** How many models beat this value in one replicate, and how many share it, itself included. */
function standing(
  value: number,
  scores: readonly Float64Array[],
  replicate: number,
): { better: number; tied: number } {
  let better = 0;
  let tied = 0;
  for (const other of scores) {
    const difference = (other[replicate] as number) - value;
    if (difference > TIE) better += 1;
    else if (difference >= -TIE) tied += 1;
  }
  return { better, tied };
}

/** The share of replicates in which one model takes each rank; ties share their ranks equally. */
export function rankChances(own: number, scores: readonly Float64Array[]): readonly number[] {
  const mine = scores[own] as Float64Array;
  const chances = new Float64Array(scores.length);
  for (let b = 0; b < mine.length; b += 1) {
    const { better, tied } = standing(mine[b] as number, scores, b);
    for (let r = better; r < better + tied; r += 1) chances[r] = (chances[r] as number) + 1 / tied;
  }
  return Array.from(chances, (count) => count / mine.length);
}

/** By how much another model leads, and the bootstrap's standard error of that. */
interface Lead {
  readonly lead: number;
  readonly error: number;
  /** Per replicate, how far the lead lay from its estimate, in standard errors; zeros when it never moved. */
  readonly deviations: Float64Array;
}

function leadOver(mine: Float64Array, theirs: Float64Array, lead: number): Lead {
  const deviations = theirs.map((value, b) => Math.abs(value - (mine[b] as number) - lead));
  let squares = 0;
  for (const deviation of deviations) squares += deviation * deviation;
  const error = Math.sqrt(squares / deviations.length);
  return { lead, error, deviations: deviations.map((deviation) => (error > TIE ? deviation / error : 0)) };
}

/**
 * First and last rank that simultaneous intervals for a model's differences to all others leave open (Mogstad et al.
 * 2024): single-step, with the largest standardised deviation over the others as the critical value.
 *
 * @param own which model
 * @param scores per model, its score in each joint replicate
 * @param means per model, its score in the data
 */
export function rankSet(
  own: number,
  scores: readonly Float64Array[],
  means: readonly number[],
  level: number,
): readonly [number, number] {
  const mine = scores[own] as Float64Array;
  const leads = scores.flatMap((theirs, index) =>
    index === own ? [] : [leadOver(mine, theirs, (means[index] as number) - (means[own] as number))],
  );
  const largest = mine.map((_, b) => Math.max(0, ...leads.map(({ deviations }) => deviations[b] as number)));
  const critical = largest.sort()[oneSidedRank(level, mine.length)] as number;
  const certain = leads.filter(({ lead, error }) => Math.abs(lead) > Math.max(TIE, critical * error));
  const better = certain.filter(({ lead }) => lead > 0).length;
  return [better + 1, scores.length - (certain.length - better)];
}
