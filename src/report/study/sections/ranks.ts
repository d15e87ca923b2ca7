import type { ScorerStats, Stratum } from '../document.ts';
import type { Section, SectionTable } from '../section.ts';
import type { StratumGroups } from './groups.ts';

const improvementOver = ({ improvements }: Stratum, first: string, second: string): number | null =>
  improvements.find(({ a, b }) => a === first && b === second)?.probability ?? null;

const rankSet = ([first, last]: readonly [number, number]): string =>
  first === last ? String(first) : `${first} to ${last}`;

function table({ stratum, title }: StratumGroups): readonly SectionTable[] {
  const { ranking } = stratum;
  if (!ranking) return [];
  return [
    {
      title: `Ranks that the data leave open, ${title}`,
      columns: [
        { title: '', format: 'text' },
        { title: 'mean over shared items', format: 'score' },
        { title: 'ranks left open', format: 'text' },
        { title: 'chance of first', format: 'share' },
        { title: 'P(beats the next)', format: 'score' },
      ],
      rows: ranking.models.map(({ model, mean, rankSet: set, chances }, at) => {
        const next = ranking.models[at + 1]?.model;
        return [
          model,
          mean,
          rankSet(set),
          chances[0] ?? null,
          next === undefined ? null : improvementOver(stratum, model, next),
        ];
      }),
    },
  ];
}

function note({ stratum, title }: StratumGroups): string {
  const { ranking, rankedOn, whyNotRanked } = stratum;
  if (!ranking || !rankedOn) return `${title}: not ranked, since ${whyNotRanked}`;
  const { method, resamples, seed, mode, level } = ranking;
  const left = rankedOn.leftOut > 0 ? `; ${rankedOn.leftOut} runs that not all share are left out` : '';
  return `${title}: ${rankedOn.items} shared items of ${rankedOn.tasks} tasks${left}; ${method}, level ${level}, ${resamples} resamples, seed ${seed}, ${mode}`;
}

/** Which ranks are open, and how likely each beats the next: never a bare rank. */
export function ranksSection({ scorer }: ScorerStats, strata: readonly StratumGroups[]): Section {
  return {
    id: `ranks-${scorer}`,
    title: `Ranks, ${scorer}`,
    about:
      'Tasks and seeds are drawn again for all together. A rank that is left open cannot be ruled out; ties share their ranks.',
    tables: strata.flatMap(table),
    notes: strata.map(note),
  };
}
