import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { planIds } from '../coordinates.ts';
import { type DeclaredCell, declaredCells, exclusionsOf } from '../declaration/cells.ts';
import type { DeclaredStudy } from '../declaration/resolve.ts';
import type { Exclusion } from '../ledger.ts';

/** One planned episode of a design. */
export interface DesignCell extends DeclaredCell {
  readonly id: string;
  /** Why a declared rule takes it out; null when it is run. */
  readonly excluded: string | null;
}

/** A study with its grid written out. */
export interface Design {
  readonly study: DeclaredStudy;
  readonly cells: readonly DesignCell[];
  readonly exclusions: readonly Exclusion[];
}

/** @throws MeasurandError what the grid and its exclusions refuse, `duplicate-episode` */
export function designOf(study: DeclaredStudy): Design {
  const declared = declaredCells(study);
  const coordinates = declared.map(({ cell }) => cell);
  const ids = planIds(coordinates);
  const exclusions = exclusionsOf(study, coordinates);
  const reasonFor = (cell: EpisodeCoordinates): string | null =>
    exclusions.find(({ applies }) => applies(cell))?.reason ?? null;
  const cells = declared.map((each, index) => ({
    ...each,
    id: ids[index] as string,
    excluded: reasonFor(each.cell),
  }));
  return { study, cells, exclusions };
}

/** Every planned episode, excluded ones included, in the order of the plan. */
export function coordinatesOf({ cells }: Design): readonly EpisodeCoordinates[] {
  return cells.map(({ cell }) => cell);
}
