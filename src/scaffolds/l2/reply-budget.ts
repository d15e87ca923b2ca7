import type { ModelMove, ToolCall } from '../../core/contracts/index.ts';
import { callTokens, charactersWithin, estimateTokens } from '../../models/tokens.ts';

export interface BudgetedReply {
  readonly move: ModelMove;
  /** Calls that stood past the budget and never arrived. */
  readonly lost: readonly ToolCall[];
}

/**
 * A reply as a provider would deliver it under an output-token limit: text first, then the calls in order. A text that
 * runs over is cut; the call in which the limit falls arrives incomplete, so it and all after it are lost.
 */
export function withinBudget(move: ModelMove, outputTokens: number): BudgetedReply {
  let left = outputTokens - estimateTokens(move.text);
  if (left < 0) {
    const text = move.text.slice(0, charactersWithin(outputTokens));
    return { move: { ...move, text, calls: [], stop: 'length' }, lost: move.calls };
  }
  const over = move.calls.findIndex((call) => {
    left -= callTokens(call);
    return left < 0;
  });
  if (over < 0) return { move, lost: [] };
  return {
    move: { ...move, calls: move.calls.slice(0, over), stop: 'length' },
    lost: move.calls.slice(over),
  };
}
