import type { TraceEvent } from '../../../trace/event.ts';
import type { RunEvidence } from '../evidence.ts';
import type { LineSpec } from '../line.ts';
import type { Selected } from '../packet.ts';
import { resultsOfMove, textOfItem } from '../select/shown.ts';
import { quoted, ruled, when } from './spec.ts';

/** Some records put the tool's name before an id: `write_file__call_write`. */
const isOf = (recorded: string, ids: readonly string[]): boolean =>
  ids.some((id) => recorded === id || recorded.endsWith(`__${id}`));

function recorded(evidence: RunEvidence, key: string): readonly Selected[] {
  const ids = evidence.moves[key] ?? [];
  const own = ({ native, visibility }: TraceEvent): boolean =>
    visibility === 'persisted' && isOf(native.call ?? '', ids);
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

interface Kept {
  readonly kind: string;
  readonly text?: string;
}

/** Texts that differ in more than what stands around them. A record may tell one result twice in two forms. */
const distinct = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, at) => !texts.slice(0, at).some((earlier) => sameText(earlier, text)));

/**
 * K10: the harness's own record holds the call of a move and one result of it, under the same id, and the text of the
 * result is what the model was shown, give or take what stands around it.
 */
export function recordedOnce(key: string): LineSpec {
  return ruled('K10', ['shown', 'persisted'], `record of ${key}`, {
    select: (evidence) => [...resultsOfMove(evidence, key), ...recorded(evidence, key)],
    decide(items) {
      const kept = items
        .filter(({ source }) => source === 'persisted')
        .map(({ value }) => value as unknown as Kept);
      const calls = kept.filter(({ kind }) => kind === 'call').length;
      const results = kept.filter(({ kind }) => kind === 'result').map(({ text = '' }) => text.trim());
      if (calls === 0 || results.length === 0)
        return when(false, `${calls} calls and ${results.length} results are recorded`);
      const texts = distinct(results);
      const shown = items
        .filter(({ source }) => source === 'shown')
        .map(({ value }) => textOfItem(value).trim())
        .join('\n');
      return when(
        texts.length === 1 && sameText(shown, texts[0] ?? ''),
        `shown ${quoted(shown)}, recorded ${texts.map(quoted).join(' and ')}`,
      );
    },
  });
}
