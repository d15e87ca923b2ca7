import { holm } from '../../stats/multiplicity.ts';
import type { EffectRow, StudyTable } from '../../study/built-in.ts';
import type { GridColumn } from './arms.ts';
import { armCounts } from './counts.ts';
import {
  type DifferenceBounds,
  differenceBounds,
  meanCoverage,
  type PairedArms,
  type ScoredPairs,
  scoredPairs,
} from './paired.ts';
import type { PrintedEffect } from './paper-figures.ts';
import type { StudyLedger } from './study-ledger.ts';

/** A comparison of the two arms that a study declares: under which settings, and how it is called. */
export interface Contrast {
  /** Requests to spare once squeezed; null where retries are free. */
  readonly slack: number | null;
  readonly columns: readonly GridColumn[];
}

/** One model's contrast, measured. */
export interface Effect {
  readonly model: string;
  readonly slack: number | null;
  readonly label: string;
  readonly arms: PairedArms;
  /** Null when no pair is scored. */
  readonly pairs: ScoredPairs | null;
  readonly bounds: DifferenceBounds | null;
  /** After Holm over every test of the study; null without a test, or when it is the only one. */
  readonly pHolm: number | null;
}

const labelOf = (model: string, slack: number | null): string =>
  slack === null ? `${model}, free retries` : `${model}, slack ${slack}`;

function armOf(ledger: StudyLedger, model: string, columns: readonly GridColumn[], arm: GridColumn['arm']) {
  const column = columns.find((candidate) => candidate.arm === arm);
  if (column) return ledger.readings(model, column);
  throw new TypeError(`The contrast has no ${arm} arm`);
}

/** Measures every contrast for every model. The family that Holm corrects for is all of them. */
export function measureEffects(ledger: StudyLedger, contrasts: readonly Contrast[]): readonly Effect[] {
  const raw = contrasts.flatMap(({ slack, columns }) =>
    ledger.models.map((model) => {
      const arms = {
        constant: armOf(ledger, model, columns, 'constant'),
        escalating: armOf(ledger, model, columns, 'escalating'),
      };
      const measured = { arms, pairs: scoredPairs(arms), bounds: differenceBounds(arms) };
      return { model, slack, label: labelOf(model, slack), ...measured };
    }),
  );
  const tested = raw.flatMap(({ label, pairs }) => (pairs ? [{ label, p: pairs.p }] : []));
  const adjusted = holm(tested.map(({ p }) => p));
  const byLabel = new Map(tested.map(({ label }, index) => [label, adjusted[index] as number]));
  return raw.map((effect) => ({
    ...effect,
    pHolm: tested.length > 1 ? (byLabel.get(effect.label) ?? null) : null,
  }));
}

/** The effects as a forest plot shows them, each followed by what the paper prints in its place. */
export function forestOf(
  effects: readonly Effect[],
  printed: (effect: Effect) => PrintedEffect | undefined,
): readonly EffectRow[] {
  return effects.flatMap((effect) => {
    if (!effect.pairs) return [];
    const { pairs: n, delta, lo, hi, p } = effect.pairs;
    const ours: EffectRow = {
      label: effect.label,
      origin: 'executed',
      n,
      delta,
      lo,
      hi,
      p,
      pHolm: effect.pHolm,
    };
    const paper = printed(effect);
    return paper ? [ours, quoted(effect, paper)] : [ours];
  });
}

/** Pairs behind every printed effect of the B-series. */
const PRINTED_PAIRS = 20;

function quoted({ slack }: Effect, { who, delta, lo, hi, p, pHolm, source }: PrintedEffect): EffectRow {
  const under = slack === null ? 'free retries' : `slack ${slack}`;
  return {
    label: `${source}: ${who}, ${under}`,
    origin: 'quoted',
    n: PRINTED_PAIRS,
    delta,
    lo,
    hi,
    p,
    pHolm,
  };
}

const COLUMNS: StudyTable['columns'] = [
  { key: 'pairs', title: 'Scored pairs' },
  { key: 'unscored', title: 'Unscored episodes' },
  { key: 'constant', title: 'Coverage, constant arm' },
  { key: 'escalating', title: 'Coverage, escalating arm' },
  { key: 'delta', title: 'Constant − escalating' },
  { key: 'lo', title: '95 % from' },
  { key: 'hi', title: '95 % to' },
  { key: 'cliffs', title: 'Cliff’s δ' },
  { key: 'cliffsLo', title: 'δ from' },
  { key: 'cliffsHi', title: 'δ to' },
  { key: 'p', title: 'p, exact' },
  { key: 'pCompat', title: 'p, as the paper draws it' },
  { key: 'pHolm', title: 'p, Holm' },
  { key: 'deaths', title: 'Quota deaths, both arms' },
  { key: 'deathsEscalating', title: 'Of these, escalating' },
  { key: 'skips', title: 'Skips, both arms' },
  { key: 'skipsEscalating', title: 'Of these, escalating' },
  { key: 'retries', title: 'Retries, both arms' },
  { key: 'least', title: 'Least if unscored were scored' },
  { key: 'most', title: 'Most if unscored were scored' },
  { key: 'asFailed', title: 'If unscored count as 0' },
];

function ourNumbers({ arms, pairs, bounds, pHolm }: Effect): Readonly<Record<string, number | null>> {
  const [constant, escalating] = [armCounts(arms.constant), armCounts(arms.escalating)];
  const { differing: _, ...tested } = pairs ?? { pairs: 0, differing: 0 };
  return {
    ...tested,
    unscored: constant.unscored + escalating.unscored,
    constant: meanCoverage(arms.constant),
    escalating: meanCoverage(arms.escalating),
    pHolm,
    deaths: constant.deaths + escalating.deaths,
    deathsEscalating: escalating.deaths,
    skips: constant.skips + escalating.skips,
    skipsEscalating: escalating.skips,
    retries: constant.retries + escalating.retries,
    ...bounds,
  };
}

/** Every number of every effect, the paper's below ours where it prints one. */
export function effectTable(
  title: string,
  effects: readonly Effect[],
  printed: (effect: Effect) => PrintedEffect | undefined,
): StudyTable {
  const whole = (numbers: Readonly<Record<string, number | null>>) =>
    Object.fromEntries(COLUMNS.map(({ key }) => [key, numbers[key] ?? null]));
  const rows = effects.flatMap((effect): StudyTable['rows'] => {
    const ours = { label: effect.label, origin: 'executed' as const, numbers: whole(ourNumbers(effect)) };
    const paper = printed(effect);
    if (!paper) return [ours];
    const { who, source, delta, lo, hi, p, pHolm, deaths, skips } = paper;
    const numbers = { pairs: PRINTED_PAIRS, delta, lo, hi, pCompat: p, pHolm, deaths, skips };
    return [ours, { label: `${source}: ${who}`, origin: 'quoted' as const, numbers: whole(numbers) }];
  });
  return { title, columns: COLUMNS, rows };
}
