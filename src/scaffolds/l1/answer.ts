import type { ModelMove } from '../../core/contracts/index.ts';
import { CHOICES, type Choice } from '../choices.ts';

/**
 * The word that a model answered a fault with. White space around it and its case do not matter; anything beside it,
 * a full stop or a tool call included, makes it no answer.
 */
export function readAnswer({ text, calls }: ModelMove): Choice<'retry'> | undefined {
  if (calls.length > 0) return undefined;
  const word = text.trim().toLowerCase();
  return CHOICES.retry.find((choice) => choice === word);
}
