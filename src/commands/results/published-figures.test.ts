import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import {
  harborTrial,
  rewarded,
  simulation,
  tau2Results,
  writeFiles,
} from '../../../test/samples/result-logs.ts';
import { logResults } from './results.ts';

const root = mkdtempSync(join(tmpdir(), 'figures-'));
afterAll(() => rmSync(root, { recursive: true }));

async function read(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(root, 'logs-'));
  writeFiles(folder, files);
  return logResults({ logs: [folder] });
}

const trials = (...ends: readonly (number | 'lost' | 'none')[]) =>
  ends.flatMap((end, trial) =>
    end === 'none'
      ? []
      : [
          simulation(
            '0',
            end === 'lost' ? undefined : end,
            end === 'lost' ? 'infrastructure_error' : 'user_stop',
            { trial },
          ),
        ],
  );
const handedIn = (figures: object) => ({
  model_name: 'M',
  submission_date: '2026-01-01',
  results: { airline: { cost: null, ...figures } },
});

/** Four trials of one task: two solved, one failed, one lost to the machinery. */
const FOUR = { 'trajectories/r.json': tau2Results(trials(1, 1, 0, 'lost'), ['0'], 4) };
const CONVENTIONS: readonly (readonly [string, object, readonly string[], readonly string[]])[] = [
  [
    'tau2 itself',
    { pass_1: 66.7, pass_2: 33.33 },
    ['runs that began', 'runs that could be judged'],
    ['errors-dropped', 'errors-dropped'],
  ],
  ['the plan', { pass_1: 50, pass_2: 16.7 }, ['all planned runs'], []],
  [
    'powers of the share',
    { pass_2: 44.4 },
    ['share of judged runs to the power of k'],
    ['published-unmatched'],
  ],
  ['pass@k', { pass_2: 100 }, ['any of k judged runs, which is pass@k'], ['published-unmatched']],
  ['nothing', { pass_2: 90.1 }, [], ['published-unmatched']],
];

for (const [whose, figures, matches, checks] of CONVENTIONS)
  test(`a pass^k of a submission to tau2 is told to follow ${whose}`, async () => {
    const { published, findings } = await read({ ...FOUR, 'submission.json': handedIn(figures) });
    const own = published.filter(({ metric }) => metric.startsWith('pass^'));
    expect(own.map((figure) => figure.matches)).toEqual(Object.keys(figures).map(() => matches));
    expect(
      findings.filter(({ field = '' }) => field.startsWith('results.airline')).map(({ check }) => check),
    ).toEqual(checks);
  });

test('pass@k of a Harbor job is made of its trials, those without a verdict as failures', async () => {
  const trial = (name: string, result: object, reward: number) =>
    harborTrial(name, result as Record<string, unknown>, { 'verifier/reward.txt': `${reward}\n` });
  const { published } = await read({
    'job/result.json': {
      n_total_trials: 2,
      stats: { evals: { 'terminus__model-a__d': { metrics: [{ mean: 0.5 }], pass_at_k: { 2: 1 } } } },
    },
    ...Object.fromEntries(
      Object.entries({ ...trial('t__1', rewarded(1), 1), ...trial('t__2', rewarded(0), 0) }).map(
        ([name, content]) => [`job/${name}`, content],
      ),
    ),
  });
  expect(
    published.map(({ metric, value, matches }) => [metric, value, matches.includes('errors dropped')]),
  ).toEqual([
    ['mean', 0.5, true],
    ['pass@2', 1, true],
  ]);
});

verifies('results.tau2.pass-k-convention', async () => {
  const { published, findings } = await read({
    ...FOUR,
    'submission.json': handedIn({ pass_1: 66.7, pass_2: 33.3 }),
  });
  expect(published.map(({ matches }) => matches)).toEqual([
    ['runs that began', 'runs that could be judged'],
    ['runs that began', 'runs that could be judged'],
  ]);
  expect(findings.find(({ field }) => field === 'results.airline.pass_2')?.what).toMatch(
    /3 of 4 planned runs .* 16\.7 %/,
  );
});
