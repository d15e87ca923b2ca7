import { CHECKS } from '../../study/results/checks/catalogue.ts';
import type { Section, SectionTable } from '../study/section.ts';
import { comparisonSection, statsSections } from '../study/text.ts';
import type { Results } from './document.ts';

type Columns = SectionTable['columns'];

const text = (title: string): Columns[number] => ({ title, format: 'text' });
const count = (title: string): Columns[number] => ({ title, format: 'count' });
const score = (title: string): Columns[number] => ({ title, format: 'score' });

function sourcesSection({ sources, skipped }: Results): Section {
  const problems = sources.flatMap(({ file, problems: own, problemCount }) => [
    ...own
      .slice(0, 10)
      .map(
        ({ code, what, record, field }) =>
          `${[file, record, field].filter(Boolean).join(', ')}: ${what} (${code})`,
      ),
    ...(problemCount > 10
      ? [`${file}: ${problemCount - Math.min(10, own.length)} more, which --json lists`]
      : []),
  ]);
  return {
    id: 'sources',
    title: 'What was read',
    about: 'Each record of a source is counted once. What was dropped stands in no number below.',
    tables: [
      {
        title: 'Loss ledger',
        columns: [
          text('source'),
          text('form'),
          text('version'),
          ...['read', 'mapped', 'kept raw', 'unpaired', 'dropped'].map(count),
        ],
        rows: sources.map(({ file, reader, version, ledger }) => [
          file,
          reader,
          version,
          ledger.read,
          ledger.mapped,
          ledger.raw,
          ledger.unpaired,
          ledger.dropped,
        ]),
      },
    ],
    notes: [...(skipped > 0 ? [`${skipped} other files hold no results`] : []), ...problems],
  };
}

const MOST_SHOWN = 12;

function findingsSection({ findings, findingCounts, withoutMarked }: Results): Section {
  const shown = Object.entries(findingCounts).flatMap(([check, total]) => {
    const own = findings.filter((finding) => finding.check === check);
    const rows = own
      .slice(0, MOST_SHOWN)
      .map(({ level, file, record = '', field = '', what }) => [
        level,
        [file, record].filter(Boolean).join(', '),
        field,
        what,
      ]);
    return total > rows.length
      ? [...rows, ['', `and ${total - rows.length} more of ${check}`, '', '']]
      : rows;
  });
  const tables: SectionTable[] = [];
  if (shown.length > 0)
    tables.push({
      title: 'Findings',
      columns: [text('level'), text('where'), text('field'), text('what')],
      rows: shown,
    });
  if (withoutMarked.length > 0)
    tables.push({
      title: 'With and without the runs in doubt',
      columns: [
        text('check'),
        text('scorer'),
        text('group'),
        count('runs'),
        score('their mean'),
        score('all'),
        score('without'),
      ],
      rows: withoutMarked.map(({ check, scorer, label, marked, markedMean, all, without }) => [
        check,
        scorer,
        label,
        marked,
        markedMean,
        all,
        without,
      ]),
    });
  const helps = Object.keys(findingCounts).map((check) => {
    const { title, help } = CHECKS[check as keyof typeof CHECKS];
    return `${title}. ${help}`;
  });
  return {
    id: 'findings',
    title: 'What is wrong with these numbers',
    about: 'Each finding names the record that shows it.',
    tables,
    notes: helps.length > 0 ? helps : ['Nothing was found'],
  };
}

/** Figures that are made under the same conventions. */
function publishedTable(title: string, published: Results['published']): SectionTable {
  const names = [...new Set(published.flatMap(({ figures }) => Object.keys(figures)))];
  return {
    title,
    columns: [
      text('file'),
      text('scorer'),
      text('metric'),
      score('published'),
      ...names.map(score),
      text('given by'),
    ],
    rows: published.map(({ file, scorer, metric, value, figures, matches }) => [
      file,
      scorer,
      metric,
      value,
      ...names.map((name) => figures[name] ?? null),
      matches.join('; ') || 'none',
    ]),
  };
}

function publishedSection({ published }: Results): readonly Section[] {
  if (published.length === 0) return [];
  const isPassK = ({ figures }: Results['published'][number]): boolean => 'all planned runs' in figures;
  const tables = [
    publishedTable(
      'Published, and recomputed',
      published.filter((one) => !isPassK(one)),
    ),
    publishedTable('pass^k as published, and recomputed', published.filter(isPassK)),
  ];
  return [
    {
      id: 'published',
      title: 'Figures that the logs print',
      about: 'Beside each, what its own runs give under each convention.',
      tables: tables.filter(({ rows }) => rows.length > 0),
      notes: [],
    },
  ];
}

