import { AUDIT_MUTANTS, type Mutant } from '../../audit/mutants/index.ts';
import type { Verdict } from '../../audit/types.ts';
import type { RunControl } from '../../core/contracts/index.ts';

/** How one mutant fared: caught when its check failed on it and passed on the clean twin. */
export interface MutantOutcome {
  readonly id: string;
  readonly check: string;
  readonly fault: string;
  readonly mutant: Verdict | 'threw';
  readonly twin: Verdict | 'threw';
  readonly caught: boolean;
  /** Said when a run threw instead of giving a verdict. */
  readonly why?: string;
}

/** The confusion matrix of the audit against itself. */
export interface MutantReport {
  readonly mutants: readonly MutantOutcome[];
  readonly passed: number;
  readonly failed: number;
}

async function outcomeOf({ id, check, fault, run }: Mutant): Promise<MutantOutcome> {
  try {
    const { mutant, twin } = await run();
    return { id, check, fault, mutant, twin, caught: mutant === 'fail' && twin === 'pass' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { id, check, fault, mutant: 'threw', twin: 'threw', caught: false, why };
  }
}

/**
 * The audit audits itself: every check against a target with one planted fault, on which it must fail, and against the
 * clean twin, which it must pass.
 */
export async function selftestMutants(
  { signal, onProgress }: RunControl = {},
  mutants: readonly Mutant[] = AUDIT_MUTANTS,
): Promise<MutantReport> {
  const outcomes: MutantOutcome[] = [];
  for (const mutant of mutants) {
    signal?.throwIfAborted();
    outcomes.push(await outcomeOf(mutant));
    onProgress?.({ what: 'mutants', done: outcomes.length, total: mutants.length });
  }
  const passed = outcomes.filter(({ caught }) => caught).length;
  return { mutants: outcomes, passed, failed: outcomes.length - passed };
}
