import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { MeasurandError } from '../../core/errors.ts';
import { type ZipEntry, zipDirectory } from './zip-directory.ts';
import { type Unpack, zstdDecoder } from './zstd.ts';

export type { ZipEntry } from './zip-directory.ts';

/** Largest file within an archive that is unpacked, in bytes. */
export const LARGEST_ENTRY = 128 << 20;
/** What all files of an archive may hold together, for each byte of the archive, and however small it is. */
const MOST_RATIO = 1000;
const ALWAYS_ALLOWED = 1 << 30;

const STORED = 0;
const DEFLATED = 8;
const ZSTD = 93;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_BYTES = 30;

/** A zip archive that is read in place: nothing of it is ever written to disk. */
export interface OpenZip {
  readonly entries: readonly ZipEntry[];
  /** What an entry holds, checked against its length and checksum. @throws MeasurandError `damaged-zip`, `too-large`, `unsupported-zip` */
  read(entry: ZipEntry): Buffer;
  close(): void;
}

function damaged(file: string, record: string, what: string, cause?: unknown): MeasurandError {
  return new MeasurandError('damaged-zip', what, { file, record, cause });
}

function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
}

/** Bytes of an entry as they are packed. */
function packed(descriptor: number, entry: ZipEntry, file: string): Buffer {
  const head = bytesAt(descriptor, entry.offset, LOCAL_BYTES);
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== LOCAL_HEADER)
    throw damaged(file, entry.name, 'has no header where the directory says');
  const start = entry.offset + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
  const bytes = bytesAt(descriptor, start, entry.packedSize);
  if (bytes.length < entry.packedSize) throw damaged(file, entry.name, 'breaks off');
  return bytes;
}

function unzstd(unpack: Unpack, bytes: Buffer, { name, size }: ZipEntry, file: string): Buffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const part of unpack([bytes], file)) {
    length += part.length;
    if (length > size) throw damaged(file, name, `unpacks to more than the ${size} bytes that it declares`);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

function unpacked(bytes: Buffer, entry: ZipEntry, unpack: Unpack | undefined, file: string): Buffer {
  const { method, name, size } = entry;
  if (method === STORED) return bytes;
  if (method === ZSTD && unpack) return unzstd(unpack, bytes, entry, file);
  if (method === DEFLATED)
    return size === 0 ? Buffer.alloc(0) : inflateRawSync(bytes, { maxOutputLength: size });
  throw new MeasurandError('unsupported-zip', `is packed by method ${method}`, {
    file,
    record: name,
    kind: 'unsupported',
    next: 'Stored, deflated and zstd entries are read',
  });
}

function contentOf(bytes: Buffer, entry: ZipEntry, unpack: Unpack | undefined, file: string): Buffer {
  let content: Buffer;
  try {
    content = unpacked(bytes, entry, unpack, file);
  } catch (cause) {
    if (cause instanceof MeasurandError) throw cause;
    throw damaged(file, entry.name, 'does not unpack to what it declares', cause);
  }
  if (content.length !== entry.size)
    throw damaged(file, entry.name, `holds ${content.length} bytes and declares ${entry.size}`);
  if (crc32(content) !== entry.crc) throw damaged(file, entry.name, 'does not match its checksum');
  return content;
}

function refuseBomb(entries: readonly ZipEntry[], bytes: number, file: string): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total <= Math.max(ALWAYS_ALLOWED, bytes * MOST_RATIO)) return;
  throw new MeasurandError('too-large', `${bytes} bytes declare that they unpack to ${total}`, {
    file,
    next: 'That is a zip bomb, or no log of an evaluation',
  });
}

/**
 * Opens a zip archive. Its directory is read and checked; entries are unpacked one at a time, each within its declared
 * length.
 *
 * @throws MeasurandError `unreadable-file`, `damaged-zip`, `too-large`, `missing-driver` for zstd entries
 */
export async function openZip(path: string): Promise<OpenZip> {
  const file = basename(path);
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (cause) {
    throw new MeasurandError('unreadable-file', 'cannot be read', { file: path, cause });
  }
  const close = (): void => closeSync(descriptor);
  try {
    const { size } = fstatSync(descriptor);
    const entries = zipDirectory((position, length) => bytesAt(descriptor, position, length), size, file);
    refuseBomb(entries, size, file);
    const unpack = entries.some(({ method }) => method === ZSTD) ? await zstdDecoder() : undefined;
    return {
      entries,
      read(entry) {
        if (entry.size > LARGEST_ENTRY || entry.packedSize > LARGEST_ENTRY)
          throw new MeasurandError('too-large', `holds more than ${LARGEST_ENTRY} bytes`, {
            file,
            record: entry.name,
          });
        return contentOf(packed(descriptor, entry, file), entry, unpack, file);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
