import type { EpisodeRecord, Scaffold, Scorer } from '../../core/contracts/index.ts';
import { mean } from '../../stats/mean.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import { reWalk, walkInOrder } from '../../tasks/comtrade/walk.ts';
import { faultWitness } from '../environment/fault-witness.ts';
import { inertSettings } from '../environment/inert-settings.ts';
import { reachability } from '../environment/reachability.ts';
import { replay } from '../environment/replay.ts';
import { seedSensitivity } from '../environment/seed-sensitivity.ts';
import { type VisibleRecall, visibleRecall } from '../environment/visible-recall.ts';
import { walkTasks } from '../environment/walks.ts';
import { outputFloor } from '../interface/output-floor.ts';
import { jointIntervention } from '../joint/joint.ts';
import { type Contrast, nonDegeneracy } from '../ownership/non-degeneracy.ts';
import { ownership, ownershipRows } from '../ownership/ownership.ts';
import { reliability, runsByModel, spectrum } from '../reliability/spectrum.ts';
import type { ScaffoldingRow, Spectrum } from '../types.ts';
import { inversions } from './inversions.ts';
import type { ProfileMeasurements } from './measurements.ts';
import { EXECUTION_TASKS, JOINT_TASK, OWNERSHIP_TASKS, SPECTRUM_POPULATION, YARDSTICK } from './plan.ts';
import { probeRows, probeScorer } from './probe.ts';
import type { AuditedProfile } from './profile.ts';
import { publishedSettingProbes, repairedSettingProbes } from './setting-probes.ts';

/** Seeds of the environment checks: three neighbours, since fault placement may repeat over distant ones. */
export const ENVIRONMENT_SEEDS = [0, 1, 2];

/** Tokens that one row costs when it is written out again (paper, A.6). */
export const TOKENS_PER_ROW = 54;

/** The observation window that the reference suspects behind the paper's T7 and T8 (reference §9.3). */
export const SUSPECTED_WINDOW = 3000;

/** Archetypes that differ from the perfect one in a single decision. */
const CONTRASTS: readonly Contrast[] = [
  { decision: 'retry', model: YARDSTICK, against: 'gives-up-on-first-fault' },
  { decision: 'dedup', model: YARDSTICK, against: 'never-deduplicates' },
  { decision: 'totals', model: YARDSTICK, against: 'keeps-totals' },
  { decision: 'pagination', model: YARDSTICK, against: 'stops-after-first-page' },
  { decision: 'submission', model: YARDSTICK, against: 'never-submits' },
];

export interface AuditParts {
  readonly scorers: { readonly judge: Scorer; readonly truth: Scorer; readonly truthById: Scorer };
  readonly scaffolds: { readonly L0: Scaffold; readonly L1: Scaffold; readonly L2: Scaffold };
}

const LEVELS = ['L0', 'L1', 'L2'] as const;
type PerLevel<T> = Readonly<Record<(typeof LEVELS)[number], T>>;
const perLevel = <T>(of: (level: (typeof LEVELS)[number]) => T): PerLevel<T> => ({
  L0: of('L0'),
  L1: of('L1'),
  L2: of('L2'),
});

async function measureEnvironment(
  profile: AuditedProfile,
  first: ReadonlyMap<string, string>,
  second: ReadonlyMap<string, string>,
): Promise<ProfileMeasurements['environment']> {
  const { tasks, name } = profile;
  const walks = await walkTasks(tasks, ENVIRONMENT_SEEDS, walkInOrder);
  const backwards = await walkTasks(tasks.toReversed(), ENVIRONMENT_SEEDS.toReversed(), walkInOrder);
  const targets = new Map(walks.map((walk) => [walk.task, walk.truth]));
  const short = tasks.filter((task) =>
    walks.some((walk) => walk.task === task.id && walk.reached < walk.truth),
  );
  const again = [];
  for (const task of short) {
    again.push(
      ...(await walkTasks([task], ENVIRONMENT_SEEDS, (environment) =>
        reWalk(environment, { target: targets.get(task.id) ?? 0 }),
      )),
    );
  }
  const ids = tasks.map((task) => task.id);
  const probes = name === 'as-published' ? publishedSettingProbes(ids) : repairedSettingProbes(ids);
  return {
    seedSensitivity: seedSensitivity(walks),
    faultWitness: faultWitness(walks),
    reachability: reachability(walks, again),
    inertSettings: await inertSettings(probes),
    replay: replay(walks, backwards, first, second),
  };
}

async function measureVisibility({ tasks }: AuditedProfile): Promise<ProfileMeasurements['visibleRecall']> {
  const windows = [0, null, SUSPECTED_WINDOW];
  const [nothing, all, window] = (await visibleRecall(tasks, 0, walkInOrder, pythonJson, windows)) as [
    VisibleRecall,
    VisibleRecall,
    VisibleRecall,
  ];
  return { L0: nothing, L1: nothing, L2: all, window };
}

const under = (
  records: readonly EpisodeRecord[],
  scaffold: Scaffold,
  tasks: readonly string[],
): EpisodeRecord[] =>
  records.filter(
    ({ coordinates }) => coordinates.scaffold === scaffold.id && tasks.includes(coordinates.task),
  );

