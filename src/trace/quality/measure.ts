import type { TraceBuilder } from '../building/builder.ts';
import type { TraceEvent } from '../event.ts';
import type { LossLedger } from '../ledger.ts';
import { SecretCount } from './secrets.ts';
import type { EvidenceQuality } from './types.ts';

const SPOKEN: ReadonlySet<string> = new Set(['message', 'result', 'call', 'response']);

/** Gathers, event by event, what the quality of a trace is computed from. Holds counts only. */
export class QualityMeasure {
  readonly #secrets = new SecretCount();
  #events = 0;
  #located = 0;
  #joinable = 0;
  #named = 0;
  #inferred = 0;
  #synthetic = 0;
  #shown = false;
  #requests = 0;
  #bodies = 0;
  #calls = 0;
  #results = 0;
  #resultTexts = 0;
  #textBytes = 0;
  #elided = 0;

  add(event: TraceEvent): void {
    const { payload, position, native } = event;
    this.#events += 1;
    if (position.line !== undefined || position.at !== undefined) this.#located += 1;
    if (event.inferred.length > 0) this.#inferred += 1;
    if (event.synthetic !== undefined) this.#synthetic += 1;
    if (payload.kind === 'raw' && payload.reason.startsWith('elided')) this.#elided += 1;
    if (event.visibility === 'shown') this.#shown = true;
    if (payload.kind === 'call' || payload.kind === 'result') {
      this.#joinable += 1;
      if (native.call !== undefined) this.#named += 1;
    }
    this.#count(event);
  }

  #count({ payload }: TraceEvent): void {
    if (payload.kind === 'request') {
      this.#requests += 1;
      if (payload.body !== undefined) this.#bodies += 1;
    }
    if (payload.kind === 'call') this.#calls += 1;
    if (payload.kind === 'result') {
      this.#results += 1;
      if (payload.text !== undefined) this.#resultTexts += 1;
    }
    const text = 'text' in payload ? payload.text : undefined;
    if (SPOKEN.has(payload.kind) && text !== undefined) this.#textBytes += Buffer.byteLength(text);
    this.#secrets.add(payload.kind === 'call' ? JSON.stringify(payload.args) : (text ?? ''));
  }

  #replayability(ledger: LossLedger): EvidenceQuality['replayability'] {
    const whole = ledger.dropped === 0 && ledger.unpaired === 0;
    const rescore = this.#results > 0 && this.#resultTexts === this.#results && ledger.dropped === 0;
    const scriptedRerun = this.#calls > 0 && whole;
    const decisionReproduction =
      this.#requests > 0 && this.#bodies === this.#requests && this.#elided === 0 && ledger.dropped === 0;
    const why = [
      rescore ? 'every result has its text' : 'not every result has its text',
      scriptedRerun ? 'every call has its result' : 'no calls, or calls without results',
      decisionReproduction ? 'every request stands with its body' : 'requests without their whole bodies',
    ].join('; ');
    return { rescore, scriptedRerun, decisionReproduction, why };
  }

  finish(builder: TraceBuilder, ledger: LossLedger, sourceBytes: number): EvidenceQuality {
    const checked = builder.parents.checked + builder.sequence.checked;
    const broken = builder.parents.broken + builder.sequence.broken;
    const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
    const located = share(this.#located, this.#events);
    const named = share(this.#named, this.#joinable);
    return {
      completeness: {
        value: share(ledger.mapped, ledger.read),
        ends: builder.ends,
        why: `${ledger.mapped} of ${ledger.read} records were understood and paired`,
      },
      fidelity: {
        shown: this.#shown,
        bodies: this.#bodies > 0,
        inferredEvents: this.#inferred,
        syntheticEvents: this.#synthetic,
        elidedRecords: this.#elided,
      },
      traceability: {
        value: located === null ? null : Math.min(located, named ?? 1),
        why: `${this.#located} of ${this.#events} events have a place, ${this.#named} of ${this.#joinable} calls and results an id`,
      },
      integrity: {
        checked,
        broken,
        why:
          checked === 0
            ? 'the source carries no sequence and no parents'
            : 'sequence numbers and parents of the source',
      },
      privacy: this.#secrets.findings(),
      replayability: this.#replayability(ledger),
      overhead: { sourceBytes, textBytes: this.#textBytes, ratio: share(sourceBytes, this.#textBytes) },
    };
  }
}