function attemptTables({ directions, retries, passK }: Results): readonly SectionTable[] {
  return [
    {
      title: 'Errors in either direction',
      columns: [
        text('scorer'),
        text('group'),
        count('errors'),
        ...['dropped', 'as failures', 'as successes'].map(score),
      ],
      rows: directions.map(({ scorer, label, errors, dropped, asFailure, asSuccess }) => [
        scorer,
        label,
        errors,
        dropped,
        asFailure,
        asSuccess,
      ]),
    },
    {
      title: 'First, last and any attempt',
      columns: [
        text('scorer'),
        text('group'),
        count('tasks'),
        count('attempts'),
        ...['first', 'last', 'any'].map(score),
      ],
      rows: retries.map(({ scorer, label, tasks, attempts, first, last, any }) => [
        scorer,
        label,
        tasks,
        attempts,
        first,
        last,
        any,
      ]),
    },
    {
      title: 'pass^k under both conventions',
      columns: [
        text('scorer'),
        text('group'),
        count('k'),
        score('judged runs'),
        count('tasks'),
        score('planned runs'),
        count('tasks'),
      ],
      rows: passK.map(({ scorer, label, k, judged, judgedTasks, planned, plannedTasks }) => [
        scorer,
        label,
        k,
        judged,
        judgedTasks,
        planned,
        plannedTasks,
      ]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function setTables({ equalN, identical }: Results): readonly SectionTable[] {
  return [
    {
      title: 'At equal n: the tasks and trials that all groups scored',
      columns: [
        text('scorer'),
        text('group'),
        count('n'),
        ...['mean', 'worst', 'CVaR@0.2', 'Rel@0.9', 'Rel@0.5'].map(score),
      ],
      rows: equalN.map(({ scorer, label, n, mean, worst, cvar, reliability90, reliability50 }) => [
        scorer,
        label,
        n,
        mean,
        worst,
        cvar,
        reliability90,
        reliability50,
      ]),
    },
    {
      title: 'The same bytes from different models',
      columns: [text('first'), text('second'), text('scaffold'), count('shared'), count('the same')],
      rows: identical.map(({ a, b, scaffold, shared, same }) => [a, b, scaffold, shared, same]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function attemptsSection(results: Results): readonly Section[] {
  const tables = [...attemptTables(results), ...setTables(results)];
  if (tables.length === 0) return [];
  return [
    {
      id: 'attempts',
      title: 'What the figure depends on',
      about: 'An attempt without a score counts as 0 where attempts are compared.',
      tables,
      notes: [],
    },
  ];
}

/** The folder that all sources lie in, with a slash; empty where there is none or only one source. */
function sharedFolder(sources: Results['sources']): string {
  const [first, ...others] = sources.map(({ file }) => file);
  if (first === undefined || others.length === 0) return '';
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !others.every((file) => file.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return first.slice(0, end);
}

/** The same with files named from the folder that all of them lie in, which is said once. */
function named(results: Results): { readonly results: Results; readonly folder: string } {
  const folder = sharedFolder(results.sources);
  if (folder === '') return { results, folder };
  const short = (text: string): string => text.replaceAll(folder, '');
  return {
    folder,
    results: {
      ...results,
      sources: results.sources.map((source) => ({
        ...source,
        file: short(source.file),
        problems: source.problems.map((problem) => ({ ...problem, what: short(problem.what) })),
      })),
      findings: results.findings.map((finding) => ({ ...finding, file: short(finding.file) })),
      published: results.published.map((figure) => ({ ...figure, file: short(figure.file) })),
    },
  };
}

/** Everything that some logs show, in the order in which a reader wants it. Terminal and Markdown are written from it. */
export function resultsSections(given: Results): readonly Section[] {
  const { results, folder } = named(given);
  const { stats, comparisons } = results;
  const sources = sourcesSection(results);
  return [
    folder === '' ? sources : { ...sources, notes: [`Files are named from ${folder}`, ...sources.notes] },
    findingsSection(results),
    ...publishedSection(results),
    ...attemptsSection(results),
    ...(stats ? statsSections(stats) : []),
    ...comparisons.map(comparisonSection),
  ];
}
