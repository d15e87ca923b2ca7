import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { EpisodeArchive } from '../../archive/archive.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { trialOutcomes } from './outcomes.ts';

const MeasuredSchema = z.strictObject({
  versions: z.record(z.string(), z.string()),
  why: z
    .record(z.string(), z.string())
    .describe('Why runs differ from a table, by line and harness, found in their evidence'),
  rows: z.array(
    z.strictObject({
      row: z.string(),
      line: z.string(),
      only: z.record(z.string(), z.string()).exactOptional(),
      cells: z.record(z.string(), z.strictObject({ holds: z.boolean(), says: z.string() })),
    }),
  ),
});

/** A cell of a table that was measured by hand, before there were trials, beside the runs that speak of the same. */
export interface ComparedCell {
  readonly row: string;
  readonly criterion: string;
  readonly harness: string;
  /** What the table says, and whether a line of a trial that asks for it should hold. */
  readonly says: string;
  readonly holds: boolean;
  /** Runs of the same version, and those of them in which the line holds. */
  readonly held: number;
  readonly runs: number;
  readonly agrees: boolean;
  /** What the rule saw in the first run that does not agree. */
  readonly saw?: string;
  readonly why?: string;
}

const FILE = new URL('../../../data/trials/measured-by-hand.json', import.meta.url);

interface Decided {
  readonly criterion: string;
  readonly harness: string;
  readonly state: number;
  readonly reason: string;
  readonly values: Readonly<Record<string, string>>;
}

function decidedLines(archive: EpisodeArchive): readonly Decided[] {
  return trialOutcomes(archive).flatMap(({ trial: id, harness, kept, state }) => {
    const trial = TRIALS.find((each) => each.id === id);
    if (state !== 'scored' || !kept || !trial) return [];
    const values = trial.valuesFor(kept.seed);
    return kept.verdicts.map(({ criterion, state: decided, reason }) => ({
      ...{ criterion, harness, reason, values },
      state: decided,
    }));
  });
}

const reasonFor = (why: string | undefined): { readonly why?: string } => (why === undefined ? {} : { why });

/**
 * Compares runs of trials with what was measured by hand, where the version is the same.
 *
 * @throws MeasurandError `archive-corrupt`
 */
export function comparedByHand(archive: EpisodeArchive): readonly ComparedCell[] {
  const { versions, rows, why } = MeasuredSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  const decided = decidedLines(archive);
  return rows.flatMap(({ row, line, only = {}, cells }) =>
    Object.entries(cells).flatMap(([id, { holds, says }]): ComparedCell[] => {
      const harness = `${id}@${versions[id] ?? ''}`;
      const runs = decided.filter(
        (each) =>
          each.criterion === line &&
          each.harness === harness &&
          Object.entries(only).every(([name, value]) => each.values[name] === value),
      );
      const odd = runs.find(({ state }) => (state === 1) !== holds);
      if (runs.length === 0) return [];
      return [
        {
          ...{ row, criterion: line, harness, says, holds },
          held: runs.filter(({ state }) => state === 1).length,
          runs: runs.length,
          agrees: odd === undefined,
          ...(odd === undefined ? {} : { saw: odd.reason, ...reasonFor(why[`${line} ${id}`]) }),
        },
      ];
    }),
  );
}
