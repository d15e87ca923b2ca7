import type { EpisodeRecord } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { EpisodeRecordSchema } from '../core/schemas/episode.ts';
import { chainStart, readLine } from './chain.ts';
import { blobsOf, checkEpisodeId } from './episode-digests.ts';
import { logLines } from './log-lines.ts';

/** A line that holds, with what it says. */
export interface SegmentLine {
  readonly id: string;
  readonly recordDigest: string;
  readonly offset: number;
  readonly length: number;
}

/** Where a segment stands once it has been read. */
export interface SegmentState {
  readonly records: number;
  /** Bytes that hold, line ends included. */
  readonly bytes: number;
  /** Digest of the last line that holds. */
  readonly head: string;
  /** Why the bytes after `bytes` do not hold; absent when there are none. */
  readonly torn?: string;
  /** The last line is whole but for its line end. */
  readonly endMissing: boolean;
}

interface SegmentSource {
  readonly name: string;
  readonly file: string;
  readonly fd: number;
  /** Bytes known to have been on the disk: damage there is never a torn tail. */
  readonly safeBytes: number;
  readonly blobIntact: (digest: string) => boolean;
}

function corrupt(file: string, line: number, text: string, what: string): MeasurandError {
  const id = /"id":"([0-9a-f]{64})"/.exec(text)?.[1];
  return new MeasurandError('archive-corrupt', `the line ${what}`, {
    kind: 'failed',
    file,
    record: id === undefined ? `line ${line}` : `line ${line} (episode ${id})`,
    next: 'Restore the segment from a copy; what stands before this line is sound',
  });
}

/** A chain can be forged with any contents, so the record is checked for its form and its id as well. */
function parseRecord(file: string, number: number, recordText: string): EpisodeRecord {
  let value: unknown;
  try {
    value = JSON.parse(recordText);
  } catch {
    throw corrupt(file, number, '', 'holds no JSON');
  }
  const { format } = value as { readonly format?: unknown };
  if (typeof format === 'string' && /^measurand\.episode\/(?!1$)\d+$/.test(format)) {
    throw new MeasurandError('unsupported-format', `the episode has format ${format}`, {
      kind: 'unsupported',
      file,
      record: `line ${number}`,
      next: 'Read it with a later Measurand',
    });
  }
  const parsed = EpisodeRecordSchema.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'record';
    throw corrupt(file, number, recordText, `holds no episode: ${field} is wrong`);
  }
  const record = value as EpisodeRecord;
  checkEpisodeId(record);
  return record;
}

/**
 * Reads a segment and checks its chain, giving every line that holds to `take`.
 *
 * @throws MeasurandError `archive-corrupt` naming the line, unless the damage is the tail of a writer that died
 */
export function readSegment(source: SegmentSource, take: (line: SegmentLine) => void): SegmentState {
  const { file, safeBytes } = source;
  let state: SegmentState = { records: 0, bytes: 0, head: chainStart(source.name), endMissing: false };
  for (const line of logLines(source.fd, file)) {
    const number = state.records + 1;
    const read = readLine(line.text, state.head);
    const unsafe = line.offset >= safeBytes;
    if (typeof read === 'string') {
      if (unsafe && !line.ended) return { ...state, torn: 'an incomplete last line' };
      throw corrupt(file, number, line.text, read);
    }
    const record = parseRecord(file, number, read.recordText);
    if (unsafe && !blobsOf(record).every(source.blobIntact)) {
      return { ...state, torn: 'episodes whose blobs did not reach the disk' };
    }
    take({ id: record.id, recordDigest: read.recordDigest, offset: line.offset, length: line.length });
    state = {
      records: number,
      bytes: line.offset + line.length + (line.ended ? 1 : 0),
      head: read.digest,
      endMissing: !line.ended,
    };
  }
  if (state.bytes < safeBytes) {
    throw new MeasurandError('archive-corrupt', `the segment ends at byte ${state.bytes} of ${safeBytes}`, {
      kind: 'failed',
      file,
      next: 'Restore the segment from a copy',
    });
  }
  return state;
}
