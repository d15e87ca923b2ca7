import type { TargetAudit } from '../../audit/bridge/document.ts';
import { visible } from '../visible.ts';

/** The smallest pair that a search found, and how to find it again, as lines for a terminal. */
export function falsifierText({
  profiles,
  howTo,
}: Pick<TargetAudit, 'profiles' | 'howTo'>): readonly string[] {
  return Object.values(profiles).flatMap(({ measurements }) => {
    const { falsification } = measurements;
    if (!falsification) return [];
    const { hits, scored, seed, pairs } = falsification;
    const head = `Search: ${hits} of ${scored} worse submissions score as high as the correct one (seed ${seed}).`;
    const [pair] = pairs;
    if (!pair) return ['', head];
    return [
      '',
      head,
      `Smallest pair, task ${visible(pair.task)}, by ${pair.edits.join(', ')} at ${visible(pair.places.join(', '))}:`,
      `  correct ${pair.correctScore}: ${visible(pair.correct)}`,
      `  worse   ${pair.score}: ${visible(pair.worse)}`,
      ...howTo.map((line) => `  ${line}`),
    ];
  });
}
