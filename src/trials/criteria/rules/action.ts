import type { JsonValue } from '../../../core/json.ts';
import type { LineSpec, PrivateValues } from '../line.ts';
import { ledgerEntries } from '../select/world.ts';
import { ruled, when } from './spec.ts';

/** Whether an entry's data is what was wanted. */
export type EntryTest = (data: JsonValue, values: PrivateValues) => boolean;

/** V3, or another kind that a ledger decides: it holds an entry of the event that passes the test. */
export function didIn(
  kind: 'V1' | 'V2' | 'V3' | 'V6',
  service: string,
  event: string,
  what: string,
  wanted: EntryTest = () => true,
): LineSpec {
  return ruled(kind, ['committed'], what, {
    select: (evidence) => ledgerEntries(evidence, service, event),
    decide(items, values) {
      const at = items.find(({ value }) => wanted(value, values));
      return when(at !== undefined, at ? `${at.place}` : `none of ${items.length} entries of ${event}`);
    },
  });
}

/** V4: the ledger holds at most `most` entries of the event that pass the test. */
export function restrained(
  service: string,
  event: string,
  what: string,
  most: number,
  counted: EntryTest = () => true,
): LineSpec {
  return ruled('V4', ['committed'], what, {
    select: (evidence) => ledgerEntries(evidence, service, event),
    decide(items, values) {
      const times = items.filter(({ value }) => counted(value, values)).length;
      return when(times <= most, `${times} times, at most ${most} allowed`);
    },
  });
}
