import type { Task } from '../../../core/contracts/index.ts';
import type { JsonValue } from '../../../core/json.ts';
import { comtradeDefinition } from '../definitions.ts';
import { ENVIRONMENT_STRESSORS } from '../stressors.ts';
import { PARAMETER_KINDS, type ParameterName } from './parameters.ts';
import { type RepairedSettings, type SettingsInForce, settingsInForce } from './settings.ts';
import { repairedTask } from './task.ts';

/** A task with exactly one setting changed. */
export interface TaskVariant {
  readonly setting: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly task: Task;
}

/**
 * For every setting that a task declares, the task with that one changed (`stressors`: once for each that can act). The
 * change is large enough that a setting which acts at all must show, so an answer that stays the same betrays an inert one.
 *
 * @throws MeasurandError `unknown-task`, and what `settingsInForce` refuses
 */
export function repairedVariants(id: string, settings: RepairedSettings = {}): readonly TaskVariant[] {
  const force = settingsInForce(comtradeDefinition(id), settings);
  return changes(force).map(({ setting, from, to }) => ({
    setting,
    from,
    to,
    task: repairedTask(id, { ...settings, [setting]: to }),
  }));
}

type Change = Omit<TaskVariant, 'task'>;

function changes({ parameters, duplicates, stressors }: SettingsInForce): readonly Change[] {
  const found: Change[] = Object.entries(parameters).map(([setting, from]: [string, number]) => ({
    setting,
    from,
    to: changed(setting as ParameterName, from),
  }));
  if (duplicates) {
    const to = duplicates === 'append' ? 'overwrite' : 'append';
    found.push({ setting: 'duplicates', from: duplicates, to });
  }
  const acting = ENVIRONMENT_STRESSORS.filter(
    (name) => name !== 'hidden-totals' || parameters.totalsAfterSuccesses !== undefined,
  );
  for (const name of acting) {
    const without = stressors.filter((other) => other !== name);
    const to = stressors.includes(name) ? without : [...stressors, name];
    found.push({ setting: 'stressors', from: stressors, to });
  }
  return found;
}

function changed(setting: ParameterName, value: number): number {
  if (setting === 'pageSize') return Math.ceil(value / 2);
  if (PARAMETER_KINDS[setting] === 'rate') return value > 0.2 ? value - 0.2 : value + 0.2;
  if (PARAMETER_KINDS[setting] === 'successes') return value > 0 ? value - 1 : 1;
  return value + 1;
}
