import type { Verdict } from '../types.ts';

/**
 * A target with one planted fault, on which a check must fail, beside a clean twin, which the same check must pass.
 * A check that cannot fail proves nothing.
 */
export interface Mutant {
  readonly id: string;
  /** The check that must catch it: a card item, `number-guard`, or one of the `proposal-…` checks. */
  readonly check: string;
  /** What was planted, as a sentence. */
  readonly fault: string;
  run(): Promise<{ readonly mutant: Verdict; readonly twin: Verdict }>;
}
