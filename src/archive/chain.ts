import { canonicalJson } from '../core/canonical.ts';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { sha256 } from '../core/digest.ts';
import type { JsonValue } from '../core/json.ts';

/**
 * A line is the canonical JSON of `{digest, previous, record}`. `digest` covers `previous` and the record, so a line
 * can be neither altered nor moved nor taken out of the middle without its segment saying so.
 */
export interface ChainLine {
  /** Canonical JSON of the record. */
  readonly recordText: string;
  /** SHA-256 of `recordText`. */
  readonly recordDigest: string;
  /** What the next line names as `previous`. */
  readonly digest: string;
}

const HEX = '[0-9a-f]{64}';
const ENVELOPE = new RegExp(`^\\{"digest":"(${HEX})","previous":"(${HEX})","record":(\\{.*\\})\\}$`, 's');

/** What the first line of a segment names as `previous`: bound to the name, so that segments cannot be swapped. */
export function chainStart(segment: string): string {
  return sha256(`measurand.segment/1:${segment}`);
}

const link = (previous: string, recordDigest: string): string => sha256(`${previous}:${recordDigest}`);

/** The canonical bytes by which two records count as the same, and their digest. */
export function recordBytes(record: EpisodeRecord): Pick<ChainLine, 'recordText' | 'recordDigest'> {
  const recordText = canonicalJson(record as unknown as JsonValue);
  return { recordText, recordDigest: sha256(recordText) };
}

/** The text of a line without its line end, and the digest that the next one chains to. */
export function writeLine(
  previous: string,
  { recordText, recordDigest }: Pick<ChainLine, 'recordText' | 'recordDigest'>,
): { readonly text: string; readonly digest: string } {
  const digest = link(previous, recordDigest);
  return { text: `{"digest":"${digest}","previous":"${previous}","record":${recordText}}`, digest };
}

/** Gives what is wrong as a string, never a line that does not hold together. */
export function readLine(text: string, previous: string): ChainLine | string {
  const match = ENVELOPE.exec(text);
  if (!match) return 'is not a line of an episode log';
  const [, digest, named, recordText] = match as unknown as [string, string, string, string];
  if (named !== previous) return 'does not follow the line before it';
  const recordDigest = sha256(recordText);
  if (link(previous, recordDigest) !== digest) return 'does not match its digest';
  return { recordText, recordDigest, digest };
}
