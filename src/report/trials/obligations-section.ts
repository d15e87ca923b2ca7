import type { Section } from '../study/section.ts';
import type { Obligations } from './obligations-document.ts';

const text = (title: string) => ({ title, format: 'text' }) as const;
const count = (title: string) => ({ title, format: 'count' }) as const;

/** What changed from one version of a harness to another, line by line. */
export function obligationsSection(pairs: readonly Obligations[]): Section {
  return {
    id: 'obligations',
    title: 'Obligations that changed state',
    about:
      'Each line that both versions were judged on, by all its runs. A line changed when it holds, fails, or varies on one side and does something else on the other.',
    tables: [
      {
        title: 'Versions',
        columns: [text('first'), text('second'), count('lines'), count('unchanged'), count('changed')],
        rows: pairs.map(({ before, after, lines, unchanged, changes }) => [
          ...[before, after, lines, unchanged, changes.length],
        ]),
      },
      ...pairs.map(({ before, after, changes }) => ({
        title: `${before} → ${after}`,
        columns: ['line', 'change', 'first', 'second', 'requires', 'what was seen'].map(text),
        rows: changes.map(({ criterion, change, before: a, after: b, requires, reason }) => [
          ...[criterion, change, `${a.held}/${a.runs}`, `${b.held}/${b.runs}`, requires, reason],
        ]),
      })),
      ...pairs.map(({ before, after, trials }) => ({
        title: `Scored on one side only, ${before} → ${after}`,
        columns: ['trial', 'first', 'second'].map(text),
        rows: trials.map(({ trial, before: a, after: b }) => [trial, a, b]),
      })),
    ].filter(({ rows }) => rows.length > 0),
    notes: [],
  };
}
