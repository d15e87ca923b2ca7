import type { RunEvidence } from '../../criteria/evidence.ts';
import type { Judged } from '../../criteria/line.ts';
import { conversation } from '../../criteria/select/shown.ts';

/** Moves of a script that were never made in a run, such as one that depended on what was not told. */
function neverMade(evidence: RunEvidence): readonly string[] {
  const made = new Set(
    conversation(evidence).flatMap(({ reply }) => (reply.calls ?? []).map(({ id = '' }) => id)),
  );
  return Object.entries(evidence.moves).flatMap(([key, ids]) =>
    ids.some((id) => made.has(id)) ? [] : [key],
  );
}

/**
 * Zeros of mechanisms that the model avoided (harness taxonomy §2b): nothing in the run speaks of them, and a move of the
 * script was never made. They are zeros, and show no fault of the harness.
 */
export function bypassedLines(evidence: RunEvidence, judged: readonly Judged[]): readonly string[] {
  if (neverMade(evidence).length === 0) return [];
  return judged
    .filter(({ verdict, packet }) => verdict.state === 0 && packet.items.length === 0 && !verdict.missing)
    .map(({ verdict }) => verdict.criterion);
}
