import { episodeId } from '../archive/episode-digests.ts';
import { canonicalJson } from '../core/canonical.ts';
import type { EpisodeCoordinates, Model, Scaffold, Task } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { limitsFor } from './limits.ts';

/** The parts that coordinates name, checked to fit together. */
export interface CellParts {
  readonly task: Task;
  readonly model: Model;
  readonly scaffold: Scaffold;
}

function misfit(code: string, what: string, field: string, next: string): MeasurandError {
  return new MeasurandError(code, what, { field, next });
}

function checkSeed(seed: number): void {
  if (Number.isSafeInteger(seed) && seed >= 0) return;
  throw misfit('invalid-seed', `${seed} is no seed`, 'seed', 'Use an integer from 0 to 9007199254740991');
}

/** Cells of a grid share their settings object, and tasks theirs, so each is written out once. */
const WRITTEN = new WeakMap<JsonObject, string>();

function written(settings: JsonObject): string {
  const known = WRITTEN.get(settings);
  if (known !== undefined) return known;
  const { limits: _limits, ...own } = settings;
  const text = canonicalJson(own);
  WRITTEN.set(settings, text);
  return text;
}

/** Coordinates commit to every setting in force: a task that has other ones would be filed under the wrong id. */
function checkSettings({ settings }: EpisodeCoordinates, task: Task): void {
  if (written(settings) === written(task.settings)) return;
  throw misfit(
    'settings-differ',
    `The coordinates name settings that ${task.id} does not have in full`,
    'settings',
    "Build coordinates from the task's own settings",
  );
}

/**
 * Refuses coordinates that no episode can have.
 *
 * @throws MeasurandError `invalid-seed`, `settings-differ`, `unsupported-protocol`, `unsupported-pair`, `invalid-limit`
 */
export function checkCoordinates(
  coordinates: EpisodeCoordinates,
  { task, model, scaffold }: CellParts,
): void {
  checkSeed(coordinates.seed);
  checkSettings(coordinates, task);
  limitsFor(scaffold, coordinates.settings);
  if (coordinates.protocol !== 'single' && scaffold.level !== 'L2') {
    const next = 'Use protocol single: the other protocols lift the output budget of L2';
    throw misfit(
      'unsupported-protocol',
      `${scaffold.id} has no ${coordinates.protocol} arm`,
      'protocol',
      next,
    );
  }
  if (model.kind === 'policy' && scaffold.id !== 'l1') {
    const next = 'Run it under l1, or choose an archetype';
    throw misfit(
      'unsupported-pair',
      `${model.id} answers retry or skip, which ${scaffold.id} does not ask`,
      'model',
      next,
    );
  }
}

/** Ids of a plan, in its order. @throws MeasurandError `duplicate-episode` */
export function planIds(planned: readonly EpisodeCoordinates[]): readonly string[] {
  const seen = new Set<string>();
  return planned.map((coordinates) => {
    const id = episodeId(coordinates);
    if (seen.has(id)) {
      const { model, scaffold, task, seed } = coordinates;
      throw new MeasurandError(
        'duplicate-episode',
        `${model} under ${scaffold} on ${task}, seed ${seed}, is planned twice`,
        {
          record: id,
          next: 'Name each model, task, seed and scaffold once',
        },
      );
    }
    seen.add(id);
    return id;
  });
}
