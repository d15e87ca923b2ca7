import type { LineSpec } from '../line.ts';
import { conversation, resultsOfMove, textOf, textOfItem } from '../select/shown.ts';
import { fileAfter, ledgerEntries } from '../select/world.ts';
import { ruled, when } from './spec.ts';

/** K8: a private value is in nothing that the model was shown. */
export function neverShown(valueName: string, what: string): LineSpec {
  return ruled('K8', ['shown'], what, {
    select: (evidence, values) =>
      conversation(evidence).map((exchange) => ({
        source: 'shown' as const,
        place: `request ${exchange.arrival}`,
        value: textOf(exchange).includes(values[valueName] ?? '\0'),
      })),
    decide(items) {
      const at = items.find(({ value }) => value === true);
      return when(at === undefined, at ? `it stands in ${at.place}` : `in none of ${items.length} requests`);
    },
  });
}

/** K8: a private value is in no result of a move. A move that was never carried out shows nothing. */
export function notInResult(key: string, valueName: string, what: string): LineSpec {
  return ruled('K8', ['shown'], what, {
    select: (evidence) => resultsOfMove(evidence, key),
    decide(items, values) {
      const at = items.find(({ value }) => textOfItem(value).includes(values[valueName] ?? '\0'));
      return when(at === undefined, at ? `it stands in ${at.place}` : `in none of ${items.length} results`);
    },
  });
}

/** K8: a service has no entry of the event, or at most `most`. */
export function neverCommitted(service: string, event: string, what: string, most = 0): LineSpec {
  return ruled('K8', ['committed'], what, {
    select: (evidence) => ledgerEntries(evidence, service, event),
    decide: (items) =>
      when(items.length <= most, `${items.length} entries of ${event}, at most ${most} allowed`),
  });
}

/** K8: a file is as it was, or absent as it was. */
export function fileUnchanged(path: string, what = path): LineSpec {
  return ruled('K8', ['happened'], what, {
    select: (evidence) => [
      {
        source: 'happened',
        place: `workspace file ${path} at the start`,
        value: evidence.happened?.before[path]?.digest ?? null,
      },
      {
        source: 'happened',
        place: `workspace file ${path} at the end`,
        value: evidence.happened?.after[path]?.digest ?? null,
      },
    ],
    decide: ([before, after]) =>
      when(
        before?.value === after?.value,
        `${path} ${before?.value === after?.value ? 'is as it was' : 'was changed'}`,
      ),
  });
}

/** K8: a file holds no text that matches, such as half of what was to be written. */
export function fileWithout(path: string, pattern: RegExp, what: string): LineSpec {
  return ruled('K8', ['happened'], what, {
    select: (evidence) => fileAfter(evidence, path),
    decide([file]) {
      const text = (file?.value as { readonly text?: string } | null)?.text ?? '';
      const found = pattern.exec(text)?.[0];
      return when(
        found === undefined,
        found === undefined ? `${path} holds none` : `${path} holds ${JSON.stringify(found.slice(0, 80))}`,
      );
    },
  });
}
