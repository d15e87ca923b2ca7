import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/canonical.ts';
import { Random } from '../../core/random.ts';
import type { NotProbed, RawJson, ScoreOutcome, ScorerException } from '../../scorers/bridge/index.ts';
import type { BridgeMeasurements } from './measurements.ts';

/** A request that was answered, kept so that it can be made again. */
export interface AskedScore {
  readonly task: string;
  readonly submission: RawJson;
  readonly said: string;
}

/** An outcome as text, without what may differ between two equal ones: messages can hold addresses in memory. */
export function wordsOf(outcome: ScoreOutcome): string {
  if (outcome.kind === 'score') {
    const { score, passed, components, reason } = outcome;
    return canonicalJson({ score, passed, components, reason });
  }
  return outcome.kind === 'scorer-exception' ? `exception ${outcome.type}` : `not probed: ${outcome.why}`;
}

interface Seen {
  readonly type: string;
  readonly task: string;
  readonly message: string;
  count: number;
}

/** Counts what came of every request to score, digests it, and keeps an even sample to be asked again. */
export class Tally {
  readonly #most: number;
  readonly #random = new Random('bridge:replay');
  readonly #digest = createHash('sha256');
  readonly #exceptions = new Map<string, Seen>();
  readonly #notProbed = new Map<string, { what: string; why: string; count: number }>();
  readonly sample: AskedScore[] = [];
  readonly outcomes = { score: 0, exception: 0, notProbed: 0 };
  requests = 0;

  /** @param most requests that are kept for the replay check */
  constructor(most: number) {
    this.#most = most;
  }

  get digest(): string {
    return this.#digest.copy().digest('hex');
  }

  get exceptions(): BridgeMeasurements['exceptions'] {
    return [...this.#exceptions.values()].map((seen) => ({ ...seen }));
  }

  get notProbed(): BridgeMeasurements['notProbed'] {
    return [...this.#notProbed.values()].map((seen) => ({ ...seen }));
  }

  scored(task: string, submission: RawJson, outcome: ScoreOutcome): void {
    this.requests += 1;
    const said = wordsOf(outcome);
    this.#digest.update(`${JSON.stringify(task)} ${submission.text}\n${said}\n`);
    if (outcome.kind === 'not-probed') {
      this.outcomes.notProbed += 1;
      this.skipped('score', outcome);
      return;
    }
    this.outcomes[outcome.kind === 'score' ? 'score' : 'exception'] += 1;
    if (outcome.kind === 'scorer-exception') this.#exception(task, outcome);
    this.#keep({ task, submission, said });
  }

  /** Something other than a score was asked for and not had. */
  unanswered(what: string, answer: NotProbed | ScorerException): void {
    if (answer.kind === 'not-probed') this.skipped(what, answer);
    else {
      const detail = `${answer.type}: ${answer.message}`;
      this.skipped(what, { kind: 'not-probed', why: 'internal', detail });
    }
  }

  skipped(what: string, { why, detail }: NotProbed): void {
    const key = `${what}: ${why}`;
    const seen = this.#notProbed.get(key) ?? {
      what,
      why: detail === '' ? why : `${why}: ${detail}`,
      count: 0,
    };
    seen.count += 1;
    this.#notProbed.set(key, seen);
  }

  #exception(task: string, { type, message }: { readonly type: string; readonly message: string }): void {
    const seen = this.#exceptions.get(type) ?? { type, task, message: message.slice(0, 300), count: 0 };
    seen.count += 1;
    this.#exceptions.set(type, seen);
  }

  /** Reservoir sampling: every request has the same chance, whatever their number. */
  #keep(asked: AskedScore): void {
    const kept = this.outcomes.score + this.outcomes.exception;
    if (this.sample.length < this.#most) {
      this.sample.push(asked);
      return;
    }
    const at = this.#random.below(kept);
    if (at < this.#most) this.sample[at] = asked;
  }
}
