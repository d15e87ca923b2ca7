import { readFileSync, statSync } from 'node:fs';
import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { parsedOrBare } from '../../../trace/source/json-parts.ts';

/** Largest file that is read whole, in bytes. */
const LARGEST = 64 << 20;

/** A file's text; undefined where it is not there. @throws MeasurandError `too-large`, `unreadable-file`, `invalid-utf8` */
export function textIn(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  if (stats.size > LARGEST)
    throw new MeasurandError('too-large', `is longer than ${LARGEST} bytes`, { file: path });
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new MeasurandError('unreadable-file', 'cannot be read', { file: path, cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new MeasurandError('invalid-utf8', 'is not UTF-8 text', { file: path, cause });
  }
}

/** A file's JSON; undefined where it is not there. @throws MeasurandError `invalid-json`, and what reading throws */
export function jsonIn(path: string): JsonValue | undefined {
  const text = textIn(path);
  if (text === undefined) return undefined;
  const { value, trouble } = parsedOrBare(text);
  if (trouble) throw new MeasurandError(trouble.code, trouble.what, { file: path });
  return value;
}

/** A file's JSON object; undefined where it is not there. @throws MeasurandError as `jsonIn` does */
export function objectIn(path: string): JsonObject | undefined {
  const value = jsonIn(path);
  if (value === undefined || isJsonObject(value)) return value;
  throw new MeasurandError('invalid-json', 'is no JSON object', { file: path });
}
