import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { NativeIds, TraceEvent, Visibility } from '../event.ts';
import type { Disposition, LossLedger, TraceProblem } from '../ledger.ts';
import type { TracePayload, UsagePayload } from '../payload.ts';
import type { SourceRecord } from '../source/record.ts';
import { ParentTrail, SequenceTrail, SessionRuns } from './order.ts';
import { CallPairs, type Unpaired } from './pairs.ts';
import { TokenSum } from './tokens.ts';

/** What a reader says about an event beside its payload. */
export interface EventFacts {
  readonly native?: NativeIds;
  readonly parents?: readonly string[];
  readonly time?: string;
  readonly visibility?: Visibility;
  readonly inferred?: readonly string[];
  readonly synthetic?: string;
  /** Which record of calls this belongs to, where a source keeps several. @default '' */
  readonly channel?: string;
  /** False for a call or a result that the source never pairs, such as one that the provider runs itself. */
  readonly pair?: boolean;
}

type Emitted = TracePayload | Omit<UsagePayload, 'counted'>;

/** What is kept of the problems of one trace: the rest is counted. */
const PROBLEMS_KEPT = 1000;

/** Raised by a reader for a record that is not as the reader knows it. The record is kept raw. */
export class NotUnderstood extends Error {
  readonly field: string;

  constructor(field: string, what: string) {
    super(what);
    this.field = field;
  }
}

/** What a reader tells: it turns what was read of each record into events, and keeps the ledger. */
export class TraceBuilder {
  readonly parents = new ParentTrail();
  readonly sequence = new SequenceTrail();
  readonly tokens = new TokenSum();
  readonly problems: TraceProblem[] = [];
  readonly versions = new Set<string>();
  readonly sessions = new Set<string>();
  harness: string | undefined;
  problemCount = 0;
  /** Set by readers of formats that have an explicit end. */
  ends: 'closed' | 'open' | 'unknown' = 'unknown';
  readonly #runs = new SessionRuns();
  readonly #pairs = new CallPairs();
  readonly #dispositions = new Map<Disposition, number>();
  readonly #unmapped = new Map<string, number>();
  readonly #once = new Set<string>();
  readonly #onEvent: (event: TraceEvent) => void;
  readonly #visibility: Visibility;
  #record = -1;
  #source: SourceRecord | undefined;
  #pending: { payload: Emitted; facts: EventFacts }[] = [];

  constructor(visibility: Visibility, onEvent: (event: TraceEvent) => void) {
    this.#visibility = visibility;
    this.#onEvent = onEvent;
  }

  /** Number of the record that is being read. */
  get record(): number {
    return this.#record;
  }

  get file(): string {
    return this.#source?.position.file ?? '';
  }

  emit(payload: Emitted, facts: EventFacts = {}): void {
    this.#pending.push({ payload, facts });
  }

  raw(reason: string, value: JsonValue): void {
    this.emit({ kind: 'raw', reason, value });
  }

  readonly problem = (code: string, what: string, record = this.#record, field?: string): void => {
    this.problemCount += 1;
    if (this.problems.length >= PROBLEMS_KEPT) return;
    const line = record === this.#record ? this.#source?.position.line : undefined;
    this.problems.push({
      code,
      what,
      file: this.file,
      record,
      ...(line === undefined ? {} : { line }),
      ...(field === undefined ? {} : { field }),
    });
  };

