import type { ScorerKind } from '../../core/contracts/index.ts';

/** One benchmark of the census: what its scorer grades by, and the file that decides. */
export interface CensusBenchmark {
  readonly name: string;
  readonly kind: ScorerKind;
  /** Where the scorer is released. */
  readonly released: string;
  /** The deciding file, below the root of that release. */
  readonly decisive: string;
  /** What cannot be executed without the environment of the benchmark. */
  readonly limits: string;
  /** Only what stands around a judge can be executed without a model. */
  readonly inPart?: boolean;
}

/** The nine benchmarks of the paper's census (Table A8), with the file of the release that decides each score. */
export const CENSUS_BENCHMARKS: readonly CensusBenchmark[] = [
  {
    name: 'comtrade',
    kind: 'shape',
    released: 'yonghongzhang-io/comtrade-openenv',
    decisive: 'server/judge.py',
    limits: 'none: it ships with Measurand, restated',
  },
  {
    name: 'tau-bench',
    kind: 'outcome',
    released: 'sierra-research/tau-bench',
    decisive: 'tau_bench/envs/base.py',
    limits: 'the user simulator is a model; rewards need none',
  },
  {
    name: 'bfcl',
    kind: 'specification',
    released: 'ShishirPatil/gorilla',
    decisive: 'berkeley-function-call-leaderboard/bfcl_eval/eval_checker/ast_eval/ast_checker.py',
    limits: 'none for the AST checker',
  },
  {
    name: 'gaia',
    kind: 'outcome',
    released: 'gaia-benchmark/leaderboard',
    decisive: 'scorer.py',
    limits: 'the data set is gated; the scorer is not',
  },
  {
    name: 'swebench',
    kind: 'outcome',
    released: 'SWE-bench/SWE-bench',
    decisive: 'swebench/harness/grading.py',
    limits: 'running tests needs containers; grading of logs does not',
  },
  {
    name: 'webarena',
    kind: 'outcome',
    released: 'web-arena-x/webarena',
    decisive: 'evaluation_harness/evaluators.py',
    limits: 'page checks need pages, and a part of the tasks reaches a judge',
  },
  {
    name: 'agentbench',
    kind: 'outcome',
    released: 'THUDM/AgentBench',
    decisive: 'src/server/tasks/dbbench/result_processor.py',
    limits: 'web shop and household tasks are graded by their environments',
  },
  {
    name: 'osworld',
    kind: 'outcome',
    released: 'xlang-ai/OSWorld',
    decisive: 'desktop_env/evaluators/metrics/general.py',
    limits: 'what the metrics read comes from a virtual machine',
  },
  {
    name: 'toolbench',
    kind: 'judge',
    released: 'OpenBMB/ToolBench',
    decisive: 'toolbench/tooleval/evaluators/registered_cls/rtl.py',
    limits: 'the rules around the judge, with a scripted one; the verdict itself is a model’s',
    inPart: true,
  },
];
