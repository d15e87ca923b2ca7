import { isCount } from '../../text/study.ts';
import type { StudyReport } from '../document.ts';
import { type Format, type Section, type SectionTable, shown } from '../section.ts';

type Declared = NonNullable<StudyReport['study']>;
type Analysis = NonNullable<Declared['analysis']>;

const quoted = (label: string, origin: string): string => (origin === 'quoted' ? `${label} (quoted)` : label);

function forest({ forest: rows }: Analysis): readonly SectionTable[] {
  if (rows.length === 0) return [];
  return [
    {
      title: 'Effects',
      columns: [
        { title: '', format: 'text' },
        { title: 'n', format: 'count' },
        { title: 'difference', format: 'difference' },
        { title: '95 %', format: 'differences' },
        { title: 'p', format: 'p' },
        { title: 'p, adjusted', format: 'p' },
        { title: 'standing', format: 'text' },
      ],
      rows: rows.map(({ label, origin, n, delta, lo, hi, p, pHolm, standing }) => [
        quoted(label, origin),
        n,
        delta,
        { lo, hi },
        p,
        pHolm,
        standing ?? null,
      ]),
    },
  ];
}

/** Study tables name no format: a p-value is known by its title, a count by its values. */
function formatOf(title: string, values: readonly (number | null | undefined)[]): Format {
  if (/^p\b/.test(title)) return 'p';
  return isCount(values) ? 'count' : 'score';
}

function tables({ tables: all }: Analysis): readonly SectionTable[] {
  return all.map(({ title, columns, rows }) => ({
    title,
    columns: [
      { title: '', format: 'text' },
      ...columns.map(({ key, title: head }) => ({
        title: head,
        format: formatOf(
          head,
          rows.map(({ numbers }) => numbers[key]),
        ),
      })),
    ],
    rows: rows.map(({ label, origin, numbers }) => [
      quoted(label, origin),
      ...columns.map(({ key }) => numbers[key] ?? null),
    ]),
  }));
}

function comparisons({ comparisons: rows }: Analysis): readonly SectionTable[] {
  if (rows.length === 0) return [];
  return [
    {
      title: 'Beside the paper: a replication, not a recomputation',
      columns: [
        { title: '', format: 'text' },
        { title: 'ours', format: 'text' },
        { title: 'paper', format: 'text' },
        { title: 'source', format: 'text' },
      ],
      rows: rows.map(({ label, ours, printed, source }) => [
        label,
        shown(ours, formatOf(label.split(': ').at(-1) ?? '', [ours])),
        printed,
        source,
      ]),
    },
  ];
}

function analysisSection(analysis: Analysis, notes: readonly string[]): Section {
  return {
    id: `study-${analysis.study}`,
    title: analysis.title,
    about: 'What the study itself declares: its tests, its tables, and what its registration makes of them.',
    tables: [...forest(analysis), ...tables(analysis), ...comparisons(analysis)],
    notes: [
      ...notes,
      ...analysis.statements.map(({ text, holds }) => `${holds ? 'Holds' : 'Does not hold'}: ${text}`),
      ...analysis.notes,
    ],
  };
}

function registrationNotes({ registration, foreign }: Declared): readonly string[] {
  const beside =
    foreign > 0 ? [`${foreign} episodes of the archive are not in the plan, and are not shown`] : [];
  if (!registration?.digest) return beside;
  return [`Registered as ${registration.digest}, by a clock that said ${registration.frozen}`, ...beside];
}

/** The analysis says them itself; without one they must be said all the same. */
const deviationNotes = ({ registration }: Declared): readonly string[] =>
  (registration?.deviations ?? []).map((says) => `Deviation: ${says}`);

/** The part of a report that a named study declares; nothing when none was named. */
export function declaredSections({ study, stats }: StudyReport): readonly Section[] {
  if (!study) return [];
  const notes = registrationNotes(study);
  if (!study.analysis) {
    const missing = `${stats.ledger.states.missing} planned episodes are missing, so the declared analysis is not shown: it stands for the whole study, and an earlier look would spend it`;
    return [
      {
        id: `study-${study.id}`,
        title: study.title,
        about: 'What the study itself declares.',
        tables: [],
        notes: [missing, ...notes, ...deviationNotes(study)],
      },
    ];
  }
  return [
    analysisSection(study.analysis, notes),
    ...study.details.map((detail, at) => ({
      ...analysisSection(detail, []),
      id: `detail-${at}-${detail.study}`,
    })),
  ];
}