  /** A problem that is told once for each `key`, however many records show it. */
  problemOnce(key: string, code: string, what: string, field?: string): void {
    if (this.#once.has(key)) return;
    this.#once.add(key);
    this.problem(code, what, this.#record, field);
  }

  /** A call that is known to have no result, though no id of its own joins it to one. */
  lone(record: number, what: string): void {
    this.#pairs.call('lone', what, record);
  }

  /** A session whose records follow one another. */
  inSession(session: string): void {
    this.sessions.add(session);
    this.#runs.note(session, this.#record, this.problem);
  }

  /** Counts fields of a call or a result that no reader maps: what is renamed shows up here. */
  expect(value: { readonly [key: string]: JsonValue }, known: ReadonlySet<string>, place: string): void {
    for (const key of Object.keys(value)) {
      if (known.has(key)) continue;
      const name = `${place}.${key}`;
      this.#unmapped.set(name, (this.#unmapped.get(name) ?? 0) + 1);
    }
  }

  /** Reads one record: `understand` emits what it says, or raises `NotUnderstood`. */
  take(source: SourceRecord, understand: (value: JsonValue) => void): void {
    this.#record += 1;
    this.#source = source;
    this.#pending = [];
    if (source.value === undefined) {
      const { code, what } = source.trouble ?? { code: 'unreadable', what: 'cannot be read' };
      this.problem(code, what);
      this.#count('dropped');
      return;
    }
    try {
      understand(source.value);
    } catch (error) {
      this.#fallBack(error, source.value);
    }
    this.#flush(source);
  }

  #fallBack(error: unknown, value: JsonValue): void {
    if (!(error instanceof NotUnderstood)) throw error;
    this.problem('not-understood', error.message, this.#record, error.field);
    this.#pending = [];
    this.raw(error.message, value);
  }

  #flush(source: SourceRecord): void {
    if (this.#pending.length === 0)
      this.emit({ kind: 'raw', reason: 'nothing was read', value: source.value ?? null });
    let raw = false;
    for (const [part, { payload, facts }] of this.#pending.entries()) {
      raw ||= payload.kind === 'raw';
      this.#onEvent(this.#event(source, part, payload, facts));
    }
    this.#count(raw ? 'raw' : 'mapped');
  }

  #event(source: SourceRecord, part: number, payload: Emitted, facts: EventFacts): TraceEvent {
    const { native = {}, parents = [], time, inferred = [], synthetic } = facts;
    this.#pair(payload, facts);
    return {
      id: `${this.#record}:${part}`,
      record: this.#record,
      visibility: facts.visibility ?? this.#visibility,
      position: source.position,
      native,
      parents,
      ...(time === undefined ? {} : { time }),
      inferred,
      ...(synthetic === undefined ? {} : { synthetic }),
      payload: payload.kind === 'usage' ? { ...payload, counted: this.tokens.add(payload) } : payload,
    };
  }

  #pair(payload: Emitted, { native = {}, channel = '', pair = true }: EventFacts): void {
    if ((payload.kind !== 'call' && payload.kind !== 'result') || !pair) return;
    const scope = `${channel}\u0000${native.session ?? ''}\u0000${native.agent ?? ''}`;
    // A call that has no id can never be joined to a result, and the reverse.
    const id = native.call ?? `(no id, record ${this.#record}, ${payload.kind})`;
    if (payload.kind === 'call') this.#pairs.call(scope, id, this.#record);
    else this.#pairs.result(scope, id, this.#record);
  }

  #count(disposition: Disposition): void {
    this.#dispositions.set(disposition, (this.#dispositions.get(disposition) ?? 0) + 1);
    if (disposition === 'raw') this.#rawRecords.add(this.#record);
  }

  readonly #rawRecords = new Set<number>();

  /** Ends the reading: what is left open is known only now. */
  finish(): { readonly ledger: LossLedger; readonly unpaired: Unpaired } {
    this.#source = this.#source && { position: { ...this.#source.position } };
    for (const [name, count] of this.#unmapped)
      this.problem('unmapped-field', `${count} times; it is kept in the source only`, -1, name);
    const unpaired = this.#pairs.finish();
    for (const id of unpaired.early)
      this.problem('out-of-order', `the result of ${id} stands before its call`, -1);
    const of = (disposition: Disposition): number => this.#dispositions.get(disposition) ?? 0;
    const lone = [...unpaired.records].filter((record) => !this.#rawRecords.has(record)).length;
    const [mapped, raw, dropped] = [of('mapped') - lone, of('raw'), of('dropped')];
    const read = this.#record + 1;
    if (mapped < 0 || mapped + raw + lone + dropped !== read) {
      throw new MeasurandError(
        'unbalanced-ledger',
        `${read} records were read and ${mapped + raw + lone + dropped} accounted for`,
        {
          kind: 'apparatus',
          file: this.file,
        },
      );
    }
    return { ledger: { read, mapped, raw, unpaired: lone, dropped }, unpaired };
  }
}
