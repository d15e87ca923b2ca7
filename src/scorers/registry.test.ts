import { fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import type { ScoringContext } from '../core/contracts/index.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../tasks/comtrade/submission.ts';
import { taskNamed } from '../tasks/registry.ts';
import { SCORERS, scorerNamed } from './registry.ts';

const task = taskNamed('repaired', 'T7_totals_trap');
const truth = task.truth?.(3);
const context: ScoringContext = { task, seed: 3, ledger: [], ...(truth ? { truth } : {}) };
const lines = (truth?.records ?? []).slice(0, 40).map((record) => JSON.stringify(record));

const data = fc.oneof(
  fc.shuffledSubarray(lines).map((some) => some.join('\n')),
  fc.string({ unit: 'binary' }),
  fc.array(fc.json()).map((some) => some.join('\n')),
);
const parts = fc.record(
  { [DATA_PART]: data, [METADATA_PART]: fc.oneof(fc.json(), fc.string()), [LOG_PART]: fc.string() },
  { requiredKeys: [] },
);

verifies('scorers.all.named', async () => {
  expect(SCORERS.map(({ id }) => id)).toEqual(['truth', 'truth-id', 'coverage', 'shape-judge']);
  await fc.assert(
    fc.asyncProperty(parts, async (handedIn) => {
      const submission = { parts: handedIn as Record<string, string> };
      for (const scorer of SCORERS) {
        const score = await scorer.score(submission, context);
        expect(score.scorer).toBe(scorer.id);
        expect(score.value).toBeGreaterThanOrEqual(0);
        expect(score.value).toBeLessThanOrEqual(1);
        for (const part of Object.values(score.parts)) expect(Number.isFinite(part)).toBe(true);
        expect(await scorer.score({ parts: { ...submission.parts } }, { ...context })).toEqual(score);
      }
    }),
  );
});

test('every scorer declares its kind and a resolution that a correct submission and its nearest neighbour exceed', async () => {
  const all = (truth?.records ?? []).map((record) => JSON.stringify(record));
  for (const scorer of SCORERS.filter(({ kind }) => kind === 'outcome')) {
    const value = async (some: readonly string[]): Promise<number> =>
      (await scorer.score({ parts: { [DATA_PART]: some.join('\n') } }, context)).value;
    expect((await value(all)) - (await value(all.slice(1)))).toBeGreaterThan(scorer.resolution);
  }
  expect(SCORERS.map(({ kind }) => kind)).toEqual(['outcome', 'outcome', 'outcome', 'shape']);
});

test('scorerNamed gives the scorer of a name, and names them all when it knows none', () => {
  expect(scorerNamed('truth')).toBe(SCORERS[0]);
  expect(() => scorerNamed('f1')).toThrow(/"f1".*Choose from truth, truth-id, coverage, shape-judge/);
});

test('shape-judge knows a task by its settings, and refuses one of another suite', async () => {
  const judge = scorerNamed('shape-judge');
  const [short, long] = [{ rows: 1 }, {}].map((settings) =>
    taskNamed('repaired', 'T1_single_page', settings),
  );
  const submission = { parts: { [DATA_PART]: '{}', [METADATA_PART]: '{"row_count": 1}', [LOG_PART]: '' } };
  const correctness = async (of: typeof task | undefined): Promise<number | undefined> =>
    of && (await judge.score(submission, { task: of, seed: 0, ledger: [] })).parts['correctness'];
  expect(await correctness(short)).toBe(16);
  expect(await correctness(long)).toBeLessThan(5);
  await expect(judge.score(submission, { ...context, task: { ...task, suite: 'other' } })).rejects.toThrow(
    expect.objectContaining({ code: 'unsupported-task', exitCode: 3 }),
  );
});
