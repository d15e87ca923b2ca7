import { EPISODE_STATES, type EpisodeCoordinates, type EpisodeState } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/** What statistics read of an episode's record; a whole record is one. */
export interface EpisodeRow {
  readonly coordinates: EpisodeCoordinates;
  readonly state: EpisodeState;
  readonly scores: readonly { readonly scorer: string; readonly value: number }[];
  readonly error?: { readonly code: string };
}

const TEXTS = ['suite', 'profile', 'task', 'model', 'scaffold', 'protocol', 'arm'] as const;

const corrupt = (what: string, record: string | number, cause?: unknown): MeasurandError =>
  new MeasurandError('archive-corrupt', what, {
    kind: 'failed',
    record,
    next: 'Run measurand verify to see all that is damaged',
    cause,
  });

function isCoordinates(value: JsonValue | undefined): value is JsonObject {
  if (!isJsonObject(value) || !TEXTS.every((name) => typeof value[name] === 'string')) return false;
  const seed = value['seed'];
  return typeof seed === 'number' && Number.isSafeInteger(seed) && isJsonObject(value['settings']);
}

const isScore = (value: JsonValue): boolean =>
  isJsonObject(value) && typeof value['scorer'] === 'string' && Number.isFinite(value['value']);

/**
 * The row of a record in the archive's own bytes. Only what is read is checked: the archive's chain vouches for the rest.
 *
 * @param at names the record in an error
 * @throws MeasurandError `archive-corrupt`
 */
export function readRow(bytes: Buffer, at: string | number): EpisodeRow {
  let value: JsonValue;
  try {
    value = JSON.parse(bytes.toString('utf8')) as JsonValue;
  } catch (cause) {
    throw corrupt('the record is not JSON', at, cause);
  }
  const { coordinates, state, scores, error } = isJsonObject(value) ? value : {};
  if (!isCoordinates(coordinates)) throw corrupt('the record has no coordinates', at);
  if (!EPISODE_STATES.some((known) => known === state)) throw corrupt('the record has no known state', at);
  if (!Array.isArray(scores) || !scores.every(isScore)) throw corrupt('the scores are no numbers', at);
  if (error !== undefined && !(isJsonObject(error) && typeof error['code'] === 'string')) {
    throw corrupt('the error has no code', at);
  }
  return value as unknown as EpisodeRow;
}
