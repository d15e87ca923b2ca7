import type { SupervisorOptions } from '../../scorers/bridge/index.ts';

/** What a named target needs before it can be asked anything. */
export interface TargetDefinition {
  readonly name: string;
  readonly title: string;
  /** File in `bridges/`. */
  readonly shim: string;
  /** How its code is found: a checkout, an installed package, a scorer of one file, or what the user names. */
  readonly needs: 'checkout' | 'package' | 'scorer';
  /** A path below the root that only this benchmark has. */
  readonly marker: string;
  /** The module that shows that it is installed. */
  readonly module: string;
  /** Variable that names the root, or the scorer. */
  readonly variable: string;
  /** Its parts that `--domain` chooses from; the first is the default. */
  readonly domains: readonly string[];
  /** A scorer of one file can be imported from an installed package instead. */
  readonly installed?: string;
  /** A checkout whose shim takes a file of cases of the user's. */
  readonly cases?: boolean;
  readonly timeouts?: SupervisorOptions['timeouts'];
  /** Requests that are made again, where the usual number would take minutes. */
  readonly replays?: number;
}

const PATIENT = { list_tasks: 120_000, truth: 120_000, perturb: 120_000, score: 60_000, ownership: 180_000 };

/** The released benchmarks that have a shim here. Each runs the user's own copy; none is shipped. */
export const TARGET_DEFINITIONS: readonly TargetDefinition[] = [
  {
    name: 'bfcl',
    title: 'BFCL, the AST checker',
    shim: 'bfcl.py',
    needs: 'package',
    marker: 'eval_checker/ast_eval/ast_checker.py',
    module: 'bfcl_eval',
    variable: 'MEASURAND_BFCL_PYTHON',
    domains: [],
  },
  {
    name: 'tau-bench',
    title: 'tau-bench, rewards and scaffolds',
    shim: 'taubench.py',
    needs: 'checkout',
    marker: 'tau_bench/envs/base.py',
    module: 'tau_bench',
    variable: 'MEASURAND_TAU_BENCH_ROOT',
    domains: ['retail', 'airline'],
    timeouts: PATIENT,
    replays: 120,
  },
  {
    name: 'gaia',
    title: 'GAIA, the question scorer',
    shim: 'gaia.py',
    needs: 'scorer',
    marker: '',
    module: 'inspect_evals',
    variable: 'MEASURAND_GAIA_SCORER',
    domains: [],
    installed: '-',
  },
  {
    name: 'swebench',
    title: 'SWE-bench, grading of logs',
    shim: 'swebench.py',
    needs: 'checkout',
    marker: 'swebench/harness/grading.py',
    module: 'swebench',
    variable: 'MEASURAND_SWEBENCH_ROOT',
    domains: [],
    cases: true,
  },
  {
    name: 'webarena',
    title: 'WebArena, checks of answers and addresses',
    shim: 'webarena.py',
    needs: 'checkout',
    marker: 'evaluation_harness/evaluators.py',
    module: 'evaluation_harness',
    variable: 'MEASURAND_WEBARENA_ROOT',
    domains: [],
  },
  {
    name: 'agentbench',
    title: 'AgentBench, database, knowledge graph and shell answers',
    shim: 'agentbench.py',
    needs: 'checkout',
    marker: 'src/server/tasks/dbbench/result_processor.py',
    module: 'agentbench',
    variable: 'MEASURAND_AGENTBENCH_ROOT',
    domains: [],
  },
  {
    name: 'osworld',
    title: 'OSWorld, metric functions',
    shim: 'osworld.py',
    needs: 'checkout',
    marker: 'desktop_env/evaluators/metrics/general.py',
    module: 'desktop_env',
    variable: 'MEASURAND_OSWORLD_ROOT',
    domains: [],
  },
  {
    name: 'toolbench',
    title: 'ToolBench, the rules around its judge',
    shim: 'toolbench.py',
    needs: 'checkout',
    marker: 'toolbench/tooleval/evaluators/registered_cls/rtl.py',
    module: 'toolbench',
    variable: 'MEASURAND_TOOLBENCH_ROOT',
    domains: [],
  },
];

export const targetNames = (): readonly string[] => TARGET_DEFINITIONS.map(({ name }) => name);
