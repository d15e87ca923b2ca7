import type { Mark } from '../run.ts';

const UNREAD =
  /\b(?:grade not found in|could not (?:extract|parse)|unable to (?:extract|parse)|failed to parse|no (?:verdict|grade|json) (?:found|in)|invalid (?:verdict|grade|judge))\b/i;
const NEGATIVE = /\b(?:incorrect|not (?:correct|accurate|right)|inaccurate|wrong|fail(?:s|ed)?)\b/i;
const POSITIVE = /\b(?:correct|accurate|right|pass(?:es|ed)?)\b/i;

/**
 * What a judge's own words say about the score that was made of them.
 *
 * @param value between 0, the lowest, and 1
 * @param judged whether the score is a judge's, so that its text is a verdict
 */
export function judgeMarks(
  text: string | undefined,
  value: number,
  field: string,
  judged: boolean,
): readonly Mark[] {
  if (text === undefined) return [];
  if (UNREAD.test(text))
    return [
      {
        check: 'unparsed-verdict',
        what: `no verdict was found in the judge's answer, and the score is ${value}`,
        field,
      },
    ];
  if (!judged) return [];
  const last = text.trim().split('\n').at(-1) ?? '';
  const plain = last.replaceAll(/\bnot (?:incorrect|inaccurate|wrong)\b/gi, 'correct');
  const negative = NEGATIVE.test(plain);
  const positive = POSITIVE.test(plain.replaceAll(/\bnot (?:correct|accurate|right)\b/gi, ''));
  if (negative === positive) return [];
  if (negative && value === 1)
    return [
      {
        check: 'verdict-inverted',
        what: 'the judge ends on a verdict against, and the score is the highest',
        field,
      },
    ];
  if (positive && value === 0)
    return [
      {
        check: 'verdict-inverted',
        what: 'the judge ends on a verdict in favour, and the score is the lowest',
        field,
      },
    ];
  return [];
}
