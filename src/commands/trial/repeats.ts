import type { TrialReport } from '../../report/trials/document.ts';
import type { ScoredOutcome } from './report.ts';

interface DecidedLine {
  readonly criterion: string;
  readonly harness: string;
  readonly seed: number;
  readonly state: number;
  readonly reason: string;
}

/** Whether runs of one pair, which differ in nothing but their private values, decide each line alike. */
export function trialRepeats(scored: readonly ScoredOutcome[]): TrialReport['repeats'] {
  const decided = scored.flatMap(({ harness, kept }) =>
    kept.verdicts.map(
      ({ criterion, state, reason }): DecidedLine => ({ criterion, harness, seed: kept.seed, state, reason }),
    ),
  );
  const groups = new Map<string, DecidedLine[]>();
  for (const line of decided) {
    const key = `${line.harness} ${line.criterion}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const repeated = [...groups.values()].filter(({ length }) => length > 1);
  const odd = repeated.filter((runs) => new Set(runs.map(({ state }) => state)).size > 1);
  return {
    lines: repeated.length,
    agreeing: repeated.length - odd.length,
    disagreements: odd.flatMap((runs) => {
      const [first] = runs;
      const failed = runs.filter(({ state }) => state !== 1);
      if (!first) return [];
      const { criterion, harness } = first;
      return [
        {
          ...{ criterion, harness },
          held: runs.length - failed.length,
          runs: runs.length,
          failed: failed.map(({ seed, reason }) => ({ seed, reason })),
        },
      ];
    }),
  };
}
