import { canonicalJson } from '../../core/canonical.ts';
import type { JsonValue } from '../../core/json.ts';
import { isBuiltInModel } from '../../models/registry.ts';
import type { Design } from '../declared/design.ts';
import type { PairedGroup, SummaryGroup } from '../declared/select.ts';
import { BUILT_IN } from '../registries.ts';
import { type Condition, conditionKey } from './probe.ts';
import type { Sensitivity } from './sensitivity.ts';

/** Names of what a design can fail to show. */
export const BLIND_SPOTS = [
  'few-pairs',
  'family-too-large',
  'sequence-too-wide',
  'single-task',
  'seeds-reach-nothing',
  'no-model-decision',
  'decision-never-arises',
  'unequal-n',
  'arms-alike',
  'single-seed',
  'rules-only',
] as const;

/** Something that the design cannot show, however the episodes turn out. */
export interface BlindSpot {
  readonly code: (typeof BLIND_SPOTS)[number];
  readonly says: string;
}

const ALPHA = 0.05;

const listed = (names: Iterable<string>): string => [...new Set(names)].join(', ');

/** Nothing to pair, too few to reach alpha, or too few to reach it after Holm: the first that holds. */
function tooFew({ label, n, unit, places, sequence, ...test }: Sensitivity): readonly BlindSpot[] {
  if (n === 0) return [{ code: 'few-pairs', says: `${label}: no pair is planned` }];
  const { smallestP, smallestAdjusted } = test;
  if (sequence !== null && sequence.halfWidth >= 1) {
    const says = `${label}: at the last look, ${n} pairs, the sequence is wider than any difference, so it excludes zero never`;
    return [{ code: 'sequence-too-wide', says }];
  }
  if (smallestP >= ALPHA) {
    const least = Number(smallestP.toPrecision(2));
    return [{ code: 'few-pairs', says: `${label}: ${n} ${unit}s cannot give a p below ${least}` }];
  }
  if (smallestAdjusted < ALPHA) return [];
  return [
    { code: 'family-too-large', says: `${label}: ${n} ${unit}s are too few for a family of ${places}` },
  ];
}

function oneTask({ label, tasks }: Sensitivity): readonly BlindSpot[] {
  return tasks === 1
    ? [{ code: 'single-task', says: `${label}: one task, so nothing is said of other tasks` }]
    : [];
}

const weakTests = (tests: readonly Sensitivity[]): readonly BlindSpot[] =>
  tests.flatMap((test) => [...tooFew(test), ...oneTask(test)]);

function inertSeeds(conditions: readonly Condition[]): readonly BlindSpot[] {
  const inert = conditions.filter(({ probes }) => {
    const [first, second] = probes;
    return first !== undefined && second !== undefined && first.fingerprint === second.fingerprint;
  });
  const byProfile = new Map<string, Set<string>>();
  for (const { cells } of inert) {
    const cell = cells[0]?.cell;
    if (!cell) continue;
    const tasks = byProfile.get(cell.profile) ?? new Set();
    byProfile.set(cell.profile, tasks.add(cell.task));
  }
  return [...byProfile].map(([profile, tasks]) => ({
    code: 'seeds-reach-nothing',
    says: `${profile}: the seed changes nothing of ${listed(tasks)}; for a model without chance more seeds are copies, not observations`,
  }));
}

const modelDecides = ({ probes }: Condition): boolean =>
  probes.some(({ decisions }) => decisions.some(({ owner }) => owner === 'model'));

