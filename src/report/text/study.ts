import { formatDecimal, formatSignedDecimal } from '../../core/decimal.ts';
import type {
  EffectRow,
  PaperComparison,
  StudyAnalysis,
  StudyDenominator,
  StudyStatement,
  StudyTable,
} from '../../study/built-in.ts';
import { wrap } from './columns.ts';
import { textTable } from './table.ts';

/** A number that is not known, or does not apply, is a dash. */
function decimal(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : formatDecimal(value, 3);
}

function probability(value: number | null): string {
  return value !== null && value < 0.001 ? '<0.001' : decimal(value);
}

/** Counts are whole numbers that are not all shares: a column of nothing but ones is one of shares. */
export function isCount(values: readonly (number | null | undefined)[]): boolean {
  const known = values.filter((value) => value !== null && value !== undefined);
  return (
    known.every(Number.isInteger) && (known.some((value) => value > 1) || known.every((value) => value === 0))
  );
}

function table({ title, columns, rows }: StudyTable): readonly string[] {
  const counts = new Set(
    columns.map(({ key }) => key).filter((key) => isCount(rows.map(({ numbers }) => numbers[key]))),
  );
  const shown = (key: string, value: number | null | undefined): string =>
    counts.has(key) && typeof value === 'number' ? String(value) : decimal(value);
  const lines = rows.map(({ label, origin, numbers }) => [
    origin === 'quoted' ? `${label} (quoted)` : label,
    ...columns.map(({ key }) => shown(key, numbers[key])),
  ]);
  return [title, ...textTable([['', ...columns.map((column) => column.title)], ...lines])];
}

function forest(rows: readonly EffectRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const registered = rows.some(({ standing }) => standing !== undefined);
  const head = ['Effects, paired by seed', 'n', 'delta', '95 % interval', 'p', 'p Holm'];
  const lines = rows.map(({ label, origin, n, delta, lo, hi, p, pHolm, standing }) => [
    origin === 'quoted' ? `${label} (quoted)` : label,
    String(n),
    formatSignedDecimal(delta, 3),
    `[${formatSignedDecimal(lo, 3)}, ${formatSignedDecimal(hi, 3)}]`,
    probability(p),
    probability(pHolm),
    ...(registered ? [standing ?? ''] : []),
  ]);
  return ['', ...textTable([registered ? [...head, 'standing'] : head, ...lines])];
}

function comparisons(rows: readonly PaperComparison[]): readonly string[] {
  if (rows.length === 0) return [];
  const head = ['Beside the paper: a replication, not a recomputation', 'ours', 'paper', 'source'];
  const lines = rows.map(({ label, ours, printed, source }) => [
    label,
    Number.isInteger(ours) && ours > 1 ? String(ours) : decimal(ours),
    printed,
    source,
  ]);
  return ['', ...textTable([head, ...lines])];
}

function statements(rows: readonly StudyStatement[], width: number): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.flatMap(({ text, holds }) => {
    const mark = holds ? 'holds      ' : 'does not   ';
    return wrap(text, width - mark.length).map(
      (line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line,
    );
  });
  return ['', 'What the paper says, and whether these episodes show it', ...lines];
}

function notes(sentences: readonly string[], width: number): readonly string[] {
  if (sentences.length === 0) return [];
  const lines = sentences.flatMap((text) =>
    wrap(text, width - 2).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`)),
  );
  return ['', 'Notes', ...lines];
}

/** The denominator ledger in one line; states that hold nothing are left out. */
export function renderLedger({ planned, states }: StudyDenominator): string {
  const parts = Object.entries(states)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  return `${planned} planned = ${parts.join(' + ')}`;
}

/** What a study concludes, as plain text; curves are for the report, their points stand in the tables. */
export function renderStudy(analysis: StudyAnalysis, { width }: { readonly width: number }): string {
  return [
    analysis.title,
    ...analysis.tables.flatMap((each) => ['', ...table(each)]),
    ...forest(analysis.forest),
    ...comparisons(analysis.comparisons),
    ...statements(analysis.statements, width),
    ...notes(analysis.notes, width),
  ].join('\n');
}
