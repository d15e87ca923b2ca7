import { sha256 } from '../../core/digest.ts';
import type { RecordedWire } from './format.ts';

type Bytes = NonNullable<RecordedWire['response']>['body'];
type RequestBody = RecordedWire['request']['body'];

/** Bytes as text where that gives them back exactly, else in base64. */
export function packBytes(bytes: Buffer): Bytes {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
}

export function unpackBytes(packed: Bytes): Buffer {
  return 'text' in packed ? Buffer.from(packed.text) : Buffer.from(packed.base64, 'base64');
}

const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function sameAtStart(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same < most && a[same] === b[same]) same += 1;
  // Not inside a character: the middle shall stay text.
  while (same > 0 && continues(b[same])) same -= 1;
  return same;
}

function sameAtEnd(a: Buffer, b: Buffer, most: number): number {
  let same = 0;
  while (same < most && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  while (same > 0 && continues(b[b.length - same])) same -= 1;
  return same;
}

/** A body by what differs from the one before. */
export function packAfter(before: Buffer, body: Buffer): RequestBody {
  const head = sameAtStart(before, body);
  const tail = sameAtEnd(before, body, Math.min(before.length, body.length) - head);
  const middle = packBytes(body.subarray(head, body.length - tail));
  return { sha256: sha256(body), head, tail, middle };
}

/** The whole body again; undefined when it does not match its digest. */
export function unpackAfter(
  before: Buffer,
  { sha256: digest, head, tail, middle }: RequestBody,
): Buffer | undefined {
  if (head + tail > before.length) return undefined;
  const body = Buffer.concat([
    before.subarray(0, head),
    unpackBytes(middle),
    before.subarray(before.length - tail),
  ]);
  return sha256(body) === digest ? body : undefined;
}
