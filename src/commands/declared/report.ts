import type { DecisionOutcome } from '../../study/declared/decide.ts';
import type { PairedResult, Standing, SummaryResult } from '../../study/declared/results.ts';
import type { Registration } from '../../study/preregistration/registration.ts';

/** What a study file's own statistics say, and what its registration makes of them. */
export interface DeclaredReport {
  /** `confirmatory` when at least one result is; each result carries its own. */
  readonly standing: Standing;
  readonly registration: Registration;
  /** The look that ended the study early; null when it ran to its end. */
  readonly endedAt: { readonly look: number; readonly seeds: number } | null;
  readonly results: readonly PairedResult[];
  readonly summaries: readonly SummaryResult[];
  readonly decision: DecisionOutcome | null;
}
