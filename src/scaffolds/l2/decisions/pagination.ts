import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { saysRetryable } from '../../../tasks/comtrade/tool-errors.ts';
import type { Choice, Chosen } from '../../choices.ts';
import type { DecisionWatch, Fetched } from './watch.ts';

/** A page that the service does not have: the walk is told that it is over. */
function isPastEnd({ error }: JsonObject): boolean {
  return isJsonObject(error) && error['class'] === 'page-past-end';
}

/** The occasion is every page asked for that is no retry, and the end of a walk that had begun. */
export class PaginationWatch implements DecisionWatch {
  readonly #served = new Set<number>();
  #furthest = 0;
  #more: boolean | undefined;
  #retrying: { readonly page: number | undefined } | undefined;

  asks(page: number | undefined): Chosen | undefined {
    if (this.#retrying && page === this.#retrying.page) return undefined;
    return { decision: 'pagination', choice: this.#choice(page) };
  }

  #choice(page: number | undefined): Choice<'pagination'> {
    if (page === undefined) return 'elsewhere';
    if (this.#served.has(page)) return 'again';
    if (page === this.#furthest + 1) return page === 1 ? 'first' : 'next';
    return 'elsewhere';
  }

  fetched({ page, isError, value }: Fetched): void {
    this.#retrying = isError && saysRetryable(value) ? { page } : undefined;
    if (page === undefined) return;
    // A page given up counts as passed: the one after it is next.
    const next = page === this.#furthest + 1;
    if (!isError || this.#retrying) this.#furthest = Math.max(this.#furthest, page);
    if (isError) {
      if (next && isPastEnd(value)) this.#more = false;
      return;
    }
    this.#served.add(page);
    if (page === this.#furthest) this.#more = value['has_more'] === true;
  }

  ends(): Chosen | undefined {
    if (this.#more === undefined) return undefined;
    return { decision: 'pagination', choice: this.#more ? 'finish-early' : 'finish' };
  }
}
