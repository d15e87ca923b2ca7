import { canonicalJson } from '../core/canonical.ts';
import type { EpisodeRecord } from '../core/contracts/index.ts';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import { isJsonObject, type JsonValue } from '../core/json.ts';
import { EpisodeRecordSchema } from '../core/schemas/episode.ts';
import { checkEpisodeId } from './episode-digests.ts';

export const BEFORE_COORDINATES = Buffer.from('{"coordinates":');
export const AFTER_COORDINATES = Buffer.from(',"counts":{');
const BEFORE_ID = Buffer.from('"format":"measurand.episode/1","id":"');
const ID_LENGTH = 64;

/**
 * The id of a record in the form in which we write records, checked against its coordinates, without parsing it: that
 * is most of the time that opening a large archive takes. Nothing for any other form.
 */
function quickId(record: Buffer): string | undefined {
  if (record.indexOf(BEFORE_COORDINATES) !== 0) return undefined;
  const end = record.indexOf(AFTER_COORDINATES, BEFORE_COORDINATES.length);
  if (end < 0) return undefined;
  const id = record.indexOf(BEFORE_ID, end);
  if (id < 0) return undefined;
  const from = id + BEFORE_ID.length;
  const named = record.toString('latin1', from, from + ID_LENGTH);
  return sha256(record.subarray(BEFORE_COORDINATES.length, end)) === named ? named : undefined;
}

const LATER = /^measurand\.episode\/(?!1$)\d+$/;

const corrupt = (what: string, cause?: unknown): MeasurandError =>
  new MeasurandError('archive-corrupt', what, { kind: 'failed', cause });

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw corrupt('the record is not JSON', cause);
  }
}

/** JSON in exactly the bytes that we would write. */
function checkCanonical(value: JsonValue, text: string): void {
  if (canonicalJson(value) !== text) throw corrupt('the record is not canonical JSON');
}

/**
 * A record from its canonical JSON. A chain can be forged with any contents, so the form and the id are checked as well.
 *
 * @throws MeasurandError `unsupported-format`, `episode-id`, `archive-corrupt` when it is no record
 */
export function parseRecord(bytes: Buffer): EpisodeRecord {
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  const format = isJsonObject(value) ? value['format'] : undefined;
  if (typeof format === 'string' && LATER.test(format)) {
    throw new MeasurandError('unsupported-format', `the episode has format ${format}`, {
      kind: 'unsupported',
      next: 'Read it with a later Measurand',
    });
  }
  const record = asRecord(value);
  checkCanonical(value, text);
  checkEpisodeId(record);
  return record;
}

function formOf(value: JsonValue): ReturnType<typeof EpisodeRecordSchema.safeParse> {
  try {
    return EpisodeRecordSchema.safeParse(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw corrupt('the record is nested too deeply', cause);
  }
}

/** @throws MeasurandError `archive-corrupt` for a value of another form, or one nested too deeply to be looked through */
function asRecord(value: JsonValue): EpisodeRecord {
  const parsed = formOf(value);
  if (parsed.success) return value as unknown as EpisodeRecord;
  const field = parsed.error.issues[0]?.path.join('.') || 'the record';
  throw corrupt(`${field} is wrong`);
}

/** The record of a line that was checked when the archive was opened. @throws MeasurandError `archive-corrupt` */
export function heldRecord(bytes: Buffer): EpisodeRecord {
  return asRecord(parseJson(bytes.toString('utf8')));
}

/** The id of a record, checked against its coordinates. @throws MeasurandError what {@link parseRecord} throws */
export function recordId(record: Buffer): string {
  return quickId(record) ?? parseRecord(record).id;
}
