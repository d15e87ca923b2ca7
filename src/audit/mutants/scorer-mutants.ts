import type { Score, Scorer, ScoringContext, Submission } from '../../core/contracts/index.ts';
import { scorerNamed } from '../../scorers/registry.ts';
import { repairedTask } from '../../tasks/comtrade/repaired/task.ts';
import { DATA_PART, METADATA_PART } from '../../tasks/comtrade/submission.ts';
import type { ScorerProbe } from '../comtrade/measurements.ts';
import { probeScorer } from '../comtrade/probe.ts';
import { criterionVerdict } from '../probe/criterion.ts';
import { recordOn } from '../probe/edit.ts';
import { nullFloorVerdict } from '../probe/null-floor.ts';
import { tracePreferenceVerdict } from '../probe/trace-preference.ts';
import type { Verdict } from '../types.ts';
import type { Mutant } from './mutant.ts';

const TASKS = [repairedTask('T3_duplicates')];
const truth = (): Scorer => scorerNamed('truth');

/** The truth scorer with its value changed by what it should not look at, or should. */
function mutated(change: (value: number, submission: Submission, context: ScoringContext) => number): Scorer {
  const clean = truth();
  return {
    id: clean.id,
    kind: clean.kind,
    title: clean.title,
    resolution: clean.resolution,
    async score(submission, context): Promise<Score> {
      const score = await clean.score(submission, context);
      return { ...score, value: change(score.value, submission, context) };
    },
  };
}

const linesOf = ({ parts }: Submission): string[] =>
  (parts[DATA_PART] ?? '').split('\n').filter((line) => line.trim() !== '');

function countsRows(_: number, submission: Submission, { truth: canonical }: ScoringContext): number {
  const wanted = canonical?.records.length ?? 1;
  return Math.max(0, 1 - Math.abs(linesOf(submission).length - wanted) / wanted);
}

/** Reads identifiers and nothing else of a record. */
function readsIdsOnly(_: number, submission: Submission, { truth: canonical }: ScoringContext): number {
  const wanted = new Set(canonical?.records.map((record) => record[canonical.idField]));
  const ids = linesOf(submission).map((line) => recordOn(line)?.[canonical?.idField ?? '']);
  const found = new Set(ids.filter((id) => wanted.has(id as string)));
  return (2 * found.size) / (wanted.size + ids.length);
}

/** Wants the records in the order in which they were generated. */
function wantsOrder(value: number, submission: Submission, { truth: canonical }: ScoringContext): number {
  const ids = linesOf(submission).map((line) => String(recordOn(line)?.[canonical?.idField ?? '']));
  return ids.every((id, i) => i === 0 || (ids[i - 1] ?? '') <= id) ? value : value * 0.5;
}

function believesTheReport(value: number, submission: Submission): number {
  const declared = recordOn(submission.parts[METADATA_PART])?.['row_count'];
  return declared === linesOf(submission).length ? value : value * 0.6;
}

function scorerMutant(
  id: string,
  check: string,
  fault: string,
  change: Parameters<typeof mutated>[0],
  verdict: (probe: ScorerProbe) => Verdict,
): Mutant {
  return {
    id,
    check,
    fault,
    run: async () => ({
      mutant: verdict(await probeScorer(TASKS, mutated(change))),
      twin: verdict(await probeScorer(TASKS, truth())),
    }),
  };
}

const byCriterion = (probe: ScorerProbe): Verdict => criterionVerdict(probe.criterion);

/** Faults planted in a scorer, each for the check that must find it. */
export const SCORER_MUTANTS: readonly Mutant[] = [
  scorerMutant(
    'counts-rows',
    'criterion',
    'the scorer counts rows and never reads them',
    countsRows,
    byCriterion,
  ),
  scorerMutant(
    'reads-ids-only',
    'criterion',
    'the scorer reads record ids and no value',
    readsIdsOnly,
    byCriterion,
  ),
  scorerMutant(
    'rejects-other-orders',
    'criterion',
    'the scorer rejects the same records in another order',
    wantsOrder,
    byCriterion,
  ),
  scorerMutant(
    'pays-for-nothing',
    'null-floor',
    'the scorer gives a tenth of the score to an empty submission',
    (value) => 0.1 + 0.9 * value,
    (probe) => nullFloorVerdict(probe.nullFloor),
  ),
  scorerMutant(
    'believes-the-report',
    'trace-preference',
    'the scorer takes points off when the declared row count is wrong',
    believesTheReport,
    (probe) => tracePreferenceVerdict(probe.tracePreference),
  ),
];
