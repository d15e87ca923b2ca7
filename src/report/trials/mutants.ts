import type { Section } from '../study/section.ts';

/** What is shown of the suite's own validity test. */
export interface ShownMutants {
  readonly trials: readonly string[];
  readonly kinds: readonly string[];
  readonly clean: readonly string[];
  readonly mutants: readonly {
    readonly fault: string;
    readonly says: string;
    readonly state: string;
    readonly named: readonly string[];
    readonly missed: readonly string[];
    readonly beyond: readonly string[];
    readonly failed: Readonly<Record<string, number | undefined>>;
  }[];
}

/** The confusion matrix of planted faults and kinds of line, then each fault with its lines. */
export function mutantSections({ trials, kinds, clean, mutants }: ShownMutants): readonly Section[] {
  const text = (title: string) => ({ title, format: 'text' }) as const;
  return [
    {
      id: 'trial-mutants',
      title: 'Planted faults and what they fail',
      about:
        'Each row is the reference harness with one fault. A cell counts the Harness lines of that kind that failed. Exact: the lines that name the fault failed, and no others.',
      tables: [
        {
          title: 'Harness lines that failed, by kind',
          columns: [text('fault'), ...kinds.map(text), text('verdict')],
          rows: [
            ['none', ...kinds.map(() => ''), clean.length === 0 ? 'holds all' : clean.join(', ')],
            ...mutants.map(({ fault, failed, state }) => [
              fault,
              ...kinds.map((kind) => String(failed[kind] ?? '')),
              state,
            ]),
          ],
        },
        {
          title: 'What each fault is, and the lines that name it',
          columns: ['fault', 'what it does', 'named by', 'missed', 'beyond'].map(text),
          rows: mutants.map(({ fault, says, named, missed, beyond }) => [
            fault,
            says,
            named.join(', '),
            missed.join(', '),
            beyond.join(', '),
          ]),
        },
      ],
      notes: [`Trials: ${trials.join(', ')}`],
    },
  ];
}
