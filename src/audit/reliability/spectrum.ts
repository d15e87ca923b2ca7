import { byCodePoint } from '../../core/canonical.ts';
import type { EpisodeRecord, Level } from '../../core/contracts/index.ts';
import { bootstrapMean } from '../../stats/bootstrap.ts';
import { reliabilityAt } from '../../stats/reliability.ts';
import { summarise } from '../../stats/summary.ts';
import type { EvidenceOrigin, Spectrum, SpectrumRow, Verdict } from '../types.ts';

const ALPHA = 0.2;
const STRICT_TAU = 0.9;
const LAX_TAU = 0.5;

/** Mean, spread, tail and threshold figures of one model's pooled runs, with the paper's bootstrap interval. */
export function spectrumRow(model: string, values: readonly number[]): SpectrumRow {
  const summary = summarise(values, { alpha: ALPHA, tau: STRICT_TAU });
  const interval = bootstrapMean(values, { mode: 'compat' });
  return {
    model,
    n: summary.n,
    mean: summary.mean,
    std: summary.stdPopulation,
    worst: summary.worst,
    best: summary.best,
    cvar: summary.cvarCeil,
    reliability90: summary.reliability,
    reliability50: reliabilityAt(values, LAX_TAU),
    gap: summary.gap,
    quartiles: summary.quartiles,
    ci: [interval.lo, interval.hi],
  };
}

export interface SpectrumFacts {
  readonly origin: EvidenceOrigin;
  readonly title: string;
  readonly level: Level;
  readonly scorer: string;
  readonly tasks: readonly string[];
  readonly seeds: number;
}

/** One row a model, best mean first; equal means in order of name. */
export function spectrum(runs: ReadonlyMap<string, readonly number[]>, facts: SpectrumFacts): Spectrum {
  const rows = [...runs].map(([model, values]) => spectrumRow(model, values));
  rows.sort((a, b) => b.mean - a.mean || byCodePoint(a.model, b.model));
  return { ...facts, rows };
}

/** Scores by model; an episode without a submission scores 0, by rule, and errored ones are not runs. */
export function runsByModel(records: readonly EpisodeRecord[], scorer: string): Map<string, number[]> {
  const runs = new Map<string, number[]>();
  for (const record of records) {
    if (record.state !== 'scored' && record.state !== 'no-submission') continue;
    const value = record.scores.find((score) => score.scorer === scorer)?.value ?? 0;
    runs.set(record.coordinates.model, [...(runs.get(record.coordinates.model) ?? []), value]);
  }
  return runs;
}

/** Fewest seeds a task for which a worst case says anything beyond a single draw (paper, Section 5.1 uses ten). */
export const FEWEST_SEEDS = 10;

export interface Reliability {
  readonly models: number;
  readonly seeds: number;
  readonly tasks: number;
  readonly fewest: number;
  readonly most: number;
  readonly spectrum: Spectrum;
}

export function reliability(source: Spectrum): Reliability {
  const sizes = source.rows.map((row) => row.n);
  return {
    models: source.rows.length,
    seeds: source.seeds,
    tasks: source.tasks.length,
    fewest: sizes.length === 0 ? 0 : Math.min(...sizes),
    most: sizes.length === 0 ? 0 : Math.max(...sizes),
    spectrum: source,
  };
}

/**
 * Passes when seeded repeats stand behind the figures, so that worst case and tail are figures and not single draws.
 * Quoted figures never pass.
 */
export function reliabilityVerdict({ models, seeds, spectrum: { origin } }: Reliability): Verdict {
  if (models === 0 || origin === 'quoted') return 'not-probed';
  return seeds >= FEWEST_SEEDS ? 'pass' : 'fail';
}
