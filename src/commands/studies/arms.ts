import type { EpisodeCoordinates, Seed } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { adversityTask, controlSchedule } from '../../tasks/comtrade/adversity/task.ts';

type ArmId = 'escalating' | 'constant';

/** One column of a study's grid: an arm under one set of task settings. */
export interface GridColumn {
  readonly arm: ArmId;
  /** Task settings in full. */
  readonly settings: JsonObject;
}

/** The two arms of an A/B comparison at matched mean intensity, under otherwise equal settings. */
export function matchedArms(settings: JsonObject): readonly GridColumn[] {
  const control = { ...settings, schedule: { ...controlSchedule() } };
  return [
    { arm: 'escalating', settings: adversityTask(settings).settings },
    { arm: 'constant', settings: adversityTask(control).settings },
  ];
}

/** Every (model, column, seed), model by model: episodes of L1 on the adversarial task. */
export function gridCells(
  models: readonly string[],
  columns: readonly GridColumn[],
  seeds: readonly Seed[],
): readonly EpisodeCoordinates[] {
  const { suite, profile, id: task } = adversityTask();
  return models.flatMap((model) =>
    columns.flatMap(({ arm, settings }) =>
      seeds.map((seed) => ({
        suite,
        profile,
        task,
        seed,
        model,
        scaffold: 'l1',
        protocol: 'single' as const,
        arm,
        settings,
      })),
    ),
  );
}
