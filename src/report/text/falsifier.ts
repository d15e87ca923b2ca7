import type { TargetAudit } from '../../audit/bridge/document.ts';
import type { MinimalPair } from '../../audit/falsify/search.ts';
import { visible } from '../visible.ts';

/** A submission can be long, and a terminal is not. */
const LONGEST = 120;
const short = (written: string): string =>
  written.length > LONGEST ? `${visible(written.slice(0, LONGEST))}…` : visible(written);

function unseenText(unseen: readonly MinimalPair[]): readonly string[] {
  if (unseen.length === 0) return [];
  return [
    'Not seen by the scorer, and for you to say whether it should be (--worse EDIT, or --same EDIT):',
    ...unseen.flatMap(({ edits, places, correct, worse }) => [
      `  ${edits.join(', ')} at ${visible(places.join(', '))}`,
      `    ${short(correct)}`,
      `    ${short(worse)}`,
    ]),
  ];
}

/** The smallest pair that a search found, and how to find it again, as lines for a terminal. */
export function falsifierText({
  profiles,
  howTo,
}: Pick<TargetAudit, 'profiles' | 'howTo'>): readonly string[] {
  return Object.values(profiles).flatMap(({ measurements }) => {
    const { falsification } = measurements;
    if (!falsification) return [];
    const { hits, scored, seed, pairs, unseen } = falsification;
    const head = `Search: ${hits} of ${scored} worse submissions score as high as the correct one (seed ${seed}).`;
    const [pair] = pairs;
    const open = unseenText(unseen);
    if (!pair) return ['', head, ...open];
    return [
      '',
      head,
      `Smallest pair, task ${visible(pair.task)}, by ${pair.edits.join(', ')} at ${visible(pair.places.join(', '))}:`,
      `  correct ${pair.correctScore}: ${visible(pair.correct)}`,
      `  worse   ${pair.score}: ${visible(pair.worse)}`,
      ...howTo.map((line) => `  ${line}`),
      ...open,
    ];
  });
}
