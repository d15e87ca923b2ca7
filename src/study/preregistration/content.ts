import { byCodePoint } from '../../core/canonical.ts';
import { digestOf } from '../../core/digest.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { DeclaredStudy } from '../declaration/resolve.ts';
import type { Design } from '../declared/design.ts';
import { allPairedGroups, allSummaryGroups, type PairedGroup } from '../declared/select.ts';

/** Lists that make up the grid, by the name under which a deviation shows them. */
function axesOf(study: DeclaredStudy): JsonObject {
  const { profiles, tasks, seeds, models, scaffolds, protocols, stressors, limits, variants, arms } = study;
  const axes = { profiles, tasks, seeds, models, scaffolds, protocols, stressors, limits, variants, arms };
  return axes as unknown as JsonObject;
}

/** Statistics without what is only believed of them before the run. */
function statisticsOf({ statistics }: DeclaredStudy): JsonValue {
  const frozen = statistics.map((statistic) => {
    const { assume: _assume, ...rest } = { assume: undefined, ...statistic };
    return rest;
  });
  return frozen as unknown as JsonValue;
}

/** Everything that makes one result what it is: its definition and the very pairs behind it. */
function bindingOf({ statistic, pairs, cells }: PairedGroup): string {
  const { assume: _assume, ...definition } = statistic;
  const episodes = cells.map(({ id }) => id).sort(byCodePoint);
  return digestOf({ definition, episodes, pairs: pairs.map(({ a, b }) => [a, b]) } as unknown as JsonValue);
}

/** Places of each confirmatory family: one for every result that is declared in it. */
export function familySizes(groups: readonly PairedGroup[]): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const { statistic } of groups) {
    if (statistic.family !== undefined) sizes[statistic.family] = (sizes[statistic.family] ?? 0) + 1;
  }
  return sizes;
}

/** What a pre-registration freezes. Prices, rates, titles and beliefs are no part of it. */
export interface FrozenContent {
  readonly study: string;
  readonly hypothesis: string | null;
  readonly decision: JsonValue;
  readonly groups: JsonObject;
  readonly axes: JsonObject;
  readonly cells: { readonly planned: number; readonly digest: string };
  readonly exclusions: JsonValue;
  readonly scorers: readonly string[];
  readonly statistics: JsonValue;
  readonly stopping: JsonObject;
  readonly analyses: readonly string[];
  /** Places of each confirmatory family. */
  readonly families: Readonly<Record<string, number>>;
  /** By key of a result: the digest of its definition and of the episodes behind it. */
  readonly results: Readonly<Record<string, string>>;
}

/** The canonical plan of a design. Equal plans give equal content, in whatever order a file names its fields. */
export function frozenContent(design: Design): FrozenContent {
  const { study, cells } = design;
  const groups = allPairedGroups(design);
  const summaries = allSummaryGroups(design).map(
    ({ key, statistic, cells: own }) =>
      [
        key,
        digestOf({ statistic, episodes: own.map(({ id }) => id).sort(byCodePoint) } as unknown as JsonValue),
      ] as const,
  );
  return {
    study: study.id,
    hypothesis: study.hypothesis,
    decision: study.decision as unknown as JsonValue,
    groups: study.groups,
    axes: axesOf(study),
    cells: { planned: cells.length, digest: digestOf(cells.map(({ id }) => id).sort(byCodePoint)) },
    exclusions: study.exclude as unknown as JsonValue,
    scorers: study.scorers,
    statistics: statisticsOf(study),
    stopping: study.stopping as unknown as JsonObject,
    analyses: study.analyses,
    families: familySizes(groups),
    results: Object.fromEntries([
      ...groups.map((group) => [group.key, bindingOf(group)] as const),
      ...summaries,
    ]),
  };
}
