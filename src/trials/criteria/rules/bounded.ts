import type { LineSpec } from '../line.ts';
import { resultsOfMove, textOfItem } from '../select/shown.ts';
import { quoted, ruled, when } from './spec.ts';

/** Thousands by the letter of a unit, decimal and binary: harnesses use both. */
const UNITS: Readonly<Record<string, readonly number[]>> = {
  '': [1],
  k: [1000, 1024],
  m: [1_000_000, 1_048_576],
};

/** Whether a text gives a size, in full or rounded to the digits that it prints. */
function gives(text: string, size: number): boolean {
  const numbers = text.matchAll(/(\d[\d,_]*)(\.\d+)?(?: ?([km])i?b?\b)?/gi);
  return [...numbers].some(([, whole = '', fraction = '', unit = '']) => {
    const said = Number(`${whole.replaceAll(/[,_]/g, '')}${fraction}`);
    const half = unit === '' ? 0 : 0.5 / 10 ** Math.max(0, fraction.length - 1);
    return (UNITS[unit.toLowerCase()] ?? []).some((of) => Math.abs(size / of - said) <= half);
  });
}

/**
 * K4: when a result was cut, it says so with a true number: one of the private values named in `sizes`, such as lines
 * or bytes of the whole, in full or rounded. A result that holds `marker` is whole and owes no notice.
 */
export function noticeOfCut(key: string, marker: string, sizes: readonly string[]): LineSpec {
  return ruled('K4', ['shown'], 'true size of what was cut', {
    select: (evidence) => resultsOfMove(evidence, key),
    decide(items, values) {
      const text = items.map((item) => textOfItem(item.value)).join('\n');
      if (text.includes(values[marker] ?? '\0')) return when(true, 'nothing that matters was cut');
      const truth = sizes.map((name) => values[name] ?? '').filter((size) => gives(text, Number(size)));
      return when(
        truth.length > 0,
        truth.length > 0 ? `says ${truth.join(', ')}` : `no true size in ${quoted(text)}`,
      );
    },
  });
}

/** K5: the value is in the result itself, or the handle that it names leads there: the result of `followKey` has it. */
export function handleLeads(key: string, followKey: string, valueName: string): LineSpec {
  return ruled('K5', ['shown'], `handle to ${valueName}`, {
    select: (evidence) => [...resultsOfMove(evidence, key), ...resultsOfMove(evidence, followKey)],
    decide(items, values) {
      const at = items.find((item) => textOfItem(item.value).includes(values[valueName] ?? '\0'));
      return when(
        at !== undefined,
        at ? `found in ${at.place}` : `${valueName} is in none of ${items.length} results`,
      );
    },
  });
}
