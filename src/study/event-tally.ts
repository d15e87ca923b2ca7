import { byCodePoint, canonicalJson } from '../core/canonical.ts';
import type {
  DecisionCount,
  EpisodeCounts,
  EpisodeEvent,
  LedgerEntry,
  Recorder,
} from '../core/contracts/index.ts';
import type { JsonValue } from '../core/json.ts';

/** Counts what a scaffold records, as it records it, and keeps the events themselves only when a trace is wanted. */
export class EventTally implements Recorder {
  readonly #decisions = new Map<string, { readonly count: DecisionCount; times: number }>();
  readonly #trace: string[] | undefined;
  #turns = 0;
  #shown = 0;
  #cut = 0;
  #wait = 0;

  constructor(keepTrace: boolean) {
    this.#trace = keepTrace ? [] : undefined;
  }

  record(event: EpisodeEvent): void {
    this.#trace?.push(canonicalJson(event as unknown as JsonValue));
    if (event.type === 'decision') this.#decide(event);
    else if (event.type === 'said') this.#turns += 1;
    else if (event.type === 'wait') this.#wait += event.seconds;
    else if (event.type === 'shown') {
      this.#shown += event.full - event.cut;
      this.#cut += event.cut;
    }
  }

  #decide({ decision, owner, choice }: Extract<EpisodeEvent, { type: 'decision' }>): void {
    const key = `${decision}\n${owner}\n${choice}`;
    const made = this.#decisions.get(key);
    if (made) made.times += 1;
    else this.#decisions.set(key, { count: { decision, owner, choice, count: 1 }, times: 1 });
  }

  /** Ordered by decision, owner and choice, so that equal episodes have equal records. */
  decisions(): readonly DecisionCount[] {
    return [...this.#decisions]
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([, { count, times }]) => ({ ...count, count: times }));
  }

  /** One event a line; absent when no trace was kept. */
  trace(): string | undefined {
    return this.#trace?.map((line) => `${line}\n`).join('');
  }

  counts(ledger: readonly LedgerEntry[]): EpisodeCounts {
    const having = (outcome: LedgerEntry['outcome']): number =>
      ledger.filter((entry) => entry.outcome === outcome).length;
    return {
      requests: ledger.filter((entry) => entry.charged).length,
      served: ledger.filter((entry) => entry.outcome === 'ok' && entry.served !== undefined).length,
      faults: having('fault'),
      rejected: having('rejected'),
      refused: having('refused'),
      modelTurns: this.#turns,
      shownCharacters: this.#shown,
      cutCharacters: this.#cut,
      waitSeconds: this.#wait,
    };
  }
}

/** Kinds of fault that a ledger holds, each once, sorted. */
export function faultsSeen(ledger: readonly LedgerEntry[]): readonly string[] {
  return [...new Set(ledger.flatMap(({ faults }) => faults))].sort(byCodePoint);
}
