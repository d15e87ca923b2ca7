import { canonicalJson } from '../../../core/canonical.ts';
import type { JsonValue } from '../../../core/json.ts';
import { objectWithin } from './object-within.ts';

/** How much of a served answer a result still holds. */
export interface Kept {
  /** Characters of the answer, in the spelling of JSON in which the result holds most of it. */
  readonly full: number;
  /** Characters of it that the result does not hold. */
  readonly cut: number;
}

function spellings(served: string): readonly string[] {
  const plain = JSON.stringify(JSON.parse(served));
  return [
    ...new Set([
      plain,
      JSON.stringify(JSON.parse(served), null, 2),
      // Inside a text that is JSON itself.
      JSON.stringify(plain).slice(1, -1),
      plain.replaceAll(/,(?=")/g, ', ').replaceAll(/":/g, '": '),
    ]),
  ];
}

/** The most characters, from the first or up to the last, of `full` that stand in `shown` in one piece. */
function longest(shown: string, full: string, piece: (length: number) => string): number {
  let low = 0;
  let high = full.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (shown.includes(piece(middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

function keptOf(shown: string, full: string): Kept {
  const head = longest(shown, full, (length) => full.slice(0, length));
  if (head === full.length) return { full: full.length, cut: 0 };
  const tail = longest(shown, full, (length) => full.slice(full.length - length));
  return { full: full.length, cut: Math.max(0, full.length - head - tail) };
}

const isSame = (shown: string, served: string): boolean => {
  try {
    return canonicalJson(JSON.parse(shown) as JsonValue) === canonicalJson(JSON.parse(served) as JsonValue);
  } catch {
    return false;
  }
};

/**
 * Compares what a tool service answered with the text that the model was shown for it. What counts as kept is the
 * beginning and the end of the answer, each in one piece; a whole object in another spelling is whole.
 *
 * @param served the answer, as JSON
 */
export function keptFrom(shown: string, served: string): Kept {
  if (isSame(objectWithin(shown), served)) return { full: served.length, cut: 0 };
  const readings = spellings(served).map((full) => keptOf(shown, full));
  return readings.reduce((best, each) => (each.cut / each.full < best.cut / best.full ? each : best));
}
