import type { JsonValue } from '../../core/json.ts';
import type { BridgeMeasurements } from '../bridge/measurements.ts';
import { replayVerdict } from '../bridge/replay.ts';
import type { Verdict } from '../types.ts';
import { callBenchmark } from './call-benchmark.ts';
import { databaseBenchmark, tells, writes } from './database-benchmark.ts';
import { ENVIRONMENT_MUTANTS } from './environment-mutants.ts';
import { type PlainTarget, probePlain } from './in-process-target.ts';
import type { Mutant } from './mutant.ts';
import { SCORER_MUTANTS } from './scorer-mutants.ts';

export const ORACLE_BENCHMARKS = ['ComtradeBench', 'tau-bench', 'BFCL'] as const;
export type OracleBenchmark = (typeof ORACLE_BENCHMARKS)[number];

/**
 * One thing that the truth of a benchmark lets the audit check. The paper prints how many there are of each benchmark
 * (Table A5: 6, 4 and 3) and not which; these are ours.
 */
export interface OracleCheck extends Mutant {
  readonly benchmark: OracleBenchmark;
  /** What a sound benchmark shows. */
  readonly says: string;
}

const accepts = (measurements: BridgeMeasurements, edit: string): Verdict => {
  const row = measurements.kernel[edit];
  if (!row || row.tried === 0) return 'not-probed';
  return row.accepted === 0 ? 'pass' : 'fail';
};

const goldPasses = ({ correct }: BridgeMeasurements): Verdict =>
  correct.tried === 0 ? 'not-probed' : correct.accepted === correct.tried ? 'pass' : 'fail';

const nothingScoresNothing = ({ nullFloor }: BridgeMeasurements): Verdict =>
  nullFloor.tried === 0 ? 'not-probed' : nullFloor.above === 0 ? 'pass' : 'fail';

type Rescored = (task: string, submission: JsonValue, clean: number) => number;

interface Draft {
  readonly id: string;
  readonly says: string;
  readonly fault: string;
  readonly scored: () => Rescored;
  readonly verdict: (measurements: BridgeMeasurements) => Verdict;
}

function checksOf(
  benchmark: OracleBenchmark,
  target: (score?: Rescored) => PlainTarget,
  drafts: readonly Draft[],
): readonly OracleCheck[] {
  const verdictOn = async (plain: PlainTarget, { verdict }: Draft): Promise<Verdict> =>
    verdict((await probePlain(plain)).measurements);
  return drafts.map((draft) => ({
    id: draft.id,
    check: `oracle: ${benchmark}`,
    benchmark,
    says: draft.says,
    fault: draft.fault,
    run: async () => ({
      mutant: await verdictOn(target(draft.scored()), draft),
      twin: await verdictOn(target(), draft),
    }),
  }));
}

/** Grades otherwise on every fifth call. */
function wavering(): Rescored {
  let calls = 0;
  return (_, __, clean) => {
    calls += 1;
    return calls % 5 === 0 ? 1 - clean : clean;
  };
}

const DATABASE_CHECKS = checksOf('tau-bench', databaseBenchmark, [
  {
    id: 'gold-actions-refused',
    says: 'the published actions and outputs pass',
    fault: 'the scorer refuses one task whatever is handed in',
    scored: () => (task, _, clean) => (task === 'refund' ? 0 : clean),
    verdict: goldPasses,
  },
  {
    id: 'write-not-compared',
    says: 'a write of another value fails',
    fault: 'the scorer looks whether something was written and not what',
    scored: () => (task, submission) => (writes(submission) && tells(task, submission) ? 1 : 0),
    verdict: (measurements) => accepts(measurements, 'corrupted_write'),
  },
  {
    id: 'output-not-read',
    says: 'telling the customer something else fails',
    fault: 'the scorer compares the final state and reads no reply',
    scored: () => (task, submission, clean) =>
      clean === 1 || (writes(submission) && !tells(task, submission)) ? 1 : 0,
    verdict: (measurements) => accepts(measurements, 'wrong_output'),
  },
  {
    id: 'nothing-done-passes',
    says: 'doing nothing scores the minimum',
    fault: 'a task passes when nothing was written',
    scored: () => (_, submission, clean) => (writes(submission) ? clean : 1),
    verdict: nothingScoresNothing,
  },
]);

const CALL_CHECKS = checksOf('BFCL', callBenchmark, [
  {
    id: 'argument-values-unread',
    says: 'a call with other values fails',
    fault: 'the checker reads the names of the arguments and none of their values',
    scored: () => (_, submission) => (JSON.stringify(submission).includes(':{}') ? 0 : 1),
    verdict: (measurements) => accepts(measurements, 'change_value'),
  },
  {
    id: 'empty-arguments-pass',
    says: 'a call without arguments fails',
    fault: 'the checker lets missing arguments pass',
    scored: () => (_, submission, clean) => (JSON.stringify(submission).includes(':{}') ? 1 : clean),
    verdict: nothingScoresNothing,
  },
  {
    id: 'verdict-wavers',
    says: 'the same call gets the same verdict again',
    fault: 'the verdict depends on how often the checker was asked',
    scored: wavering,
    verdict: ({ replay }) => replayVerdict(replay),
  },
]);

/** What a sound ComtradeBench shows, by the mutant that a check of it must catch. */
const COMTRADE: Readonly<Record<string, string>> = {
  'counts-rows': 'fabricated records score below true ones',
  'reads-ids-only': 'true identifiers with false values score below true records',
  'rejects-other-orders': 'the true records score the same in another order',
  'pays-for-nothing': 'an empty submission scores the minimum',
  'believes-the-report': 'a false report beside the true records changes no score',
  'state-leaks': 'the same seed is served the same records again',
};

const COMTRADE_CHECKS: readonly OracleCheck[] = [...SCORER_MUTANTS, ...ENVIRONMENT_MUTANTS].flatMap(
  (mutant) => {
    const says = COMTRADE[mutant.id];
    return says === undefined ? [] : [{ ...mutant, benchmark: 'ComtradeBench' as const, says }];
  },
);

/** The checks that need a truth oracle, each with the fault that it must find: 6, 4 and 3, as the paper counts them. */
export const ORACLE_CHECKS: readonly OracleCheck[] = [...COMTRADE_CHECKS, ...DATABASE_CHECKS, ...CALL_CHECKS];
