import { canonicalJson } from '../../core/canonical.ts';
import type { Truth } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import { type RecordsDraft, recordOn } from './edit.ts';

/**
 * Truth quality of a draft in [0, 1]: distinct true records, whole, over the size of the union of what was handed in
 * and what is true. Kept apart from every scorer under audit, so that no scorer is its own witness.
 */
export function truthQuality(draft: RecordsDraft, truth: Truth): number {
  const wanted = new Set(truth.records.map((record) => canonicalJson(record)));
  const found = new Set<string>();
  let handedIn = 0;
  for (const line of draft.lines) {
    if (line.trim() === '') continue;
    handedIn += 1;
    const record = recordOn(line);
    const key = record && canonicalJson(record as JsonValue);
    if (key !== undefined && wanted.has(key)) found.add(key);
  }
  const union = wanted.size + handedIn - found.size;
  return union === 0 ? 1 : found.size / union;
}
