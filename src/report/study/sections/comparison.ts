import type { Comparison, Contrast } from '../document.ts';
import type { Section, SectionTable } from '../section.ts';
import { saidOnce } from './said-once.ts';

const READINGS: Readonly<Record<Contrast['reading'], string>> = {
  'a-higher': 'the first is higher, on these tasks',
  'b-higher': 'the second is higher, on these tasks',
  equivalent: 'equivalent within the margin',
  'not-shown': 'no difference shown',
  'no-pairs': 'no scored pair',
};

const ADJUSTED = { holm: 'p, Holm', 'benjamini-hochberg': 'p, Benjamini-Hochberg' } as const;

function effects({ contrasts, family, level, scorer }: Comparison): SectionTable {
  const percent = `${Math.round(level * 100)} %`;
  return {
    title: `Paired differences, ${scorer}`,
    columns: [
      { title: 'first − second', format: 'text' },
      { title: 'pairs', format: 'count' },
      { title: 'tasks', format: 'count' },
      { title: 'difference', format: 'difference' },
      { title: percent, format: 'differences' },
      { title: 'δ', format: 'difference' },
      { title: `δ, ${percent}`, format: 'differences' },
      { title: 'p', format: 'p' },
      { title: ADJUSTED[family.adjustment], format: 'p' },
      { title: 'reading', format: 'text' },
    ],
    rows: contrasts.map(({ label, pairing, effect, p, pAdjusted, reading }) => [
      label,
      pairing.pairs,
      pairing.tasks,
      effect?.effect ?? null,
      effect?.interval ?? null,
      effect?.cliffs.delta ?? null,
      effect?.cliffs ?? null,
      p,
      pAdjusted,
      READINGS[reading],
    ]),
  };
}

function evidence({ contrasts, scorer }: Comparison): SectionTable {
  return {
    title: `What the design can show, ${scorer}`,
    columns: [
      { title: 'first − second', format: 'text' },
      { title: 'standard error, paired', format: 'score' },
      { title: 'if unpaired', format: 'score' },
      { title: 'by task', format: 'score' },
      { title: 'correlation', format: 'difference' },
      { title: 'p over tasks', format: 'p' },
      { title: 'smallest p', format: 'p' },
      { title: 'p as the paper draws it', format: 'p' },
      { title: 'P(first beats second)', format: 'score' },
      { title: 'found with power 0.8', format: 'score' },
    ],
    rows: contrasts.map(({ label, paired, byTask, effect, compat, improvement, detectable }) => [
      label,
      paired?.standardError ?? null,
      paired?.unpairedStandardError ?? null,
      paired?.clustered.seCr1 ?? null,
      paired?.correlation ?? null,
      byTask?.test.p ?? null,
      effect?.test.smallestP ?? null,
      compat?.test.p ?? null,
      improvement?.probability ?? null,
      detectable?.effect ?? null,
    ]),
  };
}

function honesty({ contrasts, scorer }: Comparison): SectionTable {
  return {
    title: `Bounds and worst cases, ${scorer}`,
    columns: [
      { title: 'first − second', format: 'text' },
      { title: 'unscored pairs', format: 'count' },
      { title: 'difference, bounds', format: 'differences' },
      { title: 'if unscored count as 0', format: 'difference' },
      { title: 'worst of the pairs, first', format: 'score' },
      { title: 'second', format: 'score' },
      { title: 'm', format: 'count' },
      { title: 'worst of m, first', format: 'score' },
      { title: 'second', format: 'score' },
    ],
    rows: contrasts.map(({ label, pairing, bounds, minima }) => [
      label,
      pairing.unscored,
      bounds ? { lo: bounds.least, hi: bounds.most } : null,
      bounds?.asFailed ?? null,
      minima?.pairs.a ?? null,
      minima?.pairs.b ?? null,
      minima?.common.m ?? null,
      minima?.common.a ?? null,
      minima?.common.b ?? null,
    ]),
  };
}

function equivalence({ contrasts, scorer, margin }: Comparison): readonly SectionTable[] {
  if (margin === null) return [];
  const rows = contrasts.flatMap(({ label, equivalence: own, byTask }) =>
    own ? [[label, own.margin, own.interval, own.p, own.verdict, byTask?.equivalence?.verdict ?? null]] : [],
  );
  return [
    {
      title: `Equivalence, ${scorer}`,
      columns: [
        { title: 'first − second', format: 'text' },
        { title: 'margin', format: 'score' },
        { title: 'interval, pairs', format: 'differences' },
        { title: 'p', format: 'p' },
        { title: 'over pairs', format: 'text' },
        { title: 'over tasks', format: 'text' },
      ],
      rows,
    },
  ];
}

function familyNote({ family, standing, seed, contrasts }: Comparison): string {
  const kind = family.declared ? 'declared' : 'not declared beforehand';
  const drawn = contrasts.find(({ effect }) => effect)?.effect?.interval;
  const draws = drawn ? `; ${drawn.resamples} resamples, seed ${seed}, ${drawn.mode}` : '';
  return `A family of ${family.size} tests, ${kind}, adjusted by ${family.adjustment}; ${standing}${draws}`;
}

/** Paired contrasts, all of one family. */
export function comparisonSection(comparison: Comparison): Section {
  const { contrasts, scorer, notes } = comparison;
  return {
    id: `comparison-${scorer}`,
    title: `Comparisons, ${scorer}`,
    about:
      'First minus second by pair. The test is exact up to twenty differences that are not zero, and Monte Carlo with one added beyond. A large p is no evidence of a tie: only an interval inside a margin is.',
    tables: [effects(comparison), evidence(comparison), honesty(comparison), ...equivalence(comparison)],
    notes: [
      familyNote(comparison),
      ...saidOnce(
        contrasts.flatMap(({ label, cautions, minima }) =>
          [...cautions, ...(minima?.refused ? [minima.refused] : [])].map((caution) => ({
            who: label,
            caution,
          })),
        ),
        contrasts.length,
        'contrasts',
      ),
      ...notes,
    ],
  };
}
