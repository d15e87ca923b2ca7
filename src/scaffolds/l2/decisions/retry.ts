import { saysRetryable } from '../../../tasks/comtrade/tool-errors.ts';
import type { Chosen } from '../../choices.ts';
import type { DecisionWatch, Fetched } from './watch.ts';

/**
 * The occasion is an answer that says a retry can help, truly or not; asking for the same page next is `retry`, anything
 * else is `skip`.
 */
export class RetryWatch implements DecisionWatch {
  #failed: { readonly page: number | undefined } | undefined;

  asks(page: number | undefined): Chosen | undefined {
    if (!this.#failed) return undefined;
    return { decision: 'retry', choice: page === this.#failed.page ? 'retry' : 'skip' };
  }

  fetched({ page, isError, value }: Fetched): void {
    this.#failed = isError && saysRetryable(value) ? { page } : undefined;
  }

  ends(): Chosen | undefined {
    return this.#failed ? { decision: 'retry', choice: 'skip' } : undefined;
  }
}
