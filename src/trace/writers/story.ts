import { gathered, ownSide } from '../diff/side.ts';
import type { TraceEvent } from '../event.ts';
import type { Trace } from '../trace.ts';

/** The events of one side of a trace in the order of the source, with each call and each result once. */
export function storyOf(trace: Trace): readonly TraceEvent[] {
  const side = ownSide(gathered([trace]));
  const seen = new Set<string>();
  // Where the conversation holds a call, what a second record says of the same call is not told again.
  const conversation = new Set(trace.events.filter((event) => event.visibility !== 'happened').map(keyOf));
  return trace.events.filter((event) => {
    if ((event.visibility === 'shown') !== (side === 'shown')) return false;
    const key = keyOf(event);
    if (key === undefined) return true;
    if (event.visibility === 'happened' && conversation.has(key)) return false;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function keyOf({ payload, native }: TraceEvent): string | undefined {
  if (payload.kind !== 'call' && payload.kind !== 'result') return undefined;
  return native.call === undefined
    ? undefined
    : `${payload.kind}\u0000${native.session ?? ''}\u0000${native.call}`;
}

/** What a writer could carry over: events written, and by kind those that the form has no place for. */
export interface WriteLedger {
  readonly events: number;
  readonly written: number;
  readonly left: Readonly<Record<string, number>>;
}

/** Counts what is written and what is left. */
export class WriteCount {
  #written = 0;
  readonly #left = new Map<string, number>();

  write(): void {
    this.#written += 1;
  }

  leave(event: TraceEvent): void {
    this.#left.set(event.payload.kind, (this.#left.get(event.payload.kind) ?? 0) + 1);
  }

  /** @param events of the whole trace: what the other side says is left too */
  ledger(events: number): WriteLedger {
    const told = this.#written + [...this.#left.values()].reduce((sum, count) => sum + count, 0);
    const other = events - told;
    return {
      events,
      written: this.#written,
      left: {
        ...Object.fromEntries(this.#left),
        ...(other > 0 ? { 'told twice or on the other side': other } : {}),
      },
    };
  }
}
