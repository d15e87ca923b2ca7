import { MeasurandError } from '../../core/errors.ts';

/** One file of a zip archive, as its directory lists it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated, 93 zstd. */
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of its header in the archive. */
  readonly offset: number;
  readonly crc: number;
}

type BytesAt = (position: number, length: number) => Buffer;

const END = 0x06054b50;
const END_BYTES = 22;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const LISTED = 0x02014b50;
const LISTED_BYTES = 46;
const LONGEST_COMMENT = 0xffff;
const WIDE_16 = 0xffff;
const WIDE_32 = 0xffffffff;
const ENCRYPTED = 1;

/** Files that an archive may list, and bytes that the list may take. */
const MOST_ENTRIES = 1_000_000;
const LARGEST_DIRECTORY = 128 << 20;

const damaged = (file: string, what: string): MeasurandError =>
  new MeasurandError('damaged-zip', what, {
    file,
    next: 'The archive may have been cut off while it was written',
  });

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

function wide(bytes: Buffer, at: number, file: string): number {
  const value = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw damaged(file, 'an offset is beyond every file');
  return value;
}

function directory64(bytesAt: BytesAt, endAt: number, file: string): Directory | undefined {
  const locator = bytesAt(Math.max(0, endAt - LOCATOR_64_BYTES), LOCATOR_64_BYTES);
  if (locator.length < LOCATOR_64_BYTES || locator.readUInt32LE(0) !== LOCATOR_64) return undefined;
  const end = bytesAt(wide(locator, 8, file), 56);
  if (end.length < 56 || end.readUInt32LE(0) !== END_64)
    throw damaged(file, 'its directory is not where it says');
  return { count: wide(end, 32, file), size: wide(end, 40, file), offset: wide(end, 48, file) };
}

/** Where the directory is, by the record that every zip ends with. */
function directoryOf(bytesAt: BytesAt, size: number, file: string): Directory {
  const from = Math.max(0, size - END_BYTES - LONGEST_COMMENT);
  const tail = bytesAt(from, size - from);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length)
      continue;
    const own = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isWide = own.count === WIDE_16 || own.size === WIDE_32 || own.offset === WIDE_32;
    return (isWide ? directory64(bytesAt, from + at, file) : undefined) ?? own;
  }
  throw damaged(file, 'has no directory at its end');
}

/** Sizes and offset that do not fit 32 bits stand in an extra field, in this order. */
function wideFields(extra: Buffer, narrow: readonly number[], file: string): readonly number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const end = Math.min(extra.length, next + extra.readUInt16LE(at + 2));
    return narrow.map((value) => {
      if (value !== WIDE_32) return value;
      if (next + 8 > end) throw damaged(file, 'an entry leaves out its size');
      next += 8;
      return wide(extra, next - 8, file);
    });
  }
  return narrow;
}

const UNSAFE = /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0|\\/;

function entryAt(
  list: Buffer,
  at: number,
  file: string,
): { readonly entry: ZipEntry; readonly next: number } {
  if (at + LISTED_BYTES > list.length || list.readUInt32LE(at) !== LISTED)
    throw damaged(file, 'its directory breaks off');
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) =>
    list.readUInt16LE(at + place),
  ) as [number, number, number];
  const nameAt = at + LISTED_BYTES;
  const name = list.toString('utf8', nameAt, nameAt + nameBytes);
  if (UNSAFE.test(name))
    throw new MeasurandError(
      'unsafe-path',
      `an entry is named ${JSON.stringify(name)}, outside the archive`,
      { file },
    );
  if (list.readUInt16LE(at + 8) & ENCRYPTED)
    throw new MeasurandError('unsupported-zip', 'is encrypted', { file, record: name, kind: 'unsupported' });
  const extra = list.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
  const narrow = [24, 20, 42].map((place) => list.readUInt32LE(at + place));
  const [size = 0, packedSize = 0, offset = 0] = wideFields(extra, narrow, file);
  return {
    entry: {
      name,
      method: list.readUInt16LE(at + 10),
      packedSize,
      size,
      offset,
      crc: list.readUInt32LE(at + 16),
    },
    next: nameAt + nameBytes + extraBytes + commentBytes,
  };
}

/** Entries that share bytes unpack to more than the archive could hold: that is how small bombs are built. */
function refuseOverlaps(entries: readonly ZipEntry[], file: string): void {
  let end = 0;
  for (const { name, offset, packedSize } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new MeasurandError('damaged-zip', 'entries share bytes', { file, record: name });
    end = offset + packedSize;
  }
}

/**
 * What a zip archive lists. Each name is relative and stays inside; later entries of a name replace earlier ones, as a
 * log that is written on does.
 *
 * @throws MeasurandError `damaged-zip`, `too-large`, `unsafe-path`, `unsupported-zip`
 */
export function zipDirectory(bytesAt: BytesAt, size: number, file: string): readonly ZipEntry[] {
  const { count, size: bytes, offset } = directoryOf(bytesAt, size, file);
  if (count > MOST_ENTRIES || bytes > LARGEST_DIRECTORY)
    throw new MeasurandError('too-large', `lists ${count} files in ${bytes} bytes`, { file });
  if (offset + bytes > size) throw damaged(file, 'its directory lies beyond its end');
  const list = bytesAt(offset, bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    const { entry, next } = entryAt(list, at, file);
    entries.push(entry);
    at = next;
  }
  refuseOverlaps(entries, file);
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}
