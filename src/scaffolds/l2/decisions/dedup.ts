import type { Submission } from '../../../core/contracts/index.ts';
import type { Chosen } from '../../choices.ts';
import { idsHandedIn, rowsWithId } from './rows-served.ts';
import type { DecisionWatch, Fetched } from './watch.ts';

/** The occasion is a submission that holds a record which was served more than once. */
export class DedupWatch implements DecisionWatch {
  readonly #served = new Set<string>();
  readonly #repeated = new Set<string>();

  fetched({ isError, value }: Fetched): void {
    if (isError) return;
    for (const { id } of rowsWithId(value)) {
      if (this.#served.has(id)) this.#repeated.add(id);
      this.#served.add(id);
    }
  }

  ends(submission: Submission | undefined): Chosen | undefined {
    const handedIn = idsHandedIn(submission);
    const counts = [...this.#repeated].map((id) => handedIn.get(id) ?? 0).filter((count) => count > 0);
    if (counts.length === 0) return undefined;
    return { decision: 'dedup', choice: counts.some((count) => count > 1) ? 'kept' : 'dropped' };
  }
}
