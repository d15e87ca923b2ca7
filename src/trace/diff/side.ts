import type { TraceEvent } from '../event.ts';
import type { CallPayload, MessagePayload, ProcessPayload, ResultPayload } from '../payload.ts';
import type { Trace } from '../trace.ts';
import type { Side } from './types.ts';

export interface Found<P> {
  readonly event: TraceEvent;
  readonly payload: P;
}

/** Everything that one side says about one call. */
export interface SideCall {
  readonly id: string;
  readonly call: Found<CallPayload> | null;
  readonly result: Found<ResultPayload> | null;
  /** Other results and the process behind it: where facts may stand that the result lacks. */
  readonly facts: readonly (ResultPayload | ProcessPayload)[];
  /** Place of its result in the order of the source, -1 without one. */
  readonly order: number;
}

export interface SideView {
  readonly side: Side;
  readonly calls: readonly SideCall[];
  readonly messages: readonly Found<MessagePayload>[];
}

interface Draft {
  id: string;
  call: Found<CallPayload> | null;
  result: Found<ResultPayload> | null;
  facts: (ResultPayload | ProcessPayload)[];
  order: number;
}

/** Whether an event belongs to a side: what happened stands with what was persisted, as facts. */
function belongs(event: TraceEvent, side: Side): boolean {
  return side === 'shown' ? event.visibility === 'shown' : event.visibility !== 'shown';
}

/** A call that stands twice, such as in a transcript and in a trajectory, is one call. */
function keyOf({ native }: TraceEvent): string | undefined {
  return native.call === undefined ? undefined : `${native.session ?? ''}\u0000${native.call}`;
}

function add(draft: Draft, event: TraceEvent, order: number): void {
  const { payload } = event;
  if (payload.kind === 'call') {
    if (!draft.call || (draft.call.event.visibility === 'happened' && event.visibility !== 'happened'))
      draft.call = { event, payload };
  } else if (payload.kind === 'process') draft.facts.push(payload);
  else if (payload.kind === 'result') {
    draft.facts.push(payload);
    if (!draft.result || (draft.result.event.visibility === 'happened' && event.visibility !== 'happened')) {
      draft.result = { event, payload };
      draft.order = order;
    }
  }
}

/** What a trace says on one side, by call. */
export function sideOf({ events }: Gathered, side: Side): SideView {
  const drafts = new Map<string, Draft>();
  const messages: Found<MessagePayload>[] = [];
  for (const [order, event] of events.entries()) {
    if (!belongs(event, side)) continue;
    if (event.payload.kind === 'message') messages.push({ event, payload: event.payload });
    const key = keyOf(event);
    if (key === undefined) continue;
    const draft = drafts.get(key) ?? {
      id: event.native.call ?? '',
      call: null,
      result: null,
      facts: [],
      order: -1,
    };
    drafts.set(key, draft);
    add(draft, event, order);
  }
  const calls = [...drafts.values()].filter(({ call, result }) => call !== null || result !== null);
  return { side, calls, messages };
}

/** One or several traces of one run, to be compared as one: a harness may keep a file for each of its agents. */
export interface Gathered {
  /** Ids of the readers, each once. */
  readonly reader: string;
  /** Whether one of them was made at the boundary. */
  readonly boundary: boolean;
  /** In the order of the sources; ids carry the number of the source, from 1, where there are several. */
  readonly events: readonly TraceEvent[];
}

export function gathered(traces: readonly Trace[]): Gathered {
  const named = (event: TraceEvent, at: number): TraceEvent =>
    traces.length === 1 ? event : { ...event, id: `${at + 1}/${event.id}` };
  return {
    reader: [...new Set(traces.map(({ header }) => header.reader))].join(', '),
    boundary: traces.some(({ header }) => header.quality.fidelity.shown),
    events: traces.flatMap(({ events }, at) => events.map((event) => named(event, at))),
  };
}

/** The side that a trace tells when nobody says which: shown, where it was made at the boundary. */
export function ownSide({ boundary, events }: Gathered): Side {
  return boundary && !events.some(({ visibility }) => visibility !== 'shown') ? 'shown' : 'persisted';
}
