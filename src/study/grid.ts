import type {
  EpisodeCoordinates,
  EpisodeLimits,
  Scaffold,
  Seed,
  SubmissionProtocol,
} from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { scaffoldNamed } from '../scaffolds/registry.ts';
import { parseStressors } from '../tasks/comtrade/stressors.ts';
import { taskNamed } from '../tasks/registry.ts';

/** A full factorial of episodes on one profile. */
export interface GridSpec {
  readonly profile: string;
  readonly tasks: readonly string[];
  readonly seeds: readonly Seed[];
  readonly models: readonly string[];
  readonly scaffolds: readonly string[];
  /** Arm of L2; scaffolds of other levels hand in at once, whatever it says. */
  readonly protocol: SubmissionProtocol;
  /** By name, such as `misleading-retry` or `observation-window:3000`. */
  readonly stressors: readonly string[];
  /** Over the limits of L2 and of native harnesses; the other levels keep theirs. */
  readonly limits?: Partial<EpisodeLimits>;
  /** Over each task's own settings. @default the task's own */
  readonly settings?: JsonObject;
  /** Name of the arm, part of the coordinates. @default none */
  readonly arm?: string;
}

/** Settings that nothing would read would only look as if they had been set. */
function refuseUnreadSettings({ profile, settings = {} }: GridSpec): void {
  const [name] = Object.keys(settings);
  if (name === undefined) return;
  if ('stressors' in settings) {
    const next = 'Name them under stressors, where windows and tools are told apart';
    throw new MeasurandError('inert-setting', 'Stressors are no task settings', { field: 'settings', next });
  }
  if (profile !== 'as-published') return;
  throw new MeasurandError(
    'inert-setting',
    `The tasks of ${profile} are as released: ${name} cannot be set`,
    {
      field: 'settings',
      next: 'Use profile repaired or adversity, or leave the settings away',
    },
  );
}

function environmentSettings(spec: GridSpec): JsonObject {
  refuseUnreadSettings(spec);
  const { profile, stressors, settings = {} } = spec;
  const { environment } = parseStressors(stressors);
  if (environment.length === 0) return settings;
  if (profile === 'repaired') return { ...settings, stressors: environment };
  throw new MeasurandError('inert-setting', `The tasks of ${profile} have no stressors to switch on`, {
    field: 'stressors',
    next: 'Use --profile repaired, or leave the stressors away',
  });
}

const isAdjustable = ({ level, adjustable }: Scaffold): boolean => level === 'L2' || adjustable === true;

/** Limits in force, written out, so that the id of an episode commits to them. */
function limitsOf(spec: GridSpec, scaffold: Scaffold): EpisodeLimits {
  const { limits } = scaffold;
  if (!isAdjustable(scaffold)) return limits;
  return { ...limits, ...spec.limits, ...parseStressors(spec.stressors).limits };
}

function refuseEmpty(spec: GridSpec): void {
  for (const field of ['tasks', 'seeds', 'models', 'scaffolds'] as const) {
    if (spec[field].length > 0) continue;
    throw new MeasurandError('empty-grid', `The grid has no ${field}`, {
      field,
      next: 'Name at least one',
    });
  }
}

/** A window or a limit that no scaffold of the grid looks at would only look as if it had been tested. */
function refuseInert(spec: GridSpec, scaffolds: readonly Scaffold[]): void {
  const windowed = parseStressors(spec.stressors).limits.observationCharacters !== undefined;
  const limited = spec.limits !== undefined && Object.keys(spec.limits).length > 0;
  const lifted = spec.protocol !== 'single';
  const heard = lifted ? scaffolds.some(({ level }) => level === 'L2') : scaffolds.some(isAdjustable);
  if (heard || !(windowed || limited || lifted)) return;
  throw new MeasurandError(
    'inert-setting',
    `A ${lifted ? 'protocol other than single' : windowed ? 'window' : 'limit'} acts at L2, which the grid does not have`,
    { field: lifted ? 'protocol' : windowed ? 'stressors' : 'limits', next: 'Add l2 to the scaffolds' },
  );
}

/**
 * The episodes of a grid: task by task, then scaffold, model, seed. Names are looked up, settings and limits written
 * out in full.
 *
 * @throws MeasurandError `empty-grid`, `inert-setting`, and what the lookups and stressors refuse
 */
export function gridCells(spec: GridSpec): readonly EpisodeCoordinates[] {
  refuseEmpty(spec);
  const scaffolds = spec.scaffolds.map(scaffoldNamed);
  refuseInert(spec, scaffolds);
  const { arm = '' } = spec;
  const given = environmentSettings(spec);
  return spec.tasks.flatMap((id) => {
    const { suite, profile, settings } = taskNamed(spec.profile, id, given);
    return scaffolds.flatMap((scaffold) => {
      const inForce = { ...settings, limits: { ...limitsOf(spec, scaffold) } };
      const protocol = scaffold.level === 'L2' ? spec.protocol : 'single';
      const fixed = { suite, profile, task: id, scaffold: scaffold.id, protocol, arm, settings: inForce };
      return spec.models.flatMap((model) => spec.seeds.map((seed) => ({ ...fixed, seed, model })));
    });
  });
}
