import type { EpisodeLimits } from '../../core/contracts/index.ts';

/** What the scaffold itself tells the model: how calls work and what holds, nothing about how to do the task. */
export function scaffoldInstructions({ steps, outputTokens, observationCharacters }: EpisodeLimits): string {
  const lines = [
    'You work alone: nothing is fetched, retried, cleaned or handed in unless you call a tool for it.',
    'The calls of one reply run one after the other, in order.',
    `You have ${steps} replies. A reply holds at most ${outputTokens} output tokens; a call that does not fit is lost.`,
  ];
  if (observationCharacters !== undefined) {
    lines.push(`Of a tool result you are shown the first ${observationCharacters} characters.`);
  }
  return lines.join('\n');
}

export const REMINDER =
  'No tool was called. Call a tool to go on; the task ends when your result is handed in.';

export function lostCallsNotice(names: readonly string[], outputTokens: number): string {
  return `Your reply reached ${outputTokens} output tokens and was cut. Lost: ${names.join(', ') || 'the rest of the text'}.`;
}
