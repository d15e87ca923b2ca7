import type { LineSpec } from '../line.ts';
import { ledgerEntries } from '../select/world.ts';
import { ruled, when } from './spec.ts';

/** K2: the ledger of a service holds the event exactly `times` times; each commit counts. */
export function committedOnce(service: string, event: string, times = 1): LineSpec {
  return ruled('K2', ['committed'], `${event} of ${service}`, {
    select: (evidence) => ledgerEntries(evidence, service, event),
    decide: (items) => when(items.length === times, `${items.length} entries of ${times}`),
  });
}
