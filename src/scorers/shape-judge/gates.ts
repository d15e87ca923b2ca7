import { formatFixed } from '../../core/python/float.ts';
import { type Breakdown, DIMENSIONS } from './report.ts';

const CORRECT_ENOUGH = 0.7;
const HALF = 0.5;

const points = (value: number): string => formatFixed(value, 1);
const percent = (share: number): string => `${formatFixed(share * 100, 0)}%`;

/**
 * The two gates, in this order (reference §5): an incomplete submission has no efficiency; one under 70 % correctness keeps
 * half of its efficiency and observability.
 *
 * @returns the breakdown after them, and one sentence for each change
 */
export function applyGates(before: Breakdown): { breakdown: Breakdown; applied: readonly string[] } {
  let { efficiency, observability } = before;
  const applied: string[] = [];
  const completeness = before.completeness / DIMENSIONS.completeness;
  if (completeness < 1) {
    applied.push(
      `completeness_gate: efficiency ${points(efficiency)} → 0 (completeness ${percent(completeness)} < 100%)`,
    );
    efficiency = 0;
  }
  const correctness = before.correctness / DIMENSIONS.correctness;
  const halve = (name: string, value: number): number => {
    const half = value * HALF;
    applied.push(
      `correctness_gate: ${name} ${points(value)} → ${points(half)} (correctness ${percent(correctness)} < 70%)`,
    );
    return half;
  };
  if (correctness < CORRECT_ENOUGH) {
    if (efficiency > 0) efficiency = halve('efficiency', efficiency);
    observability = halve('observability', observability);
  }
  return { breakdown: { ...before, efficiency, observability }, applied };
}
