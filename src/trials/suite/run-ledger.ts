import type { JsonValue } from '../../core/json.ts';
import type { ServiceEntry } from '../criteria/evidence.ts';

/** What services and helper programs of one run received and committed, in one order. The authority on both. */
export class RunLedger {
  readonly #entries: ServiceEntry[] = [];

  record(service: string, event: string, data: JsonValue): ServiceEntry {
    const entry = { index: this.#entries.length, service, event, data };
    this.#entries.push(entry);
    return entry;
  }

  count(service: string, event: string): number {
    return this.#entries.filter((entry) => entry.service === service && entry.event === event).length;
  }

  entries(): readonly ServiceEntry[] {
    return [...this.#entries];
  }
}
