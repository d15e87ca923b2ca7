import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const TASKS = 'T1_single_page,T3_duplicates,T4_rate_limit_429,T5_server_error_500,T8_mixed_faults';
const MODELS =
  'perfect,fabricates,keeps-totals,never-deduplicates,never-submits,repeats-page-zero,skip-hedging,' +
  'submits-empty,walks-once,watches-quota';

/** Ten models at L2 on five tasks: fifty episodes a seed. */
export const EPISODES_PER_SEED = 50;

/** The command line of a study of so many episodes, whose result is one JSON document. */
export function studyCommand(seeds: number): readonly string[] {
  return `run grid --tasks ${TASKS} --models ${MODELS} --scaffolds l2 --seeds 0-${seeds - 1} --json`.split(
    ' ',
  );
}

/** What a proof reads of the run's report. */
export interface RunResult {
  readonly root: string;
  readonly ledger: { readonly planned: number; readonly states: Readonly<Record<string, number>> };
}

/** Bytes in the log of an archive: how far a run has come, at the price of a few stats. */
export function logBytes(archive: string): number {
  try {
    const segments = join(archive, 'segments');
    const logs = readdirSync(segments).filter((name) => name.endsWith('.jsonl'));
    return logs.reduce((sum, name) => sum + statSync(join(segments, name)).size, 0);
  } catch {
    return 0;
  }
}
