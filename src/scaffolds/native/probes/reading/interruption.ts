import type { CellReading } from '../probe.ts';

/** What a harness says, by the words that it uses; the first that fits names the cell. */
const STORIES: readonly (readonly [string, RegExp])[] = [
  ['told that the outcome is unknown', /unknown|may (?:or may not )?have|check whether/i],
  ['told to take it for a failure', /treat(?: it)? as (?:a )?fail/i],
  ['told that there is no result', /no result/i],
  ['told as aborted', /abort|cancel/i],
  ['told as interrupted', /interrupt/i],
  ['told as killed', /kill|signal/i],
];

/** What the model is told of a call whose harness was killed before its result. */
export function afterKill(text: string): Pick<CellReading, 'value'> {
  if (text.includes('SLOW-OVER')) return { value: 'the result, as if nothing had happened' };
  return { value: STORIES.find(([, words]) => words.test(text))?.[0] ?? 'other words' };
}
