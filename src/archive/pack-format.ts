import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { sha256 } from '../core/digest.ts';

/**
 * A pack is a row of blocks, each written in one go with everything that one episode added:
 *
 *     "MBK1", u16 count, u32 packed bytes, count × (32-byte SHA-256, u32 raw bytes), packed, u32 CRC-32
 *
 * in little-endian order. `packed` is the raw deflate of the blobs, one after the other. The CRC covers all before it,
 * so that every bit of a pack is covered; the SHA-256 is what a blob is named by.
 */
export interface PackBlock {
  /** Bytes of the whole block. */
  readonly length: number;
  readonly blobs: readonly { readonly digest: string; readonly bytes: number }[];
  /** The deflated part. */
  readonly packed: Buffer;
  /** Whether the checksum holds. */
  readonly sound: boolean;
}

export const MAGIC = Buffer.from('MBK1');
/** Up to and including the length of the packed part. */
const FIXED = MAGIC.length + 2 + 4;
const ENTRY = 32 + 4;
const CHECKSUM = 4;
/** A block that says to be larger is not one of ours: a forged archive must not fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Most blobs in one block. */
export const MOST_BLOBS = 0xffff;

/** Fast and within a tenth of the best that deflate can do on rows of records. */
const LEVEL = 3;

/** The bytes of a block that holds the contents in their order. */
export function writeBlock(contents: ReadonlyMap<string, Uint8Array>): Buffer {
  const raw = Buffer.concat([...contents.values()]);
  const packed = deflateRawSync(raw, { level: LEVEL });
  const head = Buffer.alloc(FIXED + ENTRY * contents.size);
  MAGIC.copy(head);
  head.writeUInt16LE(contents.size, MAGIC.length);
  head.writeUInt32LE(packed.length, MAGIC.length + 2);
  let at = FIXED;
  for (const [digest, content] of contents) {
    head.write(digest, at, 'hex');
    head.writeUInt32LE(content.length, at + 32);
    at += ENTRY;
  }
  const tail = Buffer.alloc(CHECKSUM);
  tail.writeUInt32LE(crc32(packed, crc32(head)));
  return Buffer.concat([head, packed, tail]);
}

/** Bytes that the block at the start of `bytes` takes; nothing when it is none. */
export function blockLength(bytes: Buffer): number | undefined {
  if (bytes.length < FIXED || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const count = bytes.readUInt16LE(MAGIC.length);
  const packed = bytes.readUInt32LE(MAGIC.length + 2);
  return packed > MOST_BYTES ? undefined : FIXED + ENTRY * count + packed + CHECKSUM;
}

/** Reads the block that `bytes` hold as a whole. @throws RangeError when they hold less */
export function readBlock(bytes: Buffer): PackBlock {
  const length = blockLength(bytes);
  if (length === undefined || length > bytes.length) throw new RangeError('There is no whole block');
  const count = bytes.readUInt16LE(MAGIC.length);
  const blobs = Array.from({ length: count }, (_, i) => {
    const at = FIXED + ENTRY * i;
    return { digest: bytes.toString('hex', at, at + 32), bytes: bytes.readUInt32LE(at + 32) };
  });
  const end = length - CHECKSUM;
  return {
    length,
    blobs,
    packed: bytes.subarray(FIXED + ENTRY * count, end),
    sound: crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end),
  };
}

/** The blobs of a block by their digests; nothing when they do not have those digests. */
export function unpackBlock({ blobs, packed, sound }: PackBlock): ReadonlyMap<string, Buffer> | undefined {
  const total = blobs.reduce((sum, { bytes }) => sum + bytes, 0);
  const raw = sound && total <= MOST_BYTES ? inflate(packed, total) : undefined;
  if (!raw) return undefined;
  const contents = new Map<string, Buffer>();
  let at = 0;
  for (const { digest, bytes } of blobs) {
    const content = raw.subarray(at, at + bytes);
    at += bytes;
    if (sha256(content) !== digest) return undefined;
    contents.set(digest, content);
  }
  return contents;
}

function inflate(packed: Buffer, total: number): Buffer | undefined {
  try {
    const raw = inflateRawSync(packed, { maxOutputLength: Math.max(total, 1) });
    return raw.length === total ? raw : undefined;
  } catch {
    return undefined;
  }
}
