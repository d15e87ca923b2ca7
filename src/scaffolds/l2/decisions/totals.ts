import type { Submission } from '../../../core/contracts/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Chosen } from '../../choices.ts';
import { isMarkedTotals } from '../../held-rows.ts';
import { idsHandedIn, rowsWithId } from './rows-served.ts';
import type { DecisionWatch, Fetched } from './watch.ts';

/** Totals rows tell by their mark or, where a stressor takes the mark away, by their commodity. */
const isTotals = (row: JsonObject): boolean => isMarkedTotals(row) || row['hs'] === 'TOTAL';

/** The occasion is a submission with rows after a totals row was served. */
export class TotalsWatch implements DecisionWatch {
  readonly #totals = new Set<string>();

  fetched({ isError, value }: Fetched): void {
    if (isError) return;
    for (const { id, row } of rowsWithId(value)) if (isTotals(row)) this.#totals.add(id);
  }

  ends(submission: Submission | undefined): Chosen | undefined {
    const handedIn = idsHandedIn(submission);
    if (this.#totals.size === 0 || handedIn.size === 0) return undefined;
    const kept = [...this.#totals].some((id) => handedIn.has(id));
    return { decision: 'totals', choice: kept ? 'kept' : 'dropped' };
  }
}
