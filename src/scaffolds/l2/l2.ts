import type { Scaffold } from '../../core/contracts/index.ts';
import { Conversation } from './conversation.ts';

/** Replies without a call, one after the other, that end an episode. */
const MOST_SILENT = 3;

/**
 * The paper's L2, full slim: the model does everything, down to writing every row out again. The scaffold runs the calls
 * of a reply in order, shows what came back, counts replies and holds the output budget; it decides nothing.
 *
 * 120 replies let every request budget of ComtradeBench (100 at most) run out before they do, in every arm: `chunked`
 * needs 24 replies for the 2,345 rows of T2. 6,000 output tokens are the paper's.
 */
export const l2: Scaffold = {
  id: 'l2',
  level: 'L2',
  title: 'Full slim: the model does everything',
  ownership: {
    retry: 'model',
    dedup: 'model',
    totals: 'model',
    pagination: 'model',
    submission: 'model',
  },
  limits: { steps: 120, outputTokens: 6000 },
  async run(cell, recorder) {
    const conversation = new Conversation(cell, recorder);
    let silent = 0;
    for (let step = 1; step <= cell.limits.steps; step += 1) {
      cell.signal.throwIfAborted();
      const acted = await conversation.turn();
      if (cell.environment.submission()) return conversation.end('submitted');
      silent = acted ? 0 : silent + 1;
      if (silent === MOST_SILENT) return conversation.end(`${MOST_SILENT} replies without a call`);
    }
    return conversation.end('reply limit');
  },
};
