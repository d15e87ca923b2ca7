import type { Environment, Seed, ToolResult } from '../../../core/contracts/index.ts';
import { MeasurandError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/json.ts';
import { Random } from '../../../core/random.ts';
import { COMTRADE_DEFINITIONS } from '../definitions.ts';
import { PublishedEnvironment } from './environment.ts';
import type { ReleaseGrader } from './grader.ts';
import { type ReleaseObservation, releaseObservation } from './observation.ts';

export interface ReleaseResetOptions {
  readonly seed?: Seed;
  readonly taskId?: string;
}

const RELEASED = COMTRADE_DEFINITIONS.filter((definition) => definition.origin === 'release');

/**
 * The release's server as one process: a `reset` starts an episode and drops the one before, tools answer in between
 * (reference §4). Its one use of a seed is here: seeding the process-wide generator, from which a task is then chosen.
 */
export class ReleaseSession {
  readonly #grade: ReleaseGrader | undefined;
  /** The process-wide generator; unset until a first seed. */
  #random: Random | undefined;
  #environment: Environment | undefined;

  constructor(grade?: ReleaseGrader) {
    this.#grade = grade;
  }

  get environment(): Environment | undefined {
    return this.#environment;
  }

  /**
   * Starts an episode of the task named, or of one chosen among T1 to T10.
   *
   * @returns the metadata of the release's observation
   * @throws MeasurandError `unknown-task` where the release crashes, its own exception in the message; no episode is then
   * active. `unseeded` when a task would be chosen by a generator that was never seeded
   */
  reset({ seed, taskId }: ReleaseResetOptions = {}): ReleaseObservation {
    if (seed !== undefined) this.#random = new Random(seed);
    this.#environment = undefined;
    const definition = taskId ? RELEASED.find(({ id }) => id === taskId) : this.#chosen();
    if (!definition) {
      const crash = "AttributeError: 'NoneType' object has no attribute 'task_id'";
      throw new MeasurandError('unknown-task', `The release has no task ${taskId} and crashes: ${crash}`, {
        next: `Choose one of ${RELEASED.map(({ id }) => id).join(', ')}`,
      });
    }
    this.#environment = new PublishedEnvironment(definition, this.#grade);
    return releaseObservation(definition);
  }

  #chosen(): (typeof RELEASED)[number] {
    if (this.#random) return this.#random.choice(RELEASED);
    throw new MeasurandError('unseeded', 'A reset without task and seed draws from an unseeded generator', {
      next: 'Give a task or a seed',
    });
  }

  /** One tool call; before a first reset every tool answers that there is no episode. */
  call(name: string, args: JsonValue): Promise<ToolResult> {
    if (this.#environment) return this.#environment.call(name, args);
    const error = name === 'submit_results' ? 'No active episode.' : 'No active episode. Call reset() first.';
    return Promise.resolve({ value: { error }, isError: true });
  }
}
