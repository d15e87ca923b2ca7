import { canonicalJson } from '../../../core/canonical.ts';
import { sha256 } from '../../../core/digest.ts';
import type { JsonValue } from '../../../core/json.ts';

/** What differs between two runs of the same program, or between two machines, and means nothing to a model. */
const PASSING: readonly (readonly [string, RegExp])[] = [
  ['id', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi],
  ['hash', /\b[0-9a-f]{32,}\b/gi],
  ['ms', /\b1[6-9]\d{11}\b/g],
  ['date', /\b(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? (?=20|[A-Z])/g],
  ['date', /\b20\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?)?/g],
  [
    'date',
    /\b(?:Jan|Febr|Sept|Oct|Nov|Dec)[a-z]* \d{1,2}, 20\d\d\b|\b(?:March|April|May|June|July|August) \d{1,2}, 20\d\d\b/g,
  ],
  ['kernel', /\bLinux \d+\.\d+[^\s"\\]*/g],
];

/** The text of a body in which passing values stand as `{kind}`, numbered by first appearance where they are ids. */
export function withoutPassing(body: JsonValue): string {
  // One harness writes a part of its members in another order each time; no model sees that order.
  let text = canonicalJson(body);
  for (const [kind, pattern] of PASSING) {
    const seen = new Map<string, number>();
    text = text.replace(pattern, (match) => {
      if (!seen.has(match)) seen.set(match, seen.size + 1);
      return kind === 'id' || kind === 'hash' ? `{${kind}${seen.get(match)}}` : `{${kind}}`;
    });
  }
  return text;
}

/** Digest of a request body with its passing values mapped away: a golden value for a version of a harness. */
export function firstRequestDigest(body: JsonValue): string {
  return sha256(withoutPassing(body));
}
