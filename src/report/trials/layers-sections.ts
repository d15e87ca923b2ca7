import type { Cell, Section, SectionTable } from '../study/section.ts';
import type { LayerMap, LayerRow, TrialLayers } from './layers-document.ts';

const text = (title: string) => ({ title, format: 'text' }) as const;
const count = (title: string) => ({ title, format: 'count' }) as const;
const share = (title: string) => ({ title, format: 'share' }) as const;
const interval = (title: string) => ({ title, format: 'interval' }) as const;

const TITLES: Readonly<Record<LayerRow['by'], string>> = {
  all: 'all runs',
  harness: 'by harness',
  dimension: 'by dimension',
  model: 'by model',
};

const best = (rows: readonly LayerRow[], of: (row: LayerRow) => number | undefined): readonly LayerRow[] =>
  [...rows].sort((a, b) => (of(b) ?? -1) - (of(a) ?? -1));

const harnessCells = ({ name, runs, harness: { micro, macro } }: LayerRow): readonly Cell[] => [
  ...[name, runs, macro?.mean ?? null, macro?.interval ?? null],
  ...[micro?.share ?? null, micro?.interval ?? null, micro?.k ?? null, micro?.n ?? null],
];

const agentCells = (row: LayerRow): readonly Cell[] => [
  ...[row.name, row.agentRuns, row.agentSuccess?.share ?? null, row.agentSuccess?.interval ?? null],
  ...[row.agent?.macro?.mean ?? null, row.agent?.micro?.share ?? null],
  ...[row.combined?.share ?? null, row.combined?.interval ?? null, row.points],
];

const HARNESS_COLUMNS = [
  ...[count('runs'), share('macro'), interval('95 %'), share('micro'), interval('95 % of it')],
  ...[count('lines held'), count('lines')],
];
const AGENT_COLUMNS = [
  ...[count('runs'), share('success'), interval('95 %'), share('macro'), share('micro')],
  ...[
    share('both sheets clean'),
    interval('95 % of it'),
    { title: 'points of 100', format: 'score' } as const,
  ],
];

function layerTables(mode: LayerRow['mode'], rows: readonly LayerRow[]): readonly SectionTable[] {
  const agentTitle = mode === 'live' ? 'Agent layer' : 'Pinned Agent layer';
  const groups = (['all', 'harness', 'dimension', 'model'] as const).flatMap((by) => {
    const own = rows.filter((row) => row.by === by);
    // A group of one is what the row above says.
    return own.length === 0 || (by !== 'all' && by !== 'harness' && own.length < 2) ? [] : [{ by, own }];
  });
  return groups.flatMap(({ by, own }): readonly SectionTable[] => {
    const first = text(by === 'all' ? 'runs' : by);
    const ranked = by === 'dimension' ? own : best(own, (row) => row.harness.macro?.mean);
    const agents = (by === 'dimension' ? own : best(own, (row) => row.agentSuccess?.share)).filter(
      ({ agentRuns }) => agentRuns > 0,
    );
    return [
      {
        title: `Harness layer, ${mode}, ${TITLES[by]}`,
        columns: [first, ...HARNESS_COLUMNS],
        rows: ranked.map(harnessCells),
      },
      {
        title: `${agentTitle}, ${TITLES[by]}`,
        columns: [first, ...AGENT_COLUMNS],
        rows: agents.map(agentCells),
      },
    ];
  });
}

const mapTable = ({ title, rows, columns, cells }: LayerMap): SectionTable => ({
  title,
  columns: [text('harness'), ...columns.map(share)],
  rows: rows.map((row, at) => [row, ...(cells[at] ?? [])]),
});

function failuresTable(rows: readonly LayerRow[]): SectionTable {
  return {
    title: 'Runs by which sheet has a zero',
    columns: [text('harness'), text('mode'), ...['neither', 'Harness only', 'Agent only', 'both'].map(count)],
    rows: rows.flatMap(({ by, name, mode, failures }) =>
      by === 'harness' && failures
        ? [[name, mode, failures.neither, failures.harnessOnly, failures.agentOnly, failures.both]]
        : [],
    ),
  };
}

function sharedTable(shared: TrialLayers['shared']): SectionTable {
  return {
    title: 'Harness lines by exactly which harnesses fail them',
    columns: [text('harnesses'), text('mode'), count('lines'), text('which')],
    rows: shared.map(({ harnesses, mode, lines }) => [
      harnesses.join(', '),
      mode,
      lines.length,
      lines.join(', '),
    ]),
    detail: true,
  };
}

/** The leaderboard by layer, the interaction of harness with dimension and model, and shared failures. */
export function layerSections({ rows, maps, shared }: TrialLayers): readonly Section[] {
  const tables = (['scripted', 'live'] as const).flatMap((mode) =>
    layerTables(
      mode,
      rows.filter((row) => row.mode === mode),
    ),
  );
  const sections: readonly Section[] = [
    {
      id: 'trial-layers',
      title: 'Trials: leaderboard by layer',
      about:
        'Macro weighs runs alike, clustered by trial; micro weighs criteria alike. Success needs every Agent criterion, clean every criterion of both sheets. A pinned Agent layer is no score of a model.',
      tables,
      notes: [],
    },
    {
      id: 'trial-interactions',
      title: 'Trials: which harness fails where',
      about: 'A row that is low in one column only is weak there, and not in general.',
      tables: [...maps.map(mapTable), failuresTable(rows), sharedTable(shared)],
      notes: [],
    },
  ];
  return sections
    .map((section) => ({ ...section, tables: section.tables.filter((table) => table.rows.length > 0) }))
    .filter((section) => section.tables.length > 0);
}
