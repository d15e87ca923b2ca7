import { sha256 } from '../core/digest.ts';
import { readLine } from './chain.ts';
import { AFTER_COORDINATES, BEFORE_COORDINATES } from './record-facts.ts';

const NAMED_ID = /"id":"([0-9a-f]{64})"/g;

/** The id that the coordinates of a line have, when they can still be found. */
function coordinatesId(line: Buffer): string | undefined {
  const start = line.indexOf(BEFORE_COORDINATES);
  const end = start < 0 ? -1 : line.indexOf(AFTER_COORDINATES, start);
  return end < 0 ? undefined : sha256(line.subarray(start + BEFORE_COORDINATES.length, end));
}

/**
 * The ids of the episodes that a damaged line held, as far as they can be told. A line names its id and holds the
 * coordinates whose digest the id is; where the two differ, the line's own digest says which of them was hit.
 */
export function damagedIds(line: Buffer): readonly string[] {
  const text = line.toString('latin1');
  const named = [...new Set([...text.matchAll(NAMED_ID)].map(([, id]) => id as string))];
  const own = coordinatesId(line);
  const [only] = named;
  if (own === undefined || named.includes(own) || named.length > 1) return named;
  if (only === undefined) return [own];
  const mended = readLine(Buffer.from(text.replace(only, own), 'latin1'));
  return [typeof mended === 'string' ? only : own];
}
