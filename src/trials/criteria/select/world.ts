import type { RunEvidence } from '../evidence.ts';
import type { Selected } from '../packet.ts';

/** Entries of a service, by event. */
export function ledgerEntries(evidence: RunEvidence, service: string, event?: string): readonly Selected[] {
  return (evidence.committed ?? [])
    .filter((entry) => entry.service === service && (event === undefined || entry.event === event))
    .map(({ index, event: name, data }) => ({
      source: 'committed' as const,
      place: `ledger of ${service}, entry ${index} (${name})`,
      value: data,
    }));
}

/** A file as the run left it; null where there is none. */
export function fileAfter(evidence: RunEvidence, path: string): readonly Selected[] {
  const file = evidence.happened?.after[path];
  const value = file === undefined ? null : { ...file };
  return [{ source: 'happened', place: `workspace file ${path} at the end`, value }];
}

/** Processes at every time of checking whose name is the given one or all of them. */
export function processChecks(evidence: RunEvidence, at?: string): readonly Selected[] {
  return (evidence.happened?.processes ?? [])
    .filter((check) => at === undefined || check.at === at)
    .map(({ at: when, alive }) => ({
      source: 'happened' as const,
      place: `process table, ${when}`,
      value: [...alive],
    }));
}

/** How turns of the harness ended. */
export function turnEnds(evidence: RunEvidence, turn?: number): readonly Selected[] {
  return (evidence.happened?.turns ?? [])
    .filter((end) => turn === undefined || end.turn === turn)
    .map((end) => ({
      source: 'happened' as const,
      place: `end of turn ${end.turn}`,
      value: { ...end },
    }));
}