function executedSpectrum(profile: AuditedProfile, atL2: readonly EpisodeRecord[], scorer: string): Spectrum {
  const own = atL2.filter(({ coordinates }) => SPECTRUM_POPULATION.includes(coordinates.model));
  return spectrum(runsByModel(own, scorer), {
    origin: 'executed',
    title: `Archetypes, ${profile.title}, L2 ${profile.protocol}`,
    level: 'L2',
    scorer,
    tasks: EXECUTION_TASKS,
    seeds: profile.spectrumSeeds.length,
  });
}

/** One row an archetype: judge at L0, coverage at L1, truth at L2, each the mean over the ownership tasks. */
function scaffoldingRows(
  records: readonly EpisodeRecord[],
  { scaffolds, scorers }: AuditParts,
): ScaffoldingRow[] {
  const average = (model: string, scaffold: Scaffold, scorer: string): number | null => {
    const values = under(records, scaffold, OWNERSHIP_TASKS)
      .filter(({ coordinates }) => coordinates.model === model && coordinates.seed === 0)
      .map((record) => record.scores.find((score) => score.scorer === scorer)?.value ?? 0);
    return values.length === 0 ? null : mean(values);
  };
  const models = [...new Set(records.map((record) => record.coordinates.model))];
  return models.map((model) => ({
    model,
    origin: 'executed',
    L0Judge: average(model, scaffolds.L0, scorers.judge.id),
    L1Coverage: average(model, scaffolds.L1, 'coverage'),
    L2Truth: average(model, scaffolds.L2, scorers.truth.id),
  }));
}

export interface MeasureInput {
  readonly profile: AuditedProfile;
  readonly records: readonly EpisodeRecord[];
  /** Digests of some episodes, by id, from a first and from a second run. */
  readonly replayed: {
    readonly first: ReadonlyMap<string, string>;
    readonly second: ReadonlyMap<string, string>;
  };
  /** Printed runs to report reliability from where seeds reach nothing. */
  readonly printed: Spectrum;
}

/** Measures everything that the cards of one profile rest on. Episodes come in as records; the rest is done here. */
export async function measureProfile(input: MeasureInput, parts: AuditParts): Promise<ProfileMeasurements> {
  const { profile, replayed, printed } = input;
  const { scorers, scaffolds } = parts;
  const { tasks, protocol, protocols } = profile;
  const isMain = ({ coordinates }: EpisodeRecord): boolean =>
    coordinates.scaffold !== scaffolds.L2.id || coordinates.protocol === protocol;
  const records = input.records.filter(isMain);
  const decisions = tasks[0]?.decisions ?? [];
  const decided = perLevel((level) =>
    under(records, scaffolds[level], OWNERSHIP_TASKS).filter(({ coordinates }) => coordinates.seed === 0),
  );
  const outcome = { L0: scorers.truth.id, L1: 'coverage', L2: scorers.truth.id };
  const environment = await measureEnvironment(profile, replayed.first, replayed.second);
  const truth = Object.fromEntries(
    tasks.map((task) => [task.id, environment.reachability.byTask[task.id]?.truth ?? 0]),
  );
  const yardstick = input.records.filter(
    ({ coordinates }) => coordinates.model === YARDSTICK && coordinates.scaffold === scaffolds.L2.id,
  );
  return {
    environment,
    visibleRecall: await measureVisibility(profile),
    ownership: perLevel((level) =>
      ownership(scaffolds[level].id, ownershipRows(scaffolds[level], decisions, decided[level])),
    ),
    nonDegeneracy: perLevel((level) => nonDegeneracy(decided[level], CONTRASTS, outcome[level])),
    probe: {
      [scorers.judge.id]: await probeScorer(tasks, scorers.judge),
      [scorers.truth.id]: await probeScorer(tasks, scorers.truth),
    },
    probeRows: await probeRows(tasks, scorers),
    inversions: await inversions(tasks, scorers.judge),
    joint: jointIntervention(
      records.filter(
        ({ coordinates }) => coordinates.task === JOINT_TASK && profile.jointSeeds.includes(coordinates.seed),
      ),
      {
        task: JOINT_TASK,
        L0: scaffolds.L0.id,
        L2: scaffolds.L2.id,
        shipped: scorers.judge.id,
        truth: scorers.truth.id,
      },
      'executed',
    ),
    reliability: reliability(
      profile.spectrumSeeds.length === 0
        ? printed
        : executedSpectrum(profile, under(records, scaffolds.L2, EXECUTION_TASKS), scorers.truth.id),
    ),
    outputFloor: Object.fromEntries(
      protocols.map((each) => [
        each,
        outputFloor(yardstick, {
          protocol: each,
          outputTokens: scaffolds.L2.limits.outputTokens,
          tokensPerRow: TOKENS_PER_ROW,
          truth,
          scorer: 'truth-id',
        }),
      ]),
    ),
    scaffolding: scaffoldingRows(records, parts),
  };
}
