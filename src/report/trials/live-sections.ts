import type { Cell, Section, SectionTable } from '../study/section.ts';
import type { TrialReport } from './document.ts';

const text = (title: string) => ({ title, format: 'text' }) as const;
const count = (title: string) => ({ title, format: 'count' }) as const;

type Cost = TrialReport['judging']['cost'];

/** An amount with the day of its price; a model without one costs nobody knows what. */
const costCell = (cost: Cost): Cell =>
  cost === null ? 'no price known' : `${cost.amount.toFixed(4)} ${cost.currency} at prices of ${cost.asOf}`;

const tokenCells = ({
  answered,
  untold,
  input,
  cached,
  output,
}: TrialReport['judging']['tokens']): Cell[] => [answered, untold, input, cached, output];

const TOKEN_COLUMNS = ['answers', 'without counts', 'input tokens', 'of them cached', 'output tokens'].map(
  count,
);

function useTable({ live }: TrialReport): SectionTable {
  return {
    title: 'What live runs used, each answer counted once',
    columns: [
      text('harness and model'),
      count('runs'),
      ...TOKEN_COLUMNS,
      text('cost'),
      count('waits'),
      count('seconds waited'),
      count('lines not exercised'),
    ],
    rows: live.map(({ harness, runs, tokens, cost, waits, waitedSeconds, unexercised }) => [
      harness,
      runs,
      ...tokenCells(tokens),
      costCell(cost),
      waits,
      waitedSeconds,
      unexercised,
    ]),
  };
}

function judgingTable({ judging }: TrialReport): SectionTable {
  const { judge, judges, rubrics, judged, withoutEvidence, unreadable, unjudged, tokens, cost } = judging;
  return {
    title: 'Lines of rubrics, and what their judge used',
    columns: [
      text('judge'),
      count('lines'),
      count('judged'),
      count('zero without evidence'),
      count('unreadable verdicts'),
      count('unjudged'),
      ...TOKEN_COLUMNS,
      text('cost'),
    ],
    rows:
      judges.length === 0
        ? []
        : [
            [
              judge ?? `several (${judges.join(', ')}): name one`,
              ...[rubrics, judged, withoutEvidence, unreadable, unjudged],
              ...tokenCells(tokens),
              costCell(cost),
            ],
          ],
  };
}

/** What live models and judges did and used; none of it where there were none. */
export function liveSections(report: TrialReport): readonly Section[] {
  const tables = [useTable(report), judgingTable(report)].filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) return [];
  return [
    {
      id: 'trial-live',
      title: 'Trials: live models and judges',
      about:
        'Costs are list prices of their day. What a judge used is counted apart from the runs, and an answer that is no verdict is in no total.',
      tables,
      notes: [],
    },
  ];
}
