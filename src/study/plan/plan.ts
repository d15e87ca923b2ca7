import type { RunControl } from '../../core/contracts/index.ts';
import type { Design } from '../declared/design.ts';
import { allPairedGroups, allSummaryGroups, variantLabel } from '../declared/select.ts';
import { familySizes } from '../preregistration/content.ts';
import { type BlindSpot, blindSpots } from './blind-spots.ts';
import { type PlanPrice, priceOf } from './price.ts';
import { type Condition, probeConditions } from './probe.ts';
import { type Sensitivity, sensitivityOf } from './sensitivity.ts';
import { type PlanTime, timeOf } from './time.ts';

/** Episodes that differ in model and seed alone. */
export interface PlannedBlock {
  readonly profile: string;
  readonly task: string;
  readonly scaffold: string;
  readonly protocol: string;
  readonly arm: string;
  readonly settings: string;
  readonly models: number;
  readonly seeds: number;
  readonly episodes: number;
  readonly excluded: number;
}

/** What a study would take and could find, before it runs. */
export interface StudyPlan {
  readonly format: 'measurand.plan/1';
  readonly study: string;
  readonly title: string;
  /** Planned = excluded + to run. */
  readonly episodes: {
    readonly planned: number;
    readonly excluded: number;
    readonly toRun: number;
    readonly blocks: readonly PlannedBlock[];
  };
  readonly price: PlanPrice;
  readonly time: PlanTime;
  readonly tests: readonly Sensitivity[];
  /** What the design cannot identify. */
  readonly blindSpots: readonly BlindSpot[];
}

function blockOf({ study }: Design, { cells }: Condition): readonly PlannedBlock[] {
  const [first] = cells;
  if (!first) return [];
  const { profile, task, scaffold, protocol, arm } = first.cell;
  return [
    {
      ...{ profile, task, scaffold, protocol, arm },
      settings: variantLabel(study.variants[first.variant]),
      models: new Set(cells.map(({ cell }) => cell.model)).size,
      seeds: new Set(cells.map(({ cell }) => cell.seed)).size,
      episodes: cells.length,
      excluded: cells.filter(({ excluded }) => excluded !== null).length,
    },
  ];
}

/**
 * Prices a design and says what it can and cannot find. Asks no model: a program that does everything right stands in.
 * Everything but `time` depends on the design alone.
 *
 * @throws the reason of the signal, when it is aborted
 */
export async function planOf(design: Design, control: RunControl = {}): Promise<StudyPlan> {
  const { study, cells } = design;
  const conditions = await probeConditions(design, control);
  const paired = allPairedGroups(design);
  const sizes = familySizes(paired);
  const tests = paired.map((group) => sensitivityOf(group, sizes, study.stopping));
  const price = priceOf(study, conditions);
  const excluded = cells.filter((cell) => cell.excluded !== null).length;
  return {
    format: 'measurand.plan/1',
    study: study.id,
    title: study.title,
    episodes: {
      planned: cells.length,
      excluded,
      toRun: cells.length - excluded,
      blocks: conditions.flatMap((condition) => blockOf(design, condition)),
    },
    price,
    time: await timeOf(design, price),
    tests,
    blindSpots: blindSpots(design, conditions, tests, { paired, summaries: allSummaryGroups(design) }),
  };
}
