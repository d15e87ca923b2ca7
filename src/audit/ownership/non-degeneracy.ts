import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { Verdict } from '../types.ts';

/** Two models of the population that differ in one decision only. */
export interface Contrast {
  readonly decision: string;
  readonly model: string;
  readonly against: string;
}

export interface DecisionVariance {
  readonly decision: string;
  /** Distinct choices that the model made, over the population. */
  readonly choices: number;
  readonly made: number;
  readonly contrast: Contrast;
  /** Episodes in which the two models of the contrast met the same task and seed, and in which their outcome differed. */
  readonly compared: number;
  readonly moved: number;
  /** Largest absolute change of the outcome. */
  readonly largest: number;
}

export interface NonDegeneracy {
  readonly population: number;
  readonly decisions: number;
  readonly live: number;
  readonly degenerate: number;
  readonly byDecision: Readonly<Record<string, DecisionVariance>>;
  readonly degenerateDecisions: readonly string[];
}

const place = (record: EpisodeRecord): string =>
  `${record.coordinates.task}:${record.coordinates.seed}:${record.coordinates.protocol}:${record.coordinates.arm}`;

function outcomes(records: readonly EpisodeRecord[], model: string, scorer: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const record of records) {
    if (record.coordinates.model !== model) continue;
    const score = record.scores.find((candidate) => candidate.scorer === scorer);
    values.set(place(record), score?.value ?? 0);
  }
  return values;
}

function choicesMade(records: readonly EpisodeRecord[], decision: string): { choices: number; made: number } {
  const choices = new Set<string>();
  let made = 0;
  for (const record of records) {
    for (const count of record.decisions) {
      if (count.decision !== decision || count.owner !== 'model') continue;
      choices.add(count.choice);
      made += count.count;
    }
  }
  return { choices: choices.size, made };
}

function variance(records: readonly EpisodeRecord[], contrast: Contrast, scorer: string): DecisionVariance {
  const left = outcomes(records, contrast.model, scorer);
  const right = outcomes(records, contrast.against, scorer);
  const differences = [...left]
    .filter(([key]) => right.has(key))
    .map(([key, value]) => Math.abs(value - (right.get(key) ?? 0)));
  return {
    decision: contrast.decision,
    ...choicesMade(records, contrast.decision),
    contrast,
    compared: differences.length,
    moved: differences.filter((difference) => difference > 0).length,
    largest: differences.length === 0 ? 0 : Math.max(...differences),
  };
}

/**
 * Whether each claimed decision is a live one: the model makes more than one choice over the stated population, and
 * changing that decision alone changes the outcome (paper, Table A7: Var = 0 is no ownership).
 *
 * @param records episodes of one scaffold, scored by `scorer`
 */
export function nonDegeneracy(
  records: readonly EpisodeRecord[],
  contrasts: readonly Contrast[],
  scorer: string,
): NonDegeneracy {
  const rows = contrasts.map((contrast) => variance(records, contrast, scorer));
  const degenerate = rows.filter((row) => row.choices < 2 || row.moved === 0).map((row) => row.decision);
  return {
    population: new Set(records.map((record) => record.coordinates.model)).size,
    decisions: rows.length,
    live: rows.length - degenerate.length,
    degenerate: degenerate.length,
    byDecision: Object.fromEntries(rows.map((row) => [row.decision, row])),
    degenerateDecisions: degenerate,
  };
}

export function nonDegeneracyVerdict({ decisions, degenerate, population }: NonDegeneracy): Verdict {
  if (decisions === 0 || population < 2) return 'not-probed';
  return degenerate === 0 ? 'pass' : 'fail';
}
