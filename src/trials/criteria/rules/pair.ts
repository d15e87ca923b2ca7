import type { JsonValue } from '../../../core/json.ts';
import type { Exchange, RunEvidence } from '../evidence.ts';
import type { LineSpec } from '../line.ts';
import type { Selected } from '../packet.ts';
import { conversation } from '../select/shown.ts';
import { ruled, when } from './spec.ts';

/** How often a call's result stands in the first later request that shows one. */
function timesShown(later: readonly Exchange[], id: string): number {
  for (const { view } of later) {
    const times = view.results.filter(({ callId }) => callId === id).length;
    if (times > 0) return times;
  }
  return 0;
}

function callsMade(evidence: RunEvidence): readonly Selected[] {
  const exchanges = conversation(evidence);
  return exchanges.flatMap(({ arrival, reply }, at) =>
    (reply.calls ?? []).map(({ id = '', name }): Selected => {
      const value: JsonValue = { id, name, results: timesShown(exchanges.slice(at + 1), id) };
      return { source: 'shown', place: `reply ${arrival}, call ${id}`, value };
    }),
  );
}

/** K1: every call that the model made has exactly one result, with its id. Calls under one id are a fault of the script. */
export function everyCallPaired(): LineSpec {
  return ruled('K1', ['shown'], 'every call', {
    select: callsMade,
    decide(items) {
      const calls = items.map(
        ({ value }) => value as { readonly id: string; readonly name: string; readonly results: number },
      );
      const odd = calls.find(({ results }) => results !== 1);
      return when(
        odd === undefined && calls.length > 0,
        odd
          ? `${odd.name} (${odd.id}) has ${odd.results} results`
          : `${calls.length} calls, each with one result`,
      );
    },
  });
}
