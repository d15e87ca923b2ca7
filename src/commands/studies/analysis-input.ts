import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { DenominatorLedger } from '../../study/ledger.ts';

/** What an analysis that knows the task gets to see. */
export interface AnalysisInput {
  /** One for each planned episode. */
  readonly records: readonly EpisodeRecord[];
  readonly ledger: DenominatorLedger;
  /** A blob as text. */
  textOf(digest: string): string;
}
