import { MeasurandError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { ENVIRONMENT_STRESSORS, type EnvironmentStressor, environmentStressor } from '../stressors.ts';
import {
  declaredParameters,
  PARAMETER_KINDS,
  type ParameterName,
  type RepairedParameters,
} from './parameters.ts';

/** `append` adds duplicates to a page; `overwrite` puts them in the place of records, as the release does. */
export type DuplicateMode = 'append' | 'overwrite';

/**
 * What may be set on a repaired task. The `settings` of a task have this shape too, so a task can be made again from
 * them. `duplicates` and `stressors` hold where they can act: a task without duplicates or totals rows neither minds nor
 * names them. A parameter that the task does not have is refused.
 */
export interface RepairedSettings extends Partial<RepairedParameters> {
  /** @default 'append' */
  readonly duplicates?: DuplicateMode;
  /** @default [] */
  readonly stressors?: readonly EnvironmentStressor[];
}

/** Everything that is in force in one repaired task. */
export interface SettingsInForce {
  readonly parameters: RepairedParameters;
  /** Absent where the task has no duplicates. */
  readonly duplicates?: DuplicateMode;
  readonly stressors: readonly EnvironmentStressor[];
}

/**
 * Lays settings over what a task declares.
 *
 * @throws MeasurandError `unknown-setting`, `inert-setting` (the task has no such parameter), `invalid-setting` (value),
 *   `unknown-stressor`, `fault-cannot-occur` (too few pages for what the task declares)
 */
export function settingsInForce(definition: ComtradeDefinition, settings: RepairedSettings): SettingsInForce {
  const { duplicates = 'append', stressors = [], ...given } = settings;
  if (duplicates !== 'append' && duplicates !== 'overwrite') {
    throw invalid(definition, 'duplicates', duplicates, 'append or overwrite');
  }
  const parameters = laidOver(definition, given);
  const repeats = parameters.duplicateRate ?? parameters.initialDuplicateRate;
  const mode = repeats === undefined ? undefined : duplicates;
  refuseImpossible(definition, parameters, mode);
  const named = stressors.map((name) => knownStressor(definition, name));
  const acting = ENVIRONMENT_STRESSORS.filter(
    (name) =>
      named.includes(name) && (name !== 'hidden-totals' || parameters.totalsAfterSuccesses !== undefined),
  );
  return { parameters, ...(mode === undefined ? {} : { duplicates: mode }), stressors: acting };
}

/** The settings in force as a task names them: flat, and readable by `settingsInForce`. */
export function settingsRecord({ parameters, duplicates, stressors }: SettingsInForce): JsonObject {
  return { ...parameters, ...(duplicates === undefined ? {} : { duplicates }), stressors };
}

function laidOver(definition: ComtradeDefinition, given: Partial<RepairedParameters>): RepairedParameters {
  const declared = declaredParameters(definition);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(PARAMETER_KINDS, name)) {
      throw new MeasurandError('unknown-setting', `There is no setting ${JSON.stringify(name)}`, {
        record: definition.id,
        next: `Choose from ${[...Object.keys(PARAMETER_KINDS), 'duplicates', 'stressors'].join(', ')}`,
      });
    }
    if (!Object.hasOwn(declared, name)) {
      throw new MeasurandError('inert-setting', `${name} would do nothing in this task`, {
        record: definition.id,
        field: name,
        next: `What acts here is ${Object.keys(declared).join(', ')}`,
      });
    }
    checkValue(definition, name as ParameterName, value);
  }
  return { ...declared, ...given };
}

function checkValue(definition: ComtradeDefinition, name: ParameterName, value: unknown): void {
  const kind = PARAMETER_KINDS[name];
  if (kind === 'rate') {
    if (typeof value === 'number' && value > 0 && value <= 0.4) return;
    throw invalid(definition, name, value, 'a number above 0 and at most 0.4');
  }
  const least = kind === 'count' ? 1 : 0;
  const integer = typeof value === 'number' && Number.isInteger(value);
  if (integer && value >= least && value <= 1_000_000) return;
  throw invalid(definition, name, value, `an integer from ${least} to 1,000,000`);
}

/** Refuses numbers under which an in-order walk would not meet a declared fault. */
function refuseImpossible(
  definition: ComtradeDefinition,
  parameters: RepairedParameters,
  duplicates: DuplicateMode | undefined,
): void {
  const { rows, pageSize, totalsAfterSuccesses = 0, rateLimitAfterSuccesses = 0 } = parameters;
  const acrossPages =
    definition.fault.mode === 'pagination' ||
    duplicates !== undefined ||
    parameters.driftOverlapRate !== undefined;
  const pagesNeeded = Math.max(acrossPages ? 2 : 1, totalsAfterSuccesses + 1, rateLimitAfterSuccesses + 1);
  const recordsNeeded = duplicates === 'overwrite' ? 3 : 1;
  if (Math.ceil(rows / pageSize) >= pagesNeeded && Math.min(rows, pageSize) >= recordsNeeded) return;
  throw new MeasurandError(
    'fault-cannot-occur',
    `The declared faults need ${pagesNeeded} or more pages of ${recordsNeeded} or more records; ${rows} rows in pages of ${pageSize} give fewer`,
    { record: definition.id, next: 'Choose another pageSize or more rows' },
  );
}

function knownStressor(definition: ComtradeDefinition, name: string): EnvironmentStressor {
  const known = environmentStressor(name);
  if (known) return known;
  throw new MeasurandError('unknown-stressor', `No tool has a stressor ${JSON.stringify(name)}`, {
    record: definition.id,
    field: 'stressors',
    next: `Choose from ${ENVIRONMENT_STRESSORS.join(', ')}; an observation window is a limit of the scaffold`,
  });
}

function invalid(
  definition: ComtradeDefinition,
  field: string,
  value: unknown,
  wanted: string,
): MeasurandError {
  return new MeasurandError(
    'invalid-setting',
    `${typeof value === 'string' ? JSON.stringify(value) : String(value)} is not ${wanted}`,
    {
      record: definition.id,
      field,
    },
  );
}
