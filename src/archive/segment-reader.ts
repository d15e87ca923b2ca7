import type { EpisodeRecord } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { type ChainLine, chainStart, readLine } from './chain.ts';
import type { OnDamage } from './damage.ts';
import { damagedIds } from './damaged-line.ts';
import { type LogLine, logLines } from './log-lines.ts';
import { parseRecord, recordId } from './record-facts.ts';

/** A line that holds, with what it says. */
export interface SegmentLine {
  readonly id: string;
  readonly recordDigest: string;
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
}

/** Where a segment stands once it has been read. */
export interface SegmentState {
  /** Lines. */
  readonly records: number;
  /** Bytes that hold, line ends included. */
  readonly bytes: number;
  /** Digest of the last line. */
  readonly head: string;
  /** Why the bytes after `bytes` do not hold; absent when there are none. */
  readonly torn?: string;
  /** The last line is whole but for its line end. */
  readonly endMissing: boolean;
}

export interface SegmentSource {
  /** As damage names it. */
  readonly file: string;
  readonly fd: number;
  /** Bytes known to have been on the disk: damage there is never a torn tail. */
  readonly safeBytes: number;
  /** Lines in them. */
  readonly safeRecords: number;
  /** Whether all blobs that a record names are there. Asked only of what may not have reached the disk. */
  readonly blobsIntact: (record: EpisodeRecord) => boolean;
  readonly onDamage: OnDamage;
}

/** Where the reading of a segment begins. */
export function segmentStart(name: string): SegmentState {
  return { records: 0, bytes: 0, head: chainStart(name), endMissing: false };
}

/** Bytes that never arrived read as zeros after a power cut; no line of ours holds one. */
const neverArrived = ({ bytes, ended }: LogLine): boolean => !ended || bytes.includes(0);

/** The id of a line's record, or why it has none. */
function idOf({ record }: ChainLine): { readonly id: string } | string {
  try {
    return { id: recordId(record) };
  } catch (error) {
    if (error instanceof MeasurandError && error.kind === 'failed')
      return `holds no episode: ${error.message}`;
    throw error;
  }
}

/** One reading of a segment, line by line. */
class Reading {
  readonly #source: SegmentSource;
  readonly #take: (line: SegmentLine) => void;
  state: SegmentState;
  /** After a damaged line, which may have named its digest wrongly, the next one is held to itself alone. */
  #broken = false;

  constructor(source: SegmentSource, from: SegmentState, take: (line: SegmentLine) => void) {
    this.#source = source;
    this.#take = take;
    this.state = from;
  }

  /** Takes a line in; false when nothing after it counts. */
  next(line: LogLine): boolean {
    const chain = readLine(line.bytes);
    const read = this.#check(chain);
    if (typeof read !== 'string') return this.#sound(line, read.chain, read.id);
    if (this.#isUnsafe(line) && neverArrived(line)) return this.#torn('an incomplete last line');
    const { file, onDamage } = this.#source;
    const number = this.state.records + 1;
    onDamage({
      file,
      line: number,
      offset: line.offset,
      episodes: damagedIds(line.bytes),
      what: `the line ${read}`,
    });
    this.#broken = true;
    this.#advance(line, typeof chain === 'string' ? '' : chain.digest);
    return true;
  }

  /** What a line says, or what is wrong with it. */
  #check(chain: ChainLine | string): { readonly chain: ChainLine; readonly id: string } | string {
    if (typeof chain === 'string') return chain;
    if (!this.#broken && chain.previous !== this.state.head) return 'does not follow the line before it';
    const own = idOf(chain);
    return typeof own === 'string' ? own : { chain, id: own.id };
  }

  #sound(line: LogLine, chain: ChainLine, id: string): boolean {
    if (this.#isUnsafe(line) && !this.#source.blobsIntact(parseRecord(chain.record))) {
      return this.#torn('episodes whose blobs did not reach the disk');
    }
    const { offset, bytes } = line;
    const number = this.state.records + 1;
    this.#take({ id, recordDigest: chain.recordDigest, offset, length: bytes.length, line: number });
    this.#broken = false;
    this.#advance(line, chain.digest);
    return true;
  }

  #isUnsafe({ offset }: LogLine): boolean {
    return offset >= this.#source.safeBytes;
  }

  #torn(why: string): false {
    this.state = { ...this.state, torn: why };
    return false;
  }

  #advance({ offset, bytes, ended }: LogLine, head: string): void {
    const end = offset + bytes.length + (ended ? 1 : 0);
    this.state = { records: this.state.records + 1, bytes: end, head, endMissing: !ended };
  }
}

/**
 * Reads a segment on from a state and checks its chain, giving every line that holds to `take`. Damage is told line by
 * line.
 *
 * @throws MeasurandError `unsupported-format`, and what `onDamage` throws
 */
export function readSegment(
  source: SegmentSource,
  from: SegmentState,
  take: (line: SegmentLine) => void,
): SegmentState {
  const { file, fd, safeBytes, safeRecords, onDamage } = source;
  const reading = new Reading(source, from, take);
  for (const line of logLines(fd, file, from.bytes)) if (!reading.next(line)) break;
  const { state } = reading;
  if (state.bytes < safeBytes) {
    const lost =
      state.records < safeRecords
        ? `lines ${state.records + 1} to ${safeRecords} are missing`
        : 'its last line is not ended';
    onDamage({
      file,
      offset: state.bytes,
      what: `the segment ends at byte ${state.bytes} of ${safeBytes}: ${lost}`,
    });
  }
  return state;
}
