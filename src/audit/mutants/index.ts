import { ENVIRONMENT_MUTANTS } from './environment-mutants.ts';
import { EPISODE_MUTANTS } from './episode-mutants.ts';
import { GUARD_MUTANTS } from './guard-mutants.ts';
import type { Mutant } from './mutant.ts';
import { PROPOSAL_MUTANTS } from './proposal-mutants.ts';
import { SCORER_MUTANTS } from './scorer-mutants.ts';

export { FAILURE_MODES, type FailureMode } from './failure-modes.ts';
export type { Mutant } from './mutant.ts';
export { ORACLE_BENCHMARKS, ORACLE_CHECKS, type OracleBenchmark, type OracleCheck } from './oracle-checks.ts';

/** Every mutant of the audit: at least one for each card item, and those of the number guard and of proposals. */
export const AUDIT_MUTANTS: readonly Mutant[] = [
  ...EPISODE_MUTANTS,
  ...SCORER_MUTANTS,
  ...ENVIRONMENT_MUTANTS,
  ...GUARD_MUTANTS,
  ...PROPOSAL_MUTANTS,
];
