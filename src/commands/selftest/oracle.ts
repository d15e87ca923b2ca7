import {
  FAILURE_MODES,
  type FailureMode,
  ORACLE_BENCHMARKS,
  ORACLE_CHECKS,
  type OracleBenchmark,
  type OracleCheck,
} from '../../audit/mutants/index.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { type MutantOutcome, selftestMutants } from './mutants.ts';
import { sourceLines } from './source-lines.ts';

/** The oracle checks of one benchmark: whether each finds its planted fault, and what they cost. */
export interface OracleRow {
  readonly benchmark: OracleBenchmark;
  readonly checks: readonly (Pick<MutantOutcome, 'id' | 'caught'> & { readonly says: string })[];
  readonly caught: number;
  /** Always none: what a check is run on has no model to call. */
  readonly modelCalls: 0;
  /** Lines that are not blank, of what this benchmark needs beside the core. */
  readonly adapterLines: number;
}

/** A condition of Table A7, with what is stated of it and what the audit said. */
export interface FailureModeOutcome {
  readonly id: string;
  readonly condition: string;
  readonly stated: Readonly<Record<string, string>>;
  readonly observed: Readonly<Record<string, string>>;
  readonly asStated: boolean;
}

export interface OracleReport {
  readonly rows: readonly OracleRow[];
  readonly coreLines: number;
  readonly failureModes: readonly FailureModeOutcome[];
  readonly passed: number;
  readonly failed: number;
  /** Seconds by benchmark: a clock, and no part of what was found. */
  readonly timing: Readonly<Record<string, number>>;
}

async function observed(mode: FailureMode): Promise<FailureModeOutcome> {
  const { id, condition, stated } = mode;
  const said = await mode
    .observe()
    .catch((error: unknown): Record<string, string> => ({ threw: String(error) }));
  return { id, condition, stated, observed: said, asStated: canonicalJson(said) === canonicalJson(stated) };
}

/**
 * The checks that need a truth oracle, by benchmark, and the conditions under which an audit can say less: each on a
 * target that was made for it. No model is called and no benchmark need be installed.
 */
export async function selftestOracle(
  control: RunControl = {},
  checks: readonly OracleCheck[] = ORACLE_CHECKS,
  modes: readonly FailureMode[] = FAILURE_MODES,
): Promise<OracleReport> {
  const { core, adapters } = sourceLines();
  const rows: OracleRow[] = [];
  const timing: Record<string, number> = {};
  for (const benchmark of ORACLE_BENCHMARKS) {
    const own = checks.filter((check) => check.benchmark === benchmark);
    const began = performance.now();
    const { mutants, passed } = await selftestMutants(control, own);
    timing[benchmark] = (performance.now() - began) / 1000;
    rows.push({
      benchmark,
      checks: mutants.map(({ id, caught }, at) => ({ id, caught, says: own[at]?.says ?? '' })),
      caught: passed,
      modelCalls: 0,
      adapterLines: adapters[benchmark],
    });
  }
  const failureModes: FailureModeOutcome[] = [];
  for (const mode of modes) failureModes.push(await observed(mode));
  const passed =
    rows.reduce((sum, { caught }) => sum + caught, 0) +
    failureModes.filter(({ asStated }) => asStated).length;
  return {
    rows,
    coreLines: core,
    failureModes,
    passed,
    failed: checks.length + modes.length - passed,
    timing,
  };
}
