import type { LineSpec } from '../line.ts';
import type { EvidenceItem } from '../packet.ts';
import { resultsOfMove, textOfItem } from '../select/shown.ts';
import { quoted, ruled, when } from './spec.ts';

/** What may have become of a call. */
export const OUTCOME_KINDS = [
  'ok',
  'error',
  'denied',
  'time limit',
  'interrupted',
  'running',
  'unknown',
  'empty',
  'cut off',
] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/** Words by which a kind is recognised where the protocol has no flag for it. */
const WORDS: Readonly<Record<OutcomeKind, RegExp>> = {
  ok: /exit(?:ed with)? code:? 0\b|code 0\b|success|\bok\b/i,
  error:
    /\berror\b|fail(?:ed|ure)|exit(?:ed with)? code:? ?[1-9]|exit code 1\b|not found|invalid|could(?: not|n't)|can(?:not|'t)|unable to/i,
  denied:
    /den(?:ied|y)|not (?:allowed|permitted)|permission|blocked|refus|reject|read-only|forbidden|disallowed/i,
  'time limit': /tim(?:ed|e) ?-?out|exceed\w* timeout|time limit/i,
  interrupted: /interrupt|abort|cancel|killed|signal|stopped/i,
  running: /still running|running in the background|background|running with session|session id|moved to/i,
  unknown: /unknown|may have|connection closed|transport closed|not connected|whether it/i,
  'cut off': /truncat|incomplete|cut off|max_tokens|output limit/i,
  empty: /no output|empty|\(no|completed with no/i,
};

/** The kinds that a result's text or flag lets a reader recognise, each with what it was recognised by. */
export function kindsTold(text: string, isError: boolean | undefined): ReadonlyMap<OutcomeKind, string> {
  const told = new Map<OutcomeKind, string>();
  if (isError === true) told.set('error', 'error flag');
  for (const kind of OUTCOME_KINDS) {
    const found = WORDS[kind].exec(text)?.[0];
    if (found !== undefined && !told.has(kind)) told.set(kind, `the word ${JSON.stringify(found)}`);
  }
  if (text.trim() === '') told.set('empty', 'an empty result');
  return told;
}

/** What a move's results say together. */
function toldOf(items: readonly EvidenceItem[]): {
  readonly text: string;
  readonly told: ReadonlyMap<OutcomeKind, string>;
} {
  const text = items.map((item) => textOfItem(item.value)).join('\n');
  const flag = items.some((item) => (item.value as { readonly isError?: boolean }).isError === true);
  return { text, told: kindsTold(text, flag ? true : undefined) };
}

/** K6: what the model was told of a move's outcome is recognisable as one of `kinds`, by a flag or by words. */
export function outcomeTold(key: string, kinds: readonly [OutcomeKind, ...OutcomeKind[]]): LineSpec {
  return ruled('K6', ['shown'], `${key} is ${kinds.join(' or ')}`, {
    select: (evidence) => resultsOfMove(evidence, key),
    decide(items) {
      if (items.length === 0) return when(false, `no result of ${key} was ever shown`);
      const { text, told } = toldOf(items);
      const kind = kinds.find((each) => told.has(each));
      return when(
        kind !== undefined,
        kind ? `${kind}, by ${told.get(kind)}` : `nothing in ${quoted(text)} says so`,
      );
    },
  });
}

/** K6: what the model was told of a move's outcome is not to be taken for one of `kinds`: harnesses tell success in many words. */
export function outcomeNotTold(key: string, kinds: readonly [OutcomeKind, ...OutcomeKind[]]): LineSpec {
  return ruled('K6', ['shown'], `${key} is not ${kinds.join(' or ')}`, {
    select: (evidence) => resultsOfMove(evidence, key),
    decide(items) {
      if (items.length === 0) return when(false, `no result of ${key} was ever shown`);
      const { text, told } = toldOf(items);
      const kind = kinds.find((each) => told.has(each));
      return when(kind === undefined, kind ? `reads as ${kind}, by ${told.get(kind)}` : quoted(text));
    },
  });
}
