import type { ScorerStats } from '../document.ts';
import type { Section, SectionTable } from '../section.ts';
import type { StratumGroups } from './groups.ts';
import { saidOnce } from './said-once.ts';

function means({ title, groups }: StratumGroups, level: number): SectionTable {
  const percent = `${Math.round(level * 100)} %`;
  return {
    title: `Mean, ${title}`,
    columns: [
      { title: '', format: 'text' },
      { title: 'n', format: 'count' },
      { title: 'tasks', format: 'count' },
      { title: 'unscored', format: 'count' },
      { title: 'mean', format: 'score' },
      { title: `${percent}, new tasks`, format: 'interval' },
      { title: `${percent}, these tasks`, format: 'interval' },
    ],
    rows: groups.map(({ name, group: { spread, figure, clustered, theseTasks, tasks } }) => [
      name,
      spread?.n ?? 0,
      tasks.length,
      figure?.unscored ?? null,
      spread?.mean ?? null,
      clustered?.interval ?? null,
      theseTasks,
    ]),
  };
}

function spread({ title, groups }: StratumGroups): SectionTable {
  const score = (name: string) => ({ title: name, format: 'score' as const });
  return {
    title: `Spectrum, ${title}`,
    columns: [
      { title: '', format: 'text' },
      ...['mean', 'std', 'worst', 'CVaR@0.2', 'same, fractional', 'Rel@0.9', 'Rel@0.5', 'gap'].map(score),
      ...['quartile 1', 'median', 'quartile 3', 'best'].map(score),
    ],
    rows: groups.map(({ name, group: { spread: own } }) => [
      name,
      ...(own
        ? [
            own.mean,
            own.stdPopulation,
            own.worst,
            own.cvarCeil,
            own.cvarFractional,
            own.reliability90,
            own.reliability50,
            own.gap,
            ...own.quartiles,
            own.best,
          ]
        : new Array<null>(12).fill(null)),
    ]),
  };
}

function cautions(strata: readonly StratumGroups[]): readonly string[] {
  const said = strata.flatMap(({ title, groups }) =>
    groups.flatMap(({ name, group: { clustered, theseTasks } }) =>
      [clustered?.caution, theseTasks?.caution].flatMap((caution) =>
        caution ? [{ who: `${name} (${title})`, caution }] : [],
      ),
    ),
  );
  const all = strata.reduce((sum, { groups }) => sum + groups.length, 0);
  return saidOnce(said, all, 'groups');
}

function pooled({ groups }: ScorerStats): readonly string[] {
  const over = new Map(
    groups.flatMap(({ pooledOver }) => pooledOver.map(({ axis, values }) => [axis, values])),
  );
  return [...over].map(
    ([axis, values]) =>
      `Groups pool runs that differ in ${axis}: ${values.map((value) => value || 'none').join(', ')}`,
  );
}

/** Mean, intervals and the spectrum of every group. */
export function spectrumSection(
  stats: ScorerStats,
  strata: readonly StratumGroups[],
  level: number,
): Section {
  return {
    id: `spectrum-${stats.scorer}`,
    title: `Reliability spectrum, ${stats.scorer}`,
    about:
      'The interval for new tasks treats each task as a cluster; the one for these tasks draws seeds within each; the first may reach past 0 and 1, where it is not cut. Worst and CVaR fall as runs are added: compare them at equal n only.',
    tables: [...strata.map((each) => means(each, level)), ...strata.map(spread)],
    notes: [...pooled(stats), ...cautions(strata)],
  };
}
