import type { TargetAudit } from '../../audit/bridge/document.ts';
import type { MinimalPair } from '../../audit/falsify/search.ts';
import { visible } from '../visible.ts';

/** A submission can be long, and a terminal is not: what is shown starts shortly before the first difference. */
const LONGEST = 100;
const BEFORE = 24;

function around(written: string, other: string): string {
  if (written.length <= LONGEST) return visible(written);
  let same = 0;
  while (same < written.length && written[same] === other[same]) same += 1;
  const from = Math.max(0, Math.min(same - BEFORE, written.length - LONGEST));
  const to = from + LONGEST;
  return `${from > 0 ? '…' : ''}${visible(written.slice(from, to))}${to < written.length ? '…' : ''}`;
}

function unseenText(unseen: readonly MinimalPair[]): readonly string[] {
  if (unseen.length === 0) return [];
  return [
    'Not seen by the scorer, and for you to say whether it should be (--worse EDIT, or --same EDIT):',
    ...unseen.flatMap(({ edits, places, correct, worse }) => [
      `  ${edits.join(', ')} at ${visible(places.join(', '))}`,
      `    ${around(correct, worse)}`,
      `    ${around(worse, correct)}`,
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
