import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { EffectRow, StudyAnalysis, StudyTable } from '../built-in.ts';
import { analyseGrid } from '../grid-analysis.ts';
import type { DecisionOutcome } from './decide.ts';
import { coordinatesOf, type Design } from './design.ts';
import type { PairedResult, SummaryResult } from './results.ts';

/** What was computed of a declared study. */
export interface DeclaredResults {
  readonly results: readonly PairedResult[];
  readonly summaries: readonly SummaryResult[];
  readonly decision: DecisionOutcome | null;
}

function effectOf(result: PairedResult): readonly EffectRow[] {
  const { label, n, delta, lo, hi, p, pAdjusted, adjustment, standing } = result;
  if (delta === null || lo === null || hi === null || p === null) return [];
  const pHolm = adjustment === 'holm' ? pAdjusted : null;
  return [{ label, origin: 'executed', n, delta, lo, hi, p, pHolm, standing }];
}

const PAIRED_COLUMNS = [
  { key: 'planned', title: 'Pairs planned' },
  { key: 'n', title: 'scored' },
  { key: 'delta', title: 'a − b' },
  { key: 'lo', title: '95 % from' },
  { key: 'hi', title: '95 % to' },
  { key: 'least', title: 'Least' },
  { key: 'most', title: 'Most' },
  { key: 'cliffs', title: 'Cliff’s δ' },
  { key: 'p', title: 'p' },
  { key: 'holm', title: 'p, Holm' },
  { key: 'screened', title: 'p, BH' },
] as const;

function pairedNumbers(result: PairedResult): Readonly<Record<string, number | null>> {
  const { pAdjusted, adjustment } = result;
  const holm = adjustment === 'holm' ? pAdjusted : null;
  const screened = adjustment === 'benjamini-hochberg' ? pAdjusted : null;
  const own = PAIRED_COLUMNS.map(({ key }) => [key, result[key as keyof PairedResult] ?? null]);
  return { ...(Object.fromEntries(own) as Record<string, number | null>), holm, screened };
}

function pairedTables(results: readonly PairedResult[]): readonly StudyTable[] {
  return (['confirmatory', 'exploratory'] as const).flatMap((standing) => {
    const own = results.filter((result) => result.standing === standing);
    if (own.length === 0) return [];
    const rows = own.map((result) => ({
      label: `${result.label}: ${result.a} − ${result.b} by ${result.scorer}`,
      origin: 'executed' as const,
      numbers: pairedNumbers(result),
    }));
    const what = standing === 'confirmatory' ? 'Confirmatory: frozen before the run' : 'Exploratory';
    return [{ title: `${what}, paired differences`, columns: PAIRED_COLUMNS, rows }];
  });
}

const SUMMARY_COLUMNS = [
  { key: 'planned', title: 'planned' },
  { key: 'n', title: 'n' },
  { key: 'mean', title: 'mean' },
  { key: 'lo', title: '95 % from' },
  { key: 'hi', title: '95 % to' },
  { key: 'worst', title: 'worst' },
  { key: 'cvar', title: 'CVaR@0.2' },
  { key: 'reliability', title: 'Rel@0.9' },
] as const;

function summaryTables(summaries: readonly SummaryResult[]): readonly StudyTable[] {
  if (summaries.length === 0) return [];
  const rows = summaries.map((summary) => ({
    label: `${summary.label}, ${summary.scorer}`,
    origin: 'executed' as const,
    numbers: Object.fromEntries(SUMMARY_COLUMNS.map(({ key }) => [key, summary[key]])),
  }));
  return [{ title: 'Exploratory, summaries', columns: SUMMARY_COLUMNS, rows }];
}

function decisionNotes(decision: DecisionOutcome | null): readonly string[] {
  if (decision === null) return [];
  const { says, verdict, standing, requirements } = decision;
  return [
    `Decision, ${standing}: ${verdict}. The rule: ${says}`,
    ...requirements.map((each, at) => `Requirement ${at + 1}: ${each.verdict}. ${each.why}`),
  ];
}

/**
 * A declared study in the form that every report shows: the grid's means and denominators, then what was declared, with
 * the standing of each result.
 *
 * @param records one for each planned episode
 * @param notes what the registration and the stopping rule have to say
 */
export function analyseDeclared(
  design: Design,
  records: readonly EpisodeRecord[],
  declared: DeclaredResults,
  notes: readonly string[],
): StudyAnalysis {
  const { study } = design;
  const grid = analyseGrid(study, coordinatesOf(design), records, study.scorers);
  const { results, summaries, decision } = declared;
  const cautions = results.flatMap(({ label, cautions: own }) => own.map((text) => `${label}: ${text}`));
  return {
    ...grid,
    forest: results.flatMap(effectOf),
    tables: [...pairedTables(results), ...summaryTables(summaries), ...grid.tables],
    notes: [...notes, ...decisionNotes(decision), ...new Set(cautions), ...grid.notes],
  };
}
