import { knownValue } from '../../scaffolds/native/probes/known-cells.ts';
import type { ProbeCell, ProbeReading } from '../../scaffolds/native/probes/matrix.ts';
import type { ProbeResult } from '../../scaffolds/native/probes/play-session.ts';

function commonest(values: readonly string[]): { readonly value: string; readonly agreed: number } {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  // Array.sort keeps the order of equals, so the first that was seen wins.
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  return { value: first?.[0] ?? '', agreed: first?.[1] ?? 0 };
}

/** Puts the repeats of one cell together. A repeat that could not be tried counts as one that found nothing. */
export function cellOf(
  place: { readonly probe: string; readonly harness: string },
  version: string,
  results: readonly ProbeResult[],
): ProbeCell {
  const readings = results.flatMap((result): ProbeReading[] =>
    'reading' in result ? [{ ...result.reading, detail: result.reading.detail ?? {} }] : [],
  );
  if (readings.length === 0) {
    const [untried] = results;
    const reason = untried && 'notProbed' in untried ? untried.notProbed : 'the session was not run';
    return { ...place, state: 'not-probed', reason };
  }
  const missing = results.flatMap((result) => ('notProbed' in result ? [result.notProbed] : []));
  return {
    ...place,
    state: 'probed',
    ...commonest(readings.map(({ value }) => value)),
    of: results.length,
    expected: knownValue(place.harness, version, place.probe) ?? null,
    readings,
    ...(missing.length === 0 ? {} : { missing }),
  };
}
