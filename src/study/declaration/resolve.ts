import type { EpisodeLimits, Seed, SubmissionProtocol } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { ARCHETYPES } from '../../models/archetypes/index.ts';
import { taskIds } from '../../tasks/registry.ts';
import { parseSeeds } from '../seeds.ts';
import type { Decision, Statistic, Stopping } from './inference-schema.ts';
import type { StudyFile } from './schema.ts';

/** A named bundle of conditions. */
export interface DeclaredArm {
  readonly id: string;
  readonly settings: JsonObject;
  readonly stressors: readonly string[];
  readonly limits: Partial<EpisodeLimits>;
}

/** A study with every default written out. */
export interface DeclaredStudy {
  readonly id: string;
  readonly title: string;
  readonly hypothesis: string | null;
  readonly profiles: readonly string[];
  readonly tasks: readonly string[];
  readonly seeds: readonly Seed[];
  readonly models: readonly string[];
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly scaffolds: readonly string[];
  readonly protocols: readonly SubmissionProtocol[];
  readonly stressors: readonly string[];
  readonly limits: Partial<EpisodeLimits>;
  /** Variants of the task settings; one that is empty when the study declares none. */
  readonly variants: readonly JsonObject[];
  /** One that has no name when the study declares none. */
  readonly arms: readonly DeclaredArm[];
  readonly scorers: readonly string[];
  readonly exclude: NonNullable<StudyFile['exclude']>;
  readonly traces: boolean;
  readonly statistics: readonly Statistic[];
  readonly stopping: Stopping;
  readonly decision: Decision | null;
  readonly analyses: readonly string[];
  readonly prices: StudyFile['prices'] | null;
  readonly rates: NonNullable<StudyFile['rates']>;
}

const NO_ARM: DeclaredArm = { id: '', settings: {}, stressors: [], limits: {} };

/** The tasks of every profile: a study of two profiles takes those that both have. */
function sharedTasks(profiles: readonly string[]): readonly string[] {
  const [first = '', ...rest] = profiles;
  const others = rest.map((profile) => new Set(taskIds(profile)));
  return taskIds(first).filter((task) => others.every((tasks) => tasks.has(task)));
}

function clash(variants: readonly JsonObject[], arms: readonly DeclaredArm[]): void {
  const varied = new Set(variants.flatMap((variant) => Object.keys(variant)));
  for (const [index, { id, settings }] of arms.entries()) {
    const name = Object.keys(settings).find((key) => varied.has(key));
    if (name === undefined) continue;
    throw new MeasurandError('invalid-study', `The arm ${id} sets ${name}, which the variants vary`, {
      field: `arms.${index}.settings.${name}`,
      next: 'Set it in one of the two',
    });
  }
}

const asList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** What a study file that says nothing else declares. */
const DEFAULTS = {
  hypothesis: null,
  profile: 'repaired',
  seeds: [0],
  models: ARCHETYPES.map(({ id }) => id),
  groups: {},
  scaffolds: ['l0', 'l2'],
  protocol: 'single' as const,
  stressors: [],
  limits: {},
  settings: [{}],
  scorers: ['truth', 'shape-judge'],
  exclude: [],
  traces: false,
  statistics: [],
  stopping: { rule: 'fixed' as const },
  decision: null,
  analyses: [],
  prices: null,
  rates: {},
};

/**
 * Writes out what a study file leaves to the defaults of `measurand run grid`: profile repaired, all of its tasks, seed 0,
 * every archetype, l0 and l2, protocol single, truth and shape-judge.
 *
 * @throws MeasurandError `invalid-seed`, `unknown-profile`, `invalid-study` where arms and variants set the same
 */
export function resolveStudy(file: StudyFile): DeclaredStudy {
  const { $schema, format, suite, profile, protocol, seeds, settings, tasks, arms, ...rest } = {
    ...DEFAULTS,
    ...file,
  };
  const profiles = asList(profile);
  const bundles = arms?.map((arm): DeclaredArm => ({ ...NO_ARM, ...arm })) ?? [NO_ARM];
  clash(settings, bundles);
  return {
    ...rest,
    profiles,
    tasks: tasks ?? sharedTasks(profiles),
    seeds: typeof seeds === 'string' ? parseSeeds(seeds) : seeds,
    protocols: asList(protocol),
    variants: settings,
    arms: bundles,
  };
}
