import { canonicalJson } from '../../core/canonical.ts';
import type { JsonObject } from '../../core/json.ts';
import {
  FACTORS,
  type Factor,
  type PairedStatistic,
  type Statistic,
  type SummaryStatistic,
} from '../declaration/inference-schema.ts';
import type { Design, DesignCell } from './design.ts';

/** The levels that a group of episodes shares, by factor. */
export type Levels = Readonly<Partial<Record<Factor, string>>>;

/** Two planned episodes that differ in one factor alone. */
export interface PlannedPair {
  readonly task: string;
  readonly seed: number;
  /** Ids of the episodes. */
  readonly a: string;
  readonly b: string;
}

export interface PairedGroup {
  readonly statistic: PairedStatistic;
  readonly key: string;
  readonly label: string;
  readonly levels: Levels;
  /** In the order of the plan; pairs with an excluded episode are not among them. */
  readonly pairs: readonly PlannedPair[];
  /** Cells of both sides, excluded ones left out. */
  readonly cells: readonly DesignCell[];
}

export interface SummaryGroup {
  readonly statistic: SummaryStatistic;
  readonly key: string;
  readonly label: string;
  readonly levels: Levels;
  readonly cells: readonly DesignCell[];
}

/** How a variant of the settings is called. */
export function variantLabel(variant: JsonObject | undefined): string {
  const parts = Object.entries(variant ?? {}).map(([name, value]) =>
    typeof value === 'object' ? `${name} ${canonicalJson(value)}` : `${name} ${String(value)}`,
  );
  return parts.join(', ') || 'as declared';
}

function levelOf(design: Design, { cell, variant }: DesignCell, factor: Factor): string {
  return factor === 'settings' ? variantLabel(design.study.variants[variant]) : cell[factor];
}

const admits = (wanted: string | readonly string[], level: string): boolean =>
  typeof wanted === 'string' ? wanted === level : wanted.includes(level);

/** Whether levels agree with all that a condition names. Factors that the levels do not carry are not asked for. */
export function meets(where: Statistic['where'], level: (factor: Factor) => string | undefined): boolean {
  return Object.entries(where ?? {}).every(([factor, wanted]) => {
    if (factor === 'settings') return true;
    const own = level(factor as Factor);
    return own === undefined || admits(wanted as string | readonly string[], own);
  });
}

function inSelection(design: Design, each: DesignCell, { where }: Statistic): boolean {
  const settings = Object.entries(where?.settings ?? {}).every(([name, value]) => {
    const own = each.cell.settings[name];
    return own !== undefined && canonicalJson(own) === canonicalJson(value);
  });
  return settings && meets(where, (factor) => levelOf(design, each, factor));
}

/** Cells by key, in order of first appearance. */
function grouped(
  cells: readonly DesignCell[],
  keyOf: (cell: DesignCell) => string,
): Map<string, DesignCell[]> {
  const groups = new Map<string, DesignCell[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  return groups;
}

interface Split {
  readonly key: string;
  readonly label: string;
  readonly levels: Levels;
  readonly cells: readonly DesignCell[];
}

function split(design: Design, statistic: Statistic): readonly Split[] {
  const { by = [], id } = statistic;
  const selected = design.cells.filter(
    (each) => each.excluded === null && inSelection(design, each, statistic),
  );
  const levels = (each: DesignCell): Levels =>
    Object.fromEntries(by.map((factor) => [factor, levelOf(design, each, factor)]));
  return [...grouped(selected, (each) => canonicalJson(levels(each)))].map(([text, cells]) => {
    const own = levels(cells[0] as DesignCell);
    const names = by.map((factor) => own[factor] || `no ${factor}`);
    return { key: `${id} ${text}`, label: [id, ...names].join(', '), levels: own, cells };
  });
}

/** Every field that tells two episodes of a group apart, but the factor under comparison. */
function pairKey(design: Design, each: DesignCell, factor: Factor): string {
  const held = FACTORS.filter((name) => name !== factor).map((name) => levelOf(design, each, name));
  return JSON.stringify([...held, each.cell.seed]);
}

/** The results that a paired statistic will have, with the pairs behind each. */
export function pairedGroups(design: Design, statistic: PairedStatistic): readonly PairedGroup[] {
  const { factor, a, b } = statistic;
  return split(design, statistic).flatMap(({ key, label, levels, cells }) => {
    const sides = cells.filter((each) => [a, b].includes(levelOf(design, each, factor)));
    const pairs = [...grouped(sides, (each) => pairKey(design, each, factor)).values()].flatMap((each) => {
      const first = each.find((one) => levelOf(design, one, factor) === a);
      const second = each.find((one) => levelOf(design, one, factor) === b);
      if (!first || !second) return [];
      return [{ task: first.cell.task, seed: first.cell.seed, a: first.id, b: second.id }];
    });
    return sides.length === 0 ? [] : [{ statistic, key, label, levels, pairs, cells: sides }];
  });
}

/** The results that a summary will have. */
export function summaryGroups(design: Design, statistic: SummaryStatistic): readonly SummaryGroup[] {
  return split(design, statistic).map((each) => ({ statistic, ...each }));
}

/** All paired results of a study, in declared order. */
export function allPairedGroups(design: Design): readonly PairedGroup[] {
  return design.study.statistics.flatMap((statistic) =>
    statistic.kind === 'paired' ? pairedGroups(design, statistic) : [],
  );
}

/** All summaries of a study, in declared order. */
export function allSummaryGroups(design: Design): readonly SummaryGroup[] {
  return design.study.statistics.flatMap((statistic) =>
    statistic.kind === 'summary' ? summaryGroups(design, statistic) : [],
  );
}
