import type { JsonValue } from '../../../core/json.ts';
import type { ShownCall, ShownResult } from '../../../trace/wire/request-view.ts';
import type { Exchange, RunEvidence } from '../evidence.ts';
import type { Selected } from '../packet.ts';

const CONVERSATION = new Set(['main', 'child']);

/** Requests that advance a conversation, in the order of arrival. */
export function conversation(evidence: RunEvidence): readonly Exchange[] {
  return (evidence.shown ?? []).filter(({ role }) => CONVERSATION.has(role));
}

/** Requests of the main conversation. */
export function mainRequests(evidence: RunEvidence): readonly Exchange[] {
  return (evidence.shown ?? []).filter(({ role }) => role === 'main');
}

export const resultValue = ({ callId, name, text, isError, parts }: ShownResult): JsonValue => ({
  callId,
  ...(name === undefined ? {} : { name }),
  text,
  ...(isError === undefined ? {} : { isError }),
  parts: parts.map(({ kind, bytes }) => ({ kind, bytes })),
});

/** Every result of a move in the first request that shows one: what the model was told. Empty when it never was. */
export function resultsOfMove(evidence: RunEvidence, key: string): readonly Selected[] {
  const ids = new Set(evidence.moves[key] ?? []);
  for (const { arrival, view } of conversation(evidence)) {
    const results = view.results.filter(({ callId }) => ids.has(callId));
    if (results.length === 0) continue;
    return results.map((result) => ({
      source: 'shown' as const,
      place: `request ${arrival}, result of ${result.callId}`,
      value: resultValue(result),
    }));
  }
  return [];
}

/** The first main request at or after a user turn. */
export function firstOfTurn(evidence: RunEvidence, turn: number): Exchange | undefined {
  return mainRequests(evidence).find((exchange) => exchange.turn >= turn);
}

/** All the text that a request shows: system, messages, calls and results. */
export function textOf({ view }: Exchange): string {
  const calls = (shown: readonly ShownCall[]): string =>
    shown.map(({ args }) => JSON.stringify(args)).join('\n');
  return [
    view.system,
    ...view.messages.flatMap(({ text, calls: made, results }) => [
      text,
      calls(made),
      ...results.map((result) => result.text),
    ]),
  ].join('\n');
}

/** The text part of a selected result. */
export function textOfItem(value: JsonValue): string {
  if (typeof value === 'string') return value;
  const text = (value as { readonly text?: JsonValue } | null)?.text;
  return typeof text === 'string' ? text : '';
}
