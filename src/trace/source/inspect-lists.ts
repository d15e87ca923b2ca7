import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { partOf } from './json-parts.ts';
import { LARGEST_ENTRY, type OpenZip, type ZipEntry } from './zip.ts';

/** The document that an entry holds. @throws MeasurandError what is wrong with it, and what reading the zip throws */
export function documentIn(zip: OpenZip, entry: ZipEntry): JsonValue {
  const { value, trouble } = partOf(zip.read(entry));
  if (value !== undefined) return value;
  throw new MeasurandError(trouble?.code ?? 'unreadable', trouble?.what ?? 'cannot be read', {
    record: entry.name,
  });
}

/**
 * A list that stands in chunks, each named by the place of its first item: with one absent, every reference behind it
 * would lead to another item.
 *
 * @param chunks in the order of their names
 * @throws MeasurandError `missing-chunk`, `invalid-log`, `too-large`, and what {@link documentIn} throws
 */
export function chunkedList(zip: OpenZip, chunks: readonly ZipEntry[]): readonly JsonValue[] {
  const [first] = chunks;
  if (first && chunks.reduce((sum, { size }) => sum + size, 0) > LARGEST_ENTRY) {
    throw new MeasurandError('too-large', `a list holds more than ${LARGEST_ENTRY} bytes`, {
      record: first.name,
    });
  }
  const items: JsonValue[] = [];
  for (const entry of chunks) {
    const refused = (code: string, what: string): MeasurandError =>
      new MeasurandError(code, what, { record: entry.name });
    if (Number(/(\d+)\.json$/.exec(entry.name)?.[1]) !== items.length)
      throw refused('missing-chunk', `follows ${items.length} items`);
    const value = documentIn(zip, entry);
    if (!Array.isArray(value)) throw refused('invalid-log', 'is no list');
    for (const item of value as readonly JsonValue[]) items.push(item);
  }
  return items;
}

/** Most items that one list of references may lead to: no request shows so many messages. */
const MOST_REFERRED = 100_000;

/** What references lead to. */
export interface Referred {
  readonly items: readonly JsonValue[];
  /** References that are no range, and items of ranges that are not in the pool. */
  readonly absent: number;
  /** Items beyond the most that is followed: ranges that repeat each other could name more than memory holds. */
  readonly beyond: number;
}

/** Items that ranges `[start, end)` refer to. */
export function referred(refs: JsonValue | undefined, pool: readonly JsonValue[]): Referred {
  const items: JsonValue[] = [];
  let [absent, beyond] = [0, 0];
  for (const ref of Array.isArray(refs) ? (refs as readonly JsonValue[]) : []) {
    const [start, end] = Array.isArray(ref) ? (ref as readonly JsonValue[]) : [];
    if (typeof start !== 'number' || typeof end !== 'number' || start < 0 || end < start) {
      absent += 1;
      continue;
    }
    const there = Math.max(start, Math.min(end, pool.length));
    const last = Math.min(there, start + MOST_REFERRED - items.length);
    for (let at = start; at < last; at += 1) items.push(pool[at] as JsonValue);
    absent += end - there;
    beyond += there - last;
  }
  return { items, absent, beyond };
}
