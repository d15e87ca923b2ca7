import type { TraceEvent } from '../../../trace/event.ts';
import type { RunEvidence } from '../evidence.ts';
import type { LineSpec } from '../line.ts';
import type { Selected } from '../packet.ts';
import { resultsOfMove, textOfItem } from '../select/shown.ts';
import { quoted, ruled, when } from './spec.ts';

function recorded(evidence: RunEvidence, key: string): readonly Selected[] {
  const ids = new Set(evidence.moves[key] ?? []);
  const own = (event: TraceEvent): boolean => ids.has(event.native.call ?? '');
  return (evidence.persisted ?? []).filter(own).flatMap(({ id, position, payload }) => {
    if (payload.kind !== 'call' && payload.kind !== 'result') return [];
    const value =
      payload.kind === 'call'
        ? { kind: 'call', name: payload.name }
        : { kind: 'result', ...(payload.text === undefined ? {} : { text: payload.text }) };
    return [{ source: 'persisted' as const, place: `${position.file}, event ${id}`, value }];
  });
}

const sameText = (shown: string, kept: string): boolean =>
  shown === kept || (kept !== '' && shown.includes(kept)) || (shown !== '' && kept.includes(shown));

/**
 * K10: the harness's own record holds the call of a move once and its result once, under the same id, and the text of
 * the result is what the model was shown, give or take what stands around it.
 */
export function recordedOnce(key: string): LineSpec {
  return ruled('K10', ['shown', 'persisted'], `record of ${key}`, {
    select: (evidence) => [...resultsOfMove(evidence, key), ...recorded(evidence, key)],
    decide(items) {
      const kept = items
        .filter(({ source }) => source === 'persisted')
        .map(({ value }) => value as { readonly kind: string; readonly text?: string });
      const calls = kept.filter(({ kind }) => kind === 'call').length;
      const results = kept.filter(({ kind }) => kind === 'result');
      if (calls !== 1 || results.length !== 1)
        return when(false, `${calls} calls and ${results.length} results are recorded`);
      const shown = items
        .filter(({ source }) => source === 'shown')
        .map(({ value }) => textOfItem(value))
        .join('\n');
      const text = results[0]?.text ?? '';
      return when(sameText(shown.trim(), text.trim()), `shown ${quoted(shown)}, recorded ${quoted(text)}`);
    },
  });
}
