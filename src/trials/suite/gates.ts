import type { ServiceEntry } from '../criteria/evidence.ts';
import type { HardGate } from './definition.ts';

/** Which entries of a ledger a gate counts. */
export interface Counted {
  readonly service: string;
  readonly event: string;
  readonly data?: (data: ServiceEntry['data']) => boolean;
}

/** A gate that fires when a ledger holds more than `most` such entries. */
export function noMoreThan(id: string, most: number, { service, event, data }: Counted): HardGate {
  return {
    id,
    forbids: `${event} of ${service} more than ${most} times`,
    fires: ({ committed = [] }) =>
      committed.filter(
        (entry) => entry.service === service && entry.event === event && (data?.(entry.data) ?? true),
      ).length > most,
  };
}
