import { ask, messagesOf } from './provider.mjs';

/** @import { CallResult, Seams, SessionRow } from './types.ts' */

const MOST_TURNS = 200;
const MOST_REFUSALS = 3;

/**
 * One conversation: asks, carries out what is called for, tells what came of it, until the model makes no more calls.
 *
 * @param {{
 *   provider: { gateway: string, model: string, key: string },
 *   system: string, rows: SessionRow[], tools: import('./tools.mjs').Tools,
 *   write: (row: SessionRow) => void, seams: Seams, refuses: () => string | undefined,
 * }} conversation
 * @returns {Promise<string>} the final answer
 */
export async function converse({ provider, system, rows, tools, write, seams, refuses }) {
  let refusals = 0;
  const add = (/** @type {SessionRow} */ row) => {
    rows.push(row);
    write(row);
  };
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const messages = [{ role: 'system', content: system }, ...messagesOf(rows)];
    const { text, calls } = await ask(provider, seams.shown(messages), tools.declared());
    add({ type: 'assistant', text, calls });
    if (calls.length > 0) {
      /** @type {CallResult[]} */
      const arrival = [];
      const results = await Promise.all(
        calls.map(async (call) => {
          const result = await tools.call(call);
          arrival.push(result);
          return result;
        }),
      );
      for (const result of seams.results(results, arrival)) add({ type: 'result', ...result });
      continue;
    }
    const refusal = refuses();
    if (refusal === undefined) return text;
    refusals += 1;
    if (refusals > MOST_REFUSALS) throw new Error(`the finish hook refused ${refusals} times: ${refusal}`);
    add({ type: 'user', text: `[finish hook] ${refusal}`, origin: 'harness' });
  }
  throw new Error(`the model made calls in ${MOST_TURNS} turns without an end`);
}
