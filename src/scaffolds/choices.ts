/** What may be chosen at each of ComtradeBench's decisions, in the words that records use. */
export const CHOICES = {
  /** After a fault that said a retry can help: ask again, or go on without the page. */
  retry: ['retry', 'skip'],
  /** Rows served twice: handed in once, or as often as served. */
  dedup: ['dropped', 'kept'],
  /** Totals rows among the records: left out, or handed in. */
  totals: ['dropped', 'kept'],
  /**
   * `first`: page 1 as the first page. `next`: one past the furthest page served. `again`: a page served before.
   * `elsewhere`: any other page. `finish`: stop where the service says that there is no more; `finish-early`: before.
   */
  pagination: ['first', 'next', 'again', 'elsewhere', 'finish', 'finish-early'],
  submission: ['submitted', 'never'],
} as const;

export type ComtradeDecision = keyof typeof CHOICES;
export type Choice<D extends ComtradeDecision> = (typeof CHOICES)[D][number];

/** A choice at one of the decisions, not yet attributed to an owner. */
export type Chosen = {
  [D in ComtradeDecision]: { readonly decision: D; readonly choice: Choice<D> };
}[ComtradeDecision];
