import type { EpisodeCoordinates, PayloadIdentity, Submission, Task } from '../core/contracts/index.ts';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { adversityTask } from './comtrade/adversity/task.ts';
import { COMTRADE_DEFINITIONS } from './comtrade/definitions.ts';
import { publishedTask } from './comtrade/published/index.ts';
import type { RepairedSettings } from './comtrade/repaired/settings.ts';
import { repairedTask } from './comtrade/repaired/task.ts';
import { DATA_PART, LOG_PART, METADATA_PART, metadataWithoutTime } from './comtrade/submission.ts';

interface Profile {
  readonly tasks: readonly string[];
  /** Settings left out are the task's own. */
  make(id: string, settings: JsonObject): Task;
}

const COMTRADE_TASKS = COMTRADE_DEFINITIONS.map(({ id }) => id);

const PROFILES: Readonly<Record<string, Profile>> = {
  'as-published': { tasks: COMTRADE_TASKS, make: (id) => publishedTask(id) },
  repaired: {
    tasks: COMTRADE_TASKS,
    make: (id, settings) => repairedTask(id, settings as RepairedSettings),
  },
  adversity: { tasks: [adversityTask().id], make: (_id, settings) => adversityTask(settings) },
};

/** Names of the profiles that tasks come in. */
export const TASK_PROFILES: readonly string[] = Object.keys(PROFILES);

/** @throws MeasurandError `unknown-profile` */
function profileOf(name: string): Profile {
  const profile = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
  if (profile) return profile;
  throw new MeasurandError('unknown-profile', `There is no profile ${JSON.stringify(name)}`, {
    field: 'profile',
    next: `Choose from ${TASK_PROFILES.join(', ')}`,
  });
}

/** Task ids of a profile, in its own order. @throws MeasurandError `unknown-profile` */
export function taskIds(profile: string): readonly string[] {
  return profileOf(profile).tasks;
}

/**
 * A task by name. Settings that are not given are the task's own; a task's own `settings` make the same task.
 *
 * @throws MeasurandError `unknown-profile`, `unknown-task`, and what the task refuses of the settings
 */
export function taskNamed(profile: string, id: string, settings: JsonObject = {}): Task {
  const { tasks, make } = profileOf(profile);
  if (tasks.includes(id)) return make(id, settings);
  throw new MeasurandError('unknown-task', `The profile ${profile} has no task ${JSON.stringify(id)}`, {
    field: 'task',
    next: `Choose from ${tasks.join(', ')}`,
  });
}

/** A task holds no state of an episode, so cells that share their settings object share the task. */
const TASKS = new WeakMap<JsonObject, Map<string, Task>>();

/** The task that an episode's coordinates name, with the settings that they name. */
export function taskFor({ profile, task, settings }: EpisodeCoordinates): Task {
  const byName = TASKS.get(settings) ?? new Map<string, Task>();
  TASKS.set(settings, byName);
  const name = `${profile}/${task}`;
  const { limits: _limits, ...own } = settings;
  const found = byName.get(name) ?? taskNamed(profile, task, own);
  byName.set(name, found);
  return found;
}

/** What is compared when two submissions are held against each other; absent for one that has no data part. */
export function payloadIdentity({ parts }: Submission): PayloadIdentity | undefined {
  const data = parts[DATA_PART];
  if (data === undefined) return undefined;
  return {
    data: sha256(data),
    metadata: sha256(metadataWithoutTime(parts[METADATA_PART] ?? '')),
    log: sha256(parts[LOG_PART] ?? ''),
  };
}
