import type { Environment, Seed, Task, TaskOptions, Truth } from '../../../core/contracts/index.ts';
import { MeasurandError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import {
  COMTRADE_DECISIONS,
  COMTRADE_DEFINITIONS,
  type ComtradeDefinition,
  comtradeDefinition,
} from '../definitions.ts';
import { withProtocol } from '../protocols.ts';
import { submissionInstructions } from '../submission-arms.ts';
import { taskText } from './descriptions.ts';
import { RepairedEnvironment } from './environment.ts';
import { taskInstructions } from './instructions.ts';
import { declaredFaults } from './parameters.ts';
import { repairedRecords } from './records.ts';
import { type RepairedSettings, type SettingsInForce, settingsInForce, settingsRecord } from './settings.ts';

/**
 * One of the eleven tasks in the profile `repaired`: our redesign, which does what the paper says of its benchmark
 * (DESIGN §5). The `settings` of a task, given back here with its id, make the same task.
 *
 * @throws MeasurandError `unknown-task`, and what `settingsInForce` refuses
 */
export function repairedTask(id: string, settings: RepairedSettings = {}): Task {
  return new RepairedTask(comtradeDefinition(id), settings);
}

/** All eleven tasks under the same settings, T1 first. */
export function repairedTasks(settings: RepairedSettings = {}): readonly Task[] {
  return COMTRADE_DEFINITIONS.map((definition) => new RepairedTask(definition, settings));
}

class RepairedTask implements Task {
  readonly suite = 'comtrade';
  readonly profile = 'repaired';
  readonly decisions = COMTRADE_DECISIONS;
  readonly id: string;
  readonly title: string;
  readonly faults: readonly string[];
  readonly settings: JsonObject;
  readonly #definition: ComtradeDefinition;
  readonly #force: SettingsInForce;

  constructor(declared: ComtradeDefinition, settings: RepairedSettings) {
    this.#force = settingsInForce(declared, settings);
    const { rows, pageSize, maxRequests } = this.#force.parameters;
    this.#definition = { ...declared, rows, pageSize, maxRequests };
    this.id = declared.id;
    this.title = taskText(declared.id).title;
    this.faults = declaredFaults(declared);
    this.settings = settingsRecord(this.#force);
  }

  /** @throws MeasurandError `invalid-seed` unless the seed is a non-negative safe integer */
  open(seed: Seed, { submission = 'single' }: TaskOptions = {}): Environment {
    checkSeed(this.id, seed);
    const instructions = taskInstructions(this.#definition, this.#force.parameters);
    const text =
      submission === 'single' ? `${instructions}\n\n${submissionInstructions('single')}` : instructions;
    return withProtocol(new RepairedEnvironment(this.#definition, this.#force, seed, text), submission);
  }

  /** @throws MeasurandError `invalid-seed` unless the seed is a non-negative safe integer */
  truth(seed: Seed): Truth {
    checkSeed(this.id, seed);
    const records = repairedRecords(this.#definition, seed).map((record): JsonObject => ({ ...record }));
    return { records, idField: 'record_id' };
  }
}

function checkSeed(task: string, seed: Seed): void {
  if (Number.isSafeInteger(seed) && seed >= 0) return;
  throw new MeasurandError('invalid-seed', `${seed} is no seed`, {
    record: task,
    field: 'seed',
    next: 'Use an integer from 0 to 9007199254740991',
  });
}
