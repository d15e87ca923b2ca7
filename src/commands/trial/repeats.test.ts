import { expect, test } from 'vitest';
import { trialRepeats } from './repeats.ts';
import type { ScoredOutcome } from './report.ts';

const run = (harness: string, seed: number, states: Readonly<Record<string, 0 | 1>>): ScoredOutcome =>
  ({
    harness,
    kept: {
      seed,
      verdicts: Object.entries(states).map(([criterion, state]) => ({
        criterion,
        state,
        reason: `state ${state}`,
      })),
    },
  }) as unknown as ScoredOutcome;

test('repeats of one pair are compared line by line; a pair with one run says nothing', () => {
  const repeats = trialRepeats([
    run('pi', 1, { 'T15.H1': 1, 'T15.H2': 1 }),
    run('pi', 2, { 'T15.H1': 0, 'T15.H2': 1 }),
    run('pi', 3, { 'T15.H1': 1, 'T15.H2': 1 }),
    run('codex', 1, { 'T15.H1': 0 }),
  ]);
  expect(repeats).toEqual({
    lines: 2,
    agreeing: 1,
    disagreements: [
      {
        criterion: 'T15.H1',
        harness: 'pi',
        held: 2,
        runs: 3,
        failed: [{ seed: 2, reason: 'state 0' }],
      },
    ],
  });
});
