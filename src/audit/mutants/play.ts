import { MemoryArchive } from '../../archive/memory.ts';
import type {
  EpisodeCoordinates,
  EpisodeRecord,
  Scaffold,
  Scorer,
  Seed,
  SubmissionProtocol,
  Task,
} from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { BUILT_IN } from '../../study/registries.ts';
import { runCells } from '../../study/run-cells.ts';

export interface PlayOptions {
  readonly tasks: readonly Task[];
  readonly scaffolds: readonly Scaffold[];
  readonly models: readonly string[];
  readonly scorers: readonly Scorer[];
  readonly seeds?: readonly Seed[];
  readonly protocol?: SubmissionProtocol;
  /** Limits laid over the scaffold's own. */
  readonly limits?: JsonObject;
}

function cells(options: PlayOptions): EpisodeCoordinates[] {
  const { tasks, scaffolds, models, seeds = [0], protocol = 'chunked', limits } = options;
  return tasks.flatMap((task) =>
    scaffolds.flatMap((scaffold) =>
      models.flatMap((model) =>
        seeds.map((seed) => ({
          suite: task.suite,
          profile: task.profile,
          task: task.id,
          seed,
          model,
          scaffold: scaffold.id,
          protocol: scaffold.level === 'L2' ? protocol : 'single',
          arm: '',
          settings: limits ? { ...task.settings, limits } : task.settings,
        })),
      ),
    ),
  );
}

/** Plays every combination with parts that may be mutants, in memory. */
export async function play(options: PlayOptions): Promise<readonly EpisodeRecord[]> {
  const { tasks, scaffolds, scorers } = options;
  const archive = new MemoryArchive();
  await runCells(cells(options), {
    archive,
    scorers: scorers.map(({ id }) => id),
    registries: {
      ...BUILT_IN,
      task: (coordinates) => tasks.find(({ id }) => id === coordinates.task) ?? BUILT_IN.task(coordinates),
      scaffold: (name) => scaffolds.find(({ id }) => id === name) ?? BUILT_IN.scaffold(name),
      scorer: (name) => scorers.find(({ id }) => id === name) ?? BUILT_IN.scorer(name),
    },
  });
  return [...archive.records()];
}
