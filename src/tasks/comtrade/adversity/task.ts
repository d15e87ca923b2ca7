import { constantAtMean, intensityLevels, openSchedule } from '../../../adversity/schedule.ts';
import type { Environment, Seed, Task, TaskOptions, Truth } from '../../../core/contracts/index.ts';
import { MeasurandError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { COMTRADE_DECISIONS, type ComtradeDefinition, comtradeDefinition } from '../definitions.ts';
import { withProtocol } from '../protocols.ts';
import { repairedRecords } from '../repaired/records.ts';
import { submissionInstructions } from '../submission-arms.ts';
import { CORRUPTION_FAULTS, corruptedRows } from './corruption.ts';
import { AdverseEnvironment } from './environment.ts';
import { ADVERSITY_TASK } from './parameters.ts';
import { type AdversitySettings, adversitySettings, DEFAULT_ADVERSITY } from './settings.ts';
import { adversityInstructions } from './tools.ts';

/** Profile of the tasks that an adversary wraps. */
const ADVERSITY_PROFILE = 'adversity';

/** Pages of the adversarial task, which are the successes that finish it. */
export function adversityPages(): number {
  const { rows, pageSize } = comtradeDefinition(ADVERSITY_TASK);
  return Math.ceil(rows / pageSize);
}

/** The constant schedule of the control arm: the mean intensity of the escalating one over the task's pages. */
export function controlSchedule(schedule = DEFAULT_ADVERSITY.schedule): AdversitySettings['schedule'] {
  return constantAtMean(openSchedule(schedule), adversityPages()).spec;
}

/**
 * The clean task of the paper's B-series with an adversary around it. A task's `settings`, given back here, make the same
 * task; its id does not change with them.
 *
 * @throws MeasurandError what `adversitySettings` refuses
 */
export function adversityTask(given: JsonObject = {}): Task {
  return new AdversityTask(adversitySettings(given));
}

class AdversityTask implements Task {
  readonly id = ADVERSITY_TASK;
  readonly suite = 'comtrade';
  readonly profile = ADVERSITY_PROFILE;
  readonly title = 'Clean twin of the adaptive task, under an adversary';
  readonly decisions = COMTRADE_DECISIONS;
  readonly faults: readonly string[];
  readonly settings: JsonObject;
  readonly #definition: ComtradeDefinition = comtradeDefinition(ADVERSITY_TASK);
  readonly #settings: AdversitySettings;

  constructor(settings: AdversitySettings) {
    this.#settings = settings;
    this.settings = { ...settings } as unknown as JsonObject;
    this.faults = certainFaults(settings, this.#definition.pageSize);
  }

  /** @throws MeasurandError `invalid-seed` unless the seed is a non-negative safe integer */
  open(seed: Seed, { submission = 'single' }: TaskOptions = {}): Environment {
    const instructions = adversityInstructions(this.#definition, this.#settings.quota);
    const text =
      submission === 'single' ? `${instructions}\n${submissionInstructions('single')}` : instructions;
    const records = this.#records(seed);
    const environment = new AdverseEnvironment(this.#definition, records, this.#settings, seed, text);
    return withProtocol(environment, submission);
  }

  /** @throws MeasurandError `invalid-seed` unless the seed is a non-negative safe integer */
  truth(seed: Seed): Truth {
    const records = this.#records(seed).map((record): JsonObject => ({ ...record }));
    return { records, idField: 'record_id' };
  }

  #records(seed: Seed): ReturnType<typeof repairedRecords> {
    if (Number.isSafeInteger(seed) && seed >= 0) return repairedRecords(this.#definition, seed);
    throw new MeasurandError('invalid-seed', `${seed} is no seed`, {
      record: ADVERSITY_TASK,
      field: 'seed',
      next: 'Use an integer from 0 to 9007199254740991',
    });
  }
}

/** Faults that every walk which is served every page must meet. A 429 is a matter of chance and is not among them. */
function certainFaults(settings: AdversitySettings, pageSize: number): readonly string[] {
  const { schedule, corruptions, corruptionScale, totalsAt, squeeze } = settings;
  const peak = Math.max(...intensityLevels(openSchedule(schedule), adversityPages()));
  const corrupted = corruptedRows(pageSize, Math.min(1, corruptionScale * peak)) > 0 ? corruptions : [];
  return [
    ...corrupted.map((kind) => CORRUPTION_FAULTS[kind]),
    ...(totalsAt !== null && peak >= totalsAt ? ['totals'] : []),
    ...(squeeze && peak >= squeeze.at ? ['quota_squeeze'] : []),
    ...(settings.latency * peak > 0 ? ['latency'] : []),
  ];
}
