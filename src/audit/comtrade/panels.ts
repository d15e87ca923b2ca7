import type { StudyAnalysis, StudyTable } from '../../study/built-in.ts';
import type { AuditDocument, AuditTable } from '../document.ts';
import type { CurvePlot, ForestRow } from '../types.ts';
import type { ProfileMeasurements } from './measurements.ts';
import type { PaperFigures } from './paper/index.ts';

/**
 * Forest rows of our replications carry the study's name; the paper's own rows are recomputed from its tables. A study
 * that contains another shares episodes with it, so the same effect stands once.
 */
function forest(experiments: readonly StudyAnalysis[], paper: PaperFigures): ForestRow[] {
  const seen = new Set<string>();
  const ours = experiments.flatMap(({ study, forest: rows }) =>
    rows.flatMap((row): ForestRow[] => {
      const key = `${row.label}:${row.delta}:${row.lo}:${row.hi}`;
      if (row.origin !== 'executed' || seen.has(key)) return [];
      seen.add(key);
      return [{ ...row, label: `${study.toUpperCase()}: ${row.label}` }];
    }),
  );
  return [...ours, ...paper.forest];
}

function curves(experiments: readonly StudyAnalysis[], paper: PaperFigures): CurvePlot[] {
  return experiments.flatMap(({ study, curves: plots }) =>
    plots.map((plot, i): CurvePlot => {
      const printed =
        study === 'slack' && i === 0 && plot.curves.every((curve) => curve.origin === 'executed');
      return { ...plot, curves: printed ? [...plot.curves, ...paper.doseResponse] : plot.curves };
    }),
  );
}

/** Columns of whole numbers, and of probabilities that three places would show as nothing. */
const COUNTS = new Set([
  'n',
  'pairs',
  'unscored',
  'deaths',
  'deathsEscalating',
  'skips',
  'skipsEscalating',
  'retries',
]);
const PROBABILITIES = new Set(['p', 'pCompat', 'pHolm']);

function formatOf(key: string): 'integer' | 'significant:3' | 'fixed:3' {
  if (COUNTS.has(key)) return 'integer';
  return PROBABILITIES.has(key) ? 'significant:3' : 'fixed:3';
}

function studyTable(study: string, table: StudyTable, at: number): AuditTable {
  return {
    id: `study-${study}-${at + 1}`,
    title: table.title,
    about:
      'Rows that were run here are replications, not recomputations: the paper’s own episodes are not printed.',
    origin: 'executed',
    columns: [
      { title: 'Row', format: 'text' },
      { title: 'Origin', format: 'text' },
      ...table.columns.map(({ key, title }) => ({ title, format: formatOf(key) })),
    ],
    rows: table.rows.map(({ label, origin, numbers }) => [
      label,
      origin,
      ...table.columns.map(({ key }) => numbers[key] ?? null),
    ]),
  };
}

function comparisonTable({ study, title, comparisons }: StudyAnalysis): AuditTable[] {
  if (comparisons.length === 0) return [];
  return [
    {
      id: `study-${study}-paper`,
      title: `${title}: ours beside the paper’s`,
      about: 'Ours is a replication under parameters that the paper leaves open, not a recomputation.',
      origin: 'executed',
      columns: [
        { title: 'What', format: 'text' },
        { title: 'Ours', format: 'significant:3' },
        { title: 'Paper, as printed', format: 'text' },
        { title: 'Source', format: 'text' },
      ],
      rows: comparisons.map(({ label, ours, printed, source }) => [label, ours, printed, source]),
    },
  ];
}

function statementTable({ study, title, statements }: StudyAnalysis): AuditTable[] {
  if (statements.length === 0) return [];
  return [
    {
      id: `study-${study}-statements`,
      title: `${title}: what the paper says, and whether these episodes show it`,
      about: 'Each is computed from the episodes, never assumed.',
      origin: 'executed',
      columns: [
        { title: 'Statement', format: 'text' },
        { title: 'Holds', format: 'text' },
      ],
      rows: statements.map(({ text, holds }) => [text, holds ? 'yes' : 'no']),
    },
  ];
}

/** What the report draws, taken from the measurements and the experiments as they stand. */
export function auditPanels(
  measured: Readonly<Record<string, ProfileMeasurements>>,
  experiments: readonly StudyAnalysis[],
  paper: PaperFigures,
): AuditDocument['panels'] {
  const profiles = Object.entries(measured);
  return {
    joint: [
      ...profiles.map(([profile, { joint }]) => ({ profile, data: joint })),
      { profile: 'paper', data: paper.joint },
    ],
    spectra: [
      ...profiles
        .map(([, { reliability }]) => reliability.spectrum)
        .filter((spectrum) => spectrum.origin === 'executed'),
      paper.spectrum,
    ],
    curves: curves(experiments, paper),
    forest: forest(experiments, paper),
    scaffolding: [
      ...profiles.map(([profile, { scaffolding }]) => ({ profile, data: scaffolding })),
      { profile: 'paper', data: paper.scaffolding },
    ],
    ownership: profiles.map(([profile, { ownership }]) => ({
      profile,
      data: Object.values(ownership).flatMap(({ rows }) => rows),
    })),
    probe: profiles.map(([profile, { probeRows }]) => ({ profile, data: probeRows })),
    tables: experiments.flatMap((analysis) => [
      ...analysis.tables.map((table, i) => studyTable(analysis.study, table, i)),
      ...comparisonTable(analysis),
      ...statementTable(analysis),
    ]),
  };
}
