import type { EpisodeCoordinates, EpisodeRecord, Scorer } from '../../src/core/contracts/index.ts';
import { BUILT_IN } from '../../src/study/registries.ts';
import { runEpisode } from '../../src/study/run-episode.ts';
import { DATA_PART } from '../../src/tasks/comtrade/submission.ts';

/** Coverage by record id, in the plainest form: what the studies are held to, whichever scorer a user applies. */
const PLAIN_COVERAGE: Scorer = {
  id: 'coverage',
  kind: 'outcome',
  title: 'Coverage by record id',
  resolution: 1 / 75,
  score({ parts }, { truth }) {
    const lines = (parts[DATA_PART] ?? '').split('\n').filter((line) => line !== '');
    const ids = new Set(lines.map((line) => (JSON.parse(line) as { record_id: string }).record_id));
    const records = truth?.records ?? [];
    const value = records.filter((record) => ids.has(String(record['record_id']))).length / records.length;
    return Promise.resolve({ scorer: 'coverage', value, parts: {}, notes: [] });
  },
};

/** Runs every cell, in order. */
export async function runCells(cells: readonly EpisodeCoordinates[]): Promise<EpisodeRecord[]> {
  const registries = { ...BUILT_IN, scorer: () => PLAIN_COVERAGE };
  const records: EpisodeRecord[] = [];
  for (const cell of cells) {
    records.push((await runEpisode(cell, { scorers: ['coverage'], registries })).record);
  }
  return records;
}
