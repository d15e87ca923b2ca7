import type { EpisodeRow } from '../src/commands/stats/episode-row.ts';
import { tableOf } from '../src/commands/stats/read-scores.ts';
import { statsOfTable } from '../src/commands/stats/stats.ts';
import { Random } from '../src/core/random.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

const EPISODES = 100_000;
const SETTINGS = { rows: 800 };
const [MODELS, SCAFFOLDS, TASKS] = [10, 2, 10];

/** Ten models under two scaffolds on ten tasks, five hundred seeds each, never more than one row in memory. */
function* rows(): Iterable<EpisodeRow> {
  const random = new Random(1);
  for (let i = 0; i < EPISODES; i += 1) {
    const coordinates = {
      suite: 'bench',
      profile: 'plain',
      task: `t${Math.floor(i / MODELS / SCAFFOLDS) % TASKS}`,
      seed: Math.floor(i / MODELS / SCAFFOLDS / TASKS),
      model: `m${i % MODELS}`,
      scaffold: `l${Math.floor(i / MODELS) % SCAFFOLDS}`,
      protocol: 'single',
      arm: '',
      settings: SETTINGS,
    } as const;
    yield { coordinates, state: 'scored', scores: [{ scorer: 'truth', value: random.random() }] };
  }
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Everything that `measurand stats` says of a hundred thousand episodes, in CPU time: spectra, intervals, ranks, variance.
 * Bound: taking the same episodes in and sorting them, which no statistic can do without.
 */
export const stats: Benchmark = {
  name: 'stats',
  run(): Promise<BenchResult> {
    const start = cpu();
    const table = tableOf(rows());
    const taken = cpu();
    const { scorers } = statsOfTable(table, null);
    const done = cpu();
    if (scorers[0]?.groups.length !== MODELS * SCAFFOLDS)
      throw new Error('The groups are not those that were run');
    return Promise.resolve({
      name: 'stats',
      milliseconds: done - start,
      bound: taken - start,
      reference: null,
    });
  },
};
