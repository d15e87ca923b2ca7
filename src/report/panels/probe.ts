import type { OfProfile } from '../../audit/document.ts';
import type { ProbeRow } from '../../audit/types.ts';
import { foldedNumbers } from '../html/table.ts';
import type { Markup } from '../markup.ts';
import { fixed, NO_VALUE } from '../number.ts';
import { probePlot } from '../plots/probe.ts';
import { figure, panel } from './frame.ts';

function numbers(caption: string, rows: readonly ProbeRow[]): Markup {
  const parts = [...new Set(rows.flatMap((row) => Object.keys(row.judgeParts)))];
  const columns = [
    { title: 'Submission' },
    ...['Rows', 'Judge', 'Truth by id', 'Truth by record', ...parts].map((title) => ({
      title,
      number: true,
    })),
  ];
  return foldedNumbers(
    caption,
    columns,
    rows.map((row) => [
      row.title,
      fixed(row.rows, 0),
      ...[row.judge, row.truthById, row.truthByRecord].map((value) => fixed(value, 3)),
      ...parts.map((part) => {
        const points = row.judgeParts[part];
        return points === undefined ? NO_VALUE : fixed(points, 2);
      }),
    ]),
  );
}

function figures({ profile, data }: OfProfile<readonly ProbeRow[]>, at: number): readonly Markup[] {
  return [...new Set(data.map((row) => row.task))].map((task, i) => {
    const rows = data.filter((row) => row.task === task);
    const caption = `${profile}: ${task}`;
    const drawing = probePlot(rows, { id: `probe-${at}-${i}`, title: `Judge and truth, ${caption}` });
    return figure(caption, 'executed', drawing, numbers(caption, rows));
  });
}

/** What the shipped judge pays for submissions whose true worth is known. */
export function probePanel(profiles: readonly OfProfile<readonly ProbeRow[]>[]): Markup {
  const about =
    'Forged and honest submissions under both scorers. A long upper bar over a short lower one is credit for work that was not done; the reverse is work that was done and not credited.';
  return panel({ id: 'probe', title: 'Scorer probe', about }, profiles.flatMap(figures));
}
