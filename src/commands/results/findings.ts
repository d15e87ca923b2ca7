import type { Finding, Results } from '../../report/results/document.ts';
import type { ArchiveStats } from '../../report/study/document.ts';
import { CHECK_IDS, CHECKS } from '../../study/results/checks/catalogue.ts';
import type { PlacedMark } from '../../study/results/collect.ts';
import { gradeIn, type RunGroup } from './groups.ts';

/** Findings of one check that are listed; more are counted. */
const MOST_LISTED = 1000;

/** Groups of which fewer than half the planned runs were scored. */
export function fewSurvivors(groups: readonly RunGroup[], scorer: string): readonly PlacedMark[] {
  return groups.flatMap(({ label, runs }) => {
    const planned = runs.filter(({ state }) => state !== 'excluded');
    const values = planned.flatMap((run) => gradeIn(run, scorer) ?? []);
    const unscored = planned.length - values.length;
    if (values.length === 0 || values.length * 2 >= planned.length) return [];
    const sum = values.reduce((total, value) => total + value, 0);
    const [lo, hi] = [sum / planned.length, (sum + unscored) / planned.length].map((value) =>
      value.toFixed(3),
    );
    const what = `${label}: ${values.length} of ${planned.length} planned runs are scored by ${scorer}; the figure lies anywhere from ${lo} to ${hi}`;
    return [{ check: 'few-survivors' as const, what, file: (runs[0] as RunGroup['runs'][number]).source }];
  });
}

/** Pass^k that depends on what is done with runs that could not be judged. */
export function passKMarks(rows: Results['passK'], groups: readonly RunGroup[]): readonly PlacedMark[] {
  const differing = new Map(
    rows
      .filter(({ judged, planned }) => judged === null || Math.abs(judged - planned) > 1e-9)
      .toReversed()
      .map((row) => [row.label, row]),
  );
  return [...differing.values()].toReversed().map(({ label, k, judged, planned, scorer }) => ({
    check: 'pass-k-conventions' as const,
    what: `${label}: pass^${k} by ${scorer} is ${judged === null ? 'undefined' : judged.toFixed(3)} over the runs that could be judged, and ${planned.toFixed(3)} over all that were planned`,
    file: groups.find((group) => group.label === label)?.runs[0]?.source ?? '',
  }));
}

/** Below this many, equal bytes may be chance or the only right answer. */
const FEWEST_SHARED = 5;

export function identicalMarks(
  pairs: Results['identical'],
  groups: readonly RunGroup[],
): readonly PlacedMark[] {
  return pairs
    .filter(({ shared, same }) => shared >= FEWEST_SHARED && same === shared)
    .map(({ a, b, scaffold, shared }) => ({
      check: 'identical-submissions' as const,
      what: `${a} and ${b} handed in the same bytes under ${scaffold} for all ${shared} tasks and trials`,
      file: groups.find((group) => group.model === a && group.scaffold === scaffold)?.runs[0]?.source ?? '',
    }));
}

/** Orders that the unscored runs could turn round. */
export function unsettledMarks(stats: ArchiveStats | null, file: string): readonly PlacedMark[] {
  return (stats?.scorers ?? []).flatMap(({ scorer, strata }) =>
    strata.flatMap(({ unsettled }) =>
      unsettled.map(({ ahead, behind }) => ({
        check: 'ranking-unsettled' as const,
        what: `${ahead} is ahead of ${behind} by ${scorer}, and the unscored runs could turn that round`,
        file,
      })),
    ),
  );
}

/** Marks as findings, by check in the order of the catalogue, and how many there are of each. */
export function findingsOf(marks: readonly PlacedMark[]): Pick<Results, 'findings' | 'findingCounts'> {
  const byCheck = CHECK_IDS.map((check) => ({
    check,
    own: marks.filter((mark) => mark.check === check),
  })).filter(({ own }) => own.length > 0);
  const finding = ({ check, what, file, record, field }: PlacedMark): Finding => ({
    check,
    level: CHECKS[check].level,
    what,
    file,
    ...(record === undefined ? {} : { record }),
    ...(field === undefined ? {} : { field }),
  });
  return {
    findings: byCheck.flatMap(({ own }) => own.slice(0, MOST_LISTED).map(finding)),
    findingCounts: Object.fromEntries(byCheck.map(({ check, own }) => [check, own.length])),
  };
}
