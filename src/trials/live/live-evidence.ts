import { recordedBlob } from '../../gateway/backends/recorded-exchanges.ts';
import type { Reply } from '../../gateway/contracts.ts';
import { receivedReply } from '../../gateway/upstream/received-reply.ts';
import type { HarnessRunResult } from '../../scaffolds/native/run/harness-run.ts';
import type { BoundaryRecord } from '../../trace/wire/boundary-record.ts';
import type { Exchange, RunEvidence } from '../criteria/evidence.ts';
import { conversation } from '../criteria/select/shown.ts';
import type { MoveFinder } from './move-finder.ts';

/** Whether the bytes of an answer were passed through, so that only they tell what it was. */
const passed = ({ reply, received, status, operation }: BoundaryRecord): boolean =>
  reply === null && received !== null && status !== null && status < 300 && operation === 'generate';

/**
 * The reply that each exchange of a run was answered with, by arrival: as a back end gave it, or read from the bytes that
 * passed through. An answer that broke off is none.
 */
export async function liveReplies(
  { boundary, requests }: Pick<HarnessRunResult, 'boundary' | 'requests'>,
  folder: string,
): Promise<ReadonlyMap<number, Reply>> {
  const views = new Map(requests.map(({ arrival, view }) => [arrival, view]));
  const replies = new Map<number, Reply>();
  for (const record of boundary) {
    const view = views.get(record.arrival);
    if (record.reply !== null) replies.set(record.arrival, record.reply as Reply);
    else if (view && passed(record)) {
      try {
        const bytes = await recordedBlob(folder, record.received ?? '', record.arrival);
        replies.set(record.arrival, receivedReply(view, bytes));
      } catch {
        // The harness got no whole answer here, and what it got stands in the boundary log.
      }
    }
  }
  return replies;
}

/** Ids as the requests after a call name it: some harnesses rewrite them. */
function wireIdIn(shown: readonly Exchange[], wireId: (id: string) => string) {
  const known = new Set(shown.flatMap(({ view }) => view.results.map(({ callId }) => callId)));
  return (id: string): string => [id, wireId(id)].find((each) => known.has(each)) ?? id;
}

/**
 * The evidence of a live run: replies in full, and the calls of the model that stand for moves of the script under the
 * keys by which the lines of the sheets ask for them.
 */
export function liveEvidence(
  evidence: RunEvidence,
  replies: ReadonlyMap<number, Reply>,
  keys: readonly string[],
  finder: MoveFinder,
  wireId: (id: string) => string = (id) => id,
): RunEvidence {
  const shown = evidence.shown ?? [];
  const named = wireIdIn(shown, wireId);
  const whole = shown.map((exchange): Exchange => {
    const reply = replies.get(exchange.arrival) ?? exchange.reply;
    const calls = (reply.calls ?? []).map((call) => ({ ...call, id: named(call.id ?? '') }));
    return { ...exchange, reply: { ...reply, ...(calls.length > 0 ? { calls } : {}) } };
  });
  const live: RunEvidence = { ...evidence, shown: whole, moves: {} };
  for (const { view, reply } of conversation(live)) finder.find(view, reply.calls ?? []);
  return { ...live, moves: Object.fromEntries(keys.map((key) => [key, finder.idsOf(key)])) };
}

/** Tokens of one run, each exchange counted once, whatever it was for. */
export interface TokensSpent {
  /** Requests that a model answered. */
  readonly answered: number;
  /** Of them, those whose answer says nothing of its tokens: they are in no sum. */
  readonly untold: number;
  /** Cached tokens are in `input` too. */
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

/** Sums what the provider said of its tokens. */
export function tokensSpent(replies: Iterable<Reply>): TokensSpent {
  const spent = { answered: 0, untold: 0, input: 0, output: 0, cached: 0 };
  for (const { usage, faults = [], ...reply } of replies) {
    if (faults.length > 0 || Object.keys(reply).length === 0) continue;
    spent.answered += 1;
    if (usage === undefined) spent.untold += 1;
    spent.input += usage?.input ?? 0;
    spent.output += usage?.output ?? 0;
    spent.cached += usage?.cached ?? 0;
  }
  return spent;
}
