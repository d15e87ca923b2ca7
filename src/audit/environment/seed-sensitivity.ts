import type { Verdict } from '../types.ts';
import { byTask, type TaskWalk } from './walks.ts';

export interface SeedSensitivity {
  readonly seeds: number;
  readonly tasks: number;
  /** Tasks whose records, and whose service as a whole, are the same for every seed. */
  readonly sameRecords: number;
  readonly sameService: number;
  readonly byTask: Readonly<
    Record<string, { readonly distinctTruths: number; readonly distinctServices: number }>
  >;
}

/** Whether the seed reaches the records and what the service does: distinct digests by task over the seeds walked. */
export function seedSensitivity(walks: readonly TaskWalk[]): SeedSensitivity {
  const groups = byTask(walks);
  const table = Object.fromEntries(
    [...groups].map(([task, own]) => [
      task,
      {
        distinctTruths: new Set(own.map((walk) => walk.truthDigest)).size,
        distinctServices: new Set(own.map((walk) => walk.serviceDigest)).size,
      },
    ]),
  );
  const rows = Object.values(table);
  return {
    seeds: new Set(walks.map((walk) => walk.seed)).size,
    tasks: groups.size,
    sameRecords: rows.filter((row) => row.distinctTruths === 1).length,
    sameService: rows.filter((row) => row.distinctServices === 1).length,
    byTask: table,
  };
}

/**
 * Passes when, on every task, the seeds differ in what is true. A service that answers alike is no failure where a
 * task declares no fault: then the records alone carry the seed.
 */
export function seedSensitivityVerdict({ seeds, tasks, sameRecords }: SeedSensitivity): Verdict {
  if (seeds < 2 || tasks === 0) return 'not-probed';
  return sameRecords === 0 ? 'pass' : 'fail';
}
