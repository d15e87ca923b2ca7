import { Random, stableSeed } from '../../../core/random.ts';

/**
 * Which attempts at which pages fail: `count` of them, on consecutive pages (the first follows the last), from a page
 * that moves by one with each seed. So every run of seeds strikes all pages equally often, two neighbouring seeds never
 * the same ones while any page is spared, and an in-order walk meets every strike. Only when all pages are struck does a
 * page fail on its second attempt too, and so on.
 */
export class Strikes {
  readonly #attemptsByPage: readonly number[];

  /** @param pages how many there are, at least 1 */
  constructor(task: string, seed: number, pages: number, count: number) {
    const first = ((stableSeed(task) % pages) + (seed % pages)) % pages;
    this.#attemptsByPage = Array.from({ length: pages }, (_, index) =>
      Math.ceil((count - ((index - first + pages) % pages)) / pages),
    );
  }

  /** @param page and attempt both count from 1 */
  hits(page: number, attempt: number): boolean {
    return attempt <= (this.#attemptsByPage[page - 1] ?? 0);
  }
}

/** How many requests in a row are refused at a level of success that the adaptive task has made hostile: one or two. */
export function refusalsAtLevel(seedText: string, successes: number): number {
  return 1 + new Random(`${seedText}:level:${successes}`).below(2);
}
