import { canonicalJson } from '../core/canonical.ts';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { sha256 } from '../core/digest.ts';
import type { JsonValue } from '../core/json.ts';

/**
 * A line is the canonical JSON of `{digest, previous, record}`. `digest` covers `previous` and the record, so a line
 * can be neither altered nor moved nor taken out of the middle without its segment saying so.
 */
export interface ChainLine {
  /** UTF-8 of the record's canonical JSON: a part of the line, not a copy. */
  readonly record: Buffer;
  /** SHA-256 of `record`. */
  readonly recordDigest: string;
  /** What the line names as the digest of the one before it. */
  readonly previous: string;
  /** What the next line names as `previous`. */
  readonly digest: string;
}

const HEX = '[0-9a-f]{64}';
const ENVELOPE = new RegExp(`^\\{"digest":"(${HEX})","previous":"(${HEX})","record":$`);
/** Bytes of a line before its record. */
export const ENVELOPE_LENGTH = '{"digest":"","previous":"","record":'.length + 2 * 64;
const CLOSING_BRACE = 0x7d;

/** What the first line of a segment names as `previous`: bound to the name, so that segments cannot be swapped. */
export function chainStart(segment: string): string {
  return sha256(`measurand.segment/1:${segment}`);
}

const link = (previous: string, recordDigest: string): string => sha256(`${previous}:${recordDigest}`);

export interface RecordBytes {
  /** Canonical JSON. */
  readonly recordText: string;
  readonly recordDigest: string;
}

/** The canonical bytes by which two records count as the same, and their digest. */
export function recordBytes(record: EpisodeRecord): RecordBytes {
  const recordText = canonicalJson(record as unknown as JsonValue);
  return { recordText, recordDigest: sha256(recordText) };
}

/** The text of a line without its line end, and the digest that the next one chains to. */
export function writeLine(
  previous: string,
  { recordText, recordDigest }: RecordBytes,
): { readonly text: string; readonly digest: string } {
  const digest = link(previous, recordDigest);
  return { text: `{"digest":"${digest}","previous":"${previous}","record":${recordText}}`, digest };
}

/**
 * Reads a line and holds it to its own digest; whether it follows the one before it is for the caller to say. Gives what
 * is wrong as a string, never a line that does not hold together.
 */
export function readLine(bytes: Buffer): ChainLine | string {
  const match = ENVELOPE.exec(bytes.toString('latin1', 0, ENVELOPE_LENGTH));
  if (!match || bytes[bytes.length - 1] !== CLOSING_BRACE) return 'is not a line of an episode log';
  const [, digest, previous] = match as unknown as [string, string, string];
  const record = bytes.subarray(ENVELOPE_LENGTH, -1);
  const recordDigest = sha256(record);
  if (link(previous, recordDigest) !== digest) return 'does not match its digest';
  return { record, recordDigest, previous, digest };
}