function ownedElsewhere(
  { study }: Design,
  conditions: readonly Condition[],
  groups: readonly PairedGroup[],
): readonly BlindSpot[] {
  const closed = new Set(conditions.filter((condition) => !modelDecides(condition)).map(({ key }) => key));
  const scaffolds = conditions.flatMap(({ key, cells }) =>
    closed.has(key) ? [cells[0]?.cell.scaffold ?? ''] : [],
  );
  const general =
    study.models.length > 1 && closed.size > 0
      ? [
          `Under ${listed(scaffolds)} no decision is the model's: models do not differ there, whatever their scores`,
        ]
      : [];
  const tests = groups.flatMap(({ statistic, label, cells }) =>
    statistic.factor === 'model' && cells.every((cell) => closed.has(conditionKey(cell)))
      ? [`${label}: compares models where none decides anything: zero by construction`]
      : [],
  );
  return [...general, ...tests].map((says) => ({ code: 'no-model-decision', says }));
}

function silentDecisions(conditions: readonly Condition[]): readonly BlindSpot[] {
  const seen = new Map<string, Set<string>>();
  const claimed = new Map<string, readonly string[]>();
  for (const { cells, probes } of conditions) {
    const cell = cells[0]?.cell;
    if (!cell) continue;
    const name = `${cell.profile} ${cell.task}`;
    const arisen = seen.get(name) ?? new Set<string>();
    for (const { decisions } of probes) for (const { decision } of decisions) arisen.add(decision);
    seen.set(name, arisen);
    claimed.set(name, BUILT_IN.task(cell).decisions);
  }
  const missing = new Map<string, string[]>();
  for (const [name, decisions] of claimed) {
    for (const decision of decisions.filter((each) => !seen.get(name)?.has(each)))
      missing.set(decision, [...(missing.get(decision) ?? []), name]);
  }
  return [...missing].map(([decision, tasks]) => ({
    code: 'decision-never-arises',
    says: `${decision} never arises for a model that does all else right: ${listed(tasks)}`,
  }));
}

function unequalMinima(summaries: readonly SummaryGroup[]): readonly BlindSpot[] {
  const byStatistic = new Map<string, Set<number>>();
  for (const { statistic, cells } of summaries) {
    const sizes = byStatistic.get(statistic.id) ?? new Set();
    byStatistic.set(statistic.id, sizes.add(cells.length));
  }
  return [...byStatistic]
    .filter(([, sizes]) => sizes.size > 1)
    .map(([id, sizes]) => ({
      code: 'unequal-n',
      says: `${id}: groups of ${listed([...sizes].map(String))} episodes; a worst case falls with n, so compare worst cases at equal n only`,
    }));
}

function likeArms({ study }: Design): readonly BlindSpot[] {
  const written = study.arms.map(({ id, ...rest }) => ({
    id,
    text: canonicalJson(rest as unknown as JsonValue),
  }));
  return written.flatMap(({ id, text }, at) => {
    const twin = written.slice(at + 1).find((other) => other.text === text);
    return twin
      ? [
          {
            code: 'arms-alike' as const,
            says: `The arms ${id} and ${twin.id} differ in nothing but their names`,
          },
        ]
      : [];
  });
}

function population({ study }: Design): readonly BlindSpot[] {
  const rules = study.models.every(isBuiltInModel);
  return [
    ...(study.seeds.length === 1
      ? [
          {
            code: 'single-seed' as const,
            says: 'One seed: no variation over seeds, and no reliability, can be seen',
          },
        ]
      : []),
    ...(rules
      ? [
          {
            code: 'rules-only' as const,
            says: 'All models are built-in rules: what varies over them is never variance over language models',
          },
        ]
      : []),
  ];
}

/** Everything that a design cannot identify, before an episode is run. */
export function blindSpots(
  design: Design,
  conditions: readonly Condition[],
  tests: readonly Sensitivity[],
  groups: { readonly paired: readonly PairedGroup[]; readonly summaries: readonly SummaryGroup[] },
): readonly BlindSpot[] {
  return [
    ...weakTests(tests),
    ...inertSeeds(conditions),
    ...ownedElsewhere(design, conditions, groups.paired),
    ...silentDecisions(conditions),
    ...unequalMinima(groups.summaries),
    ...likeArms(design),
    ...population(design),
  ];
}
