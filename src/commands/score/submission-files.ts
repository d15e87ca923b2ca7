import { readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { PythonError } from '../../core/python/errors.ts';
import { decodeUtf8, decodeUtf8Ignoring } from '../../core/python/utf8.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../../tasks/comtrade/submission.ts';

/** A larger file is refused: it would not fit beside its text. */
const MOST_BYTES = 256 * 2 ** 20;
const MIB = 2 ** 20;

const PARTS = [DATA_PART, METADATA_PART, LOG_PART] as const;
export type PartName = (typeof PARTS)[number];

/** Where the parts of a submission lie. */
export interface SubmissionPlaces {
  /** A folder with the three files under their own names, or the data file by itself. */
  readonly submission: string;
  /** In place of the folder's. */
  readonly metadata?: string;
  readonly log?: string;
}

/** One part as it was read. */
export interface PartFile {
  readonly name: PartName;
  readonly path: string;
  readonly bytes: number;
  readonly text: string;
  /** Bytes that are no UTF-8 and were left out, as the judge leaves them out; only a log may have them. */
  readonly dropped: number;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): MeasurandError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MeasurandError('unreadable', `cannot be read (${reason})`, {
    file: path,
    next: 'Give a file that this user may read',
    cause,
  });
}

function readBytes(path: string, stats: Stats): Buffer {
  if (!stats.isFile()) {
    throw new MeasurandError('not-a-file', 'is not an ordinary file', { file: path, next: 'Give a file' });
  }
  if (stats.size > MOST_BYTES) {
    throw new MeasurandError(
      'file-too-large',
      `holds ${Math.ceil(stats.size / MIB)} MiB, more than the ${MOST_BYTES / MIB} MiB that are read`,
      { file: path, next: 'Hand in less' },
    );
  }
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** @throws MeasurandError `invalid-utf8` for data or metadata with a byte that is no UTF-8, where the release breaks off too */
function decode(name: PartName, path: string, bytes: Buffer): string {
  if (name === LOG_PART) return decodeUtf8Ignoring(bytes);
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    throw new MeasurandError('invalid-utf8', `is not UTF-8 (${error.message})`, {
      file: path,
      next: 'Write it as UTF-8',
      cause: error,
    });
  }
}

function readPart(name: PartName, path: string): PartFile | undefined {
  const stats = statOf(path);
  if (!stats) return undefined;
  const bytes = readBytes(path, stats);
  const text = decode(name, path, bytes);
  return { name, path, bytes: bytes.length, text, dropped: bytes.length - Buffer.byteLength(text) };
}

/** Where each part is looked for. */
function pathsOf({ submission, metadata, log }: SubmissionPlaces): Partial<Record<PartName, string>> {
  const stats = statOf(submission);
  if (!stats) {
    throw new MeasurandError('missing-file', 'does not exist', {
      file: submission,
      next: `Give a folder with ${PARTS.join(', ')}, or a data file`,
    });
  }
  const inFolder = stats.isDirectory()
    ? Object.fromEntries(PARTS.map((name) => [name, join(submission, name)]))
    : { [DATA_PART]: submission };
  return {
    ...inFolder,
    ...(metadata === undefined ? {} : { [METADATA_PART]: metadata }),
    ...(log === undefined ? {} : { [LOG_PART]: log }),
  };
}

/**
 * Reads what is there of a submission.
 *
 * @param required parts that must exist; so must one that was named by its own path
 * @throws MeasurandError `missing-file`, `not-a-file`, `file-too-large` (over 256 MiB), `unreadable`, `invalid-utf8`
 */
export function readSubmission(places: SubmissionPlaces, required: readonly PartName[]): readonly PartFile[] {
  const paths = pathsOf(places);
  const named = [places.metadata, places.log].filter((path) => path !== undefined);
  return PARTS.flatMap((name) => {
    const path = paths[name];
    const part = path === undefined ? undefined : readPart(name, path);
    if (part) return [part];
    if (!required.includes(name) && !named.some((given) => given === path)) return [];
    throw new MeasurandError('missing-file', path === undefined ? 'was not given' : 'does not exist', {
      file: path ?? name,
      next: `The scorers asked for need ${name}; --as-is scores what is there by their own rules`,
    });
  });
}
