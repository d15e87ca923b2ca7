import { readFileSync } from 'node:fs';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { wilsonInterval } from '../../stats/proportion.ts';
import type { PaperComparison, StudyAnalysis, StudyTable } from '../../study/built-in.ts';
import { comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { SIGNATURES, type Signature, signatureOf } from './trace-signature.ts';

const TASK = 'T3_duplicates';

const TITLES: Readonly<Record<Signature, string>> = {
  'solved-after-page-zero': 'Solved after 3–4 × page 0',
  'solved-otherwise': 'Solved otherwise',
  'four-then-empty': '4 × page 0, then empty',
  'five-to-nine-then-empty': '5–9 × page 0, then empty',
  'malformed-or-claimed': 'Malformed, or claimed without data',
  'failed-otherwise': 'Failed otherwise',
  'no-trace': 'No trace',
};

/** Rows of Table A14, in the order in which it prints them. */
const PRINTED: readonly Signature[] = [
  'solved-after-page-zero',
  'four-then-empty',
  'five-to-nine-then-empty',
  'malformed-or-claimed',
];

const PRINTED_MODEL = 'gpt-4o';
const PRINTED_EPISODES = 30;

type Counts = Readonly<Record<Signature, number>>;

interface Tally {
  readonly model: string;
  readonly counts: Counts;
  readonly n: number;
}

function printedCounts(): readonly number[] {
  const file = new URL('../../../data/paper/forensics.json', import.meta.url);
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly rows: readonly { readonly n: number }[];
  };
  return rows.map(({ n }) => n);
}

function classify(record: EpisodeRecord, textOf: AnalysisInput['textOf']): Signature | undefined {
  const { state, trace, coordinates } = record;
  if (state !== 'scored' && state !== 'no-submission') return undefined;
  if (trace === undefined) return 'no-trace';
  return signatureOf(textOf(trace), comtradeDefinition(coordinates.task).rows);
}

function tally(model: string, { records, textOf }: AnalysisInput): Tally {
  const own = records.filter(({ coordinates }) => coordinates.model === model);
  const counts = Object.fromEntries(SIGNATURES.map((name) => [name, 0])) as Record<Signature, number>;
  for (const record of own) {
    const signature = classify(record, textOf);
    if (signature !== undefined) counts[signature] += 1;
  }
  return { model, counts, n: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

const solvedIn = (counts: Counts): number => counts['solved-after-page-zero'] + counts['solved-otherwise'];

function numbersOf({ counts, n }: Tally): Readonly<Record<string, number | null>> {
  const read = n - counts['no-trace'];
  if (read === 0) return { n, ...counts, solved: null, lo: null, hi: null };
  const solved = solvedIn(counts);
  const { lo, hi } = wilsonInterval(solved, read);
  return { n, ...counts, solved: solved / read, lo, hi };
}

function signatureTable(tallies: readonly Tally[]): StudyTable {
  const columns = [
    { key: 'n', title: 'Episodes' },
    ...SIGNATURES.map((key) => ({ key, title: TITLES[key] })),
    { key: 'solved', title: 'Solve rate' },
    { key: 'lo', title: 'Wilson from' },
    { key: 'hi', title: 'to' },
  ];
  const ours = tallies.map((each) => ({
    label: each.model,
    origin: 'executed' as const,
    numbers: numbersOf(each),
  }));
  const printed = Object.fromEntries(PRINTED.map((name, at) => [name, printedCounts()[at] ?? null]));
  const paper = {
    label: 'GPT-4o, Table A14',
    origin: 'quoted' as const,
    numbers: { n: PRINTED_EPISODES, ...printed },
  };
  const all = Object.fromEntries(columns.map(({ key }) => [key, null]));
  return {
    title: 'Episodes by the signature of their transcript',
    columns,
    rows: [...ours, { ...paper, numbers: { ...all, ...paper.numbers } }],
  };
}

/** Only the model that the paper read is set beside the paper's counts. */
function compared(tallies: readonly Tally[]): readonly PaperComparison[] {
  return tallies
    .filter(({ model }) => model.includes(PRINTED_MODEL))
    .flatMap(({ model, counts }) =>
      PRINTED.map((name, at) => ({
        label: `${model}: ${TITLES[name]}`,
        ours: counts[name],
        paper: printedCounts()[at] ?? 0,
        printed: `${printedCounts()[at]} of ${PRINTED_EPISODES}`,
        source: 'Table A14',
      })),
    );
}

/**
 * Reads every transcript of T3 anew and sorts the episodes by their signature (Table A14, Section C.6). Works from the
 * traces alone, so that it can be run again over any archive that kept them.
 *
 * @throws MeasurandError `foreign-episode` for a task whose pages are not numbered as T3's are
 */
export function forensics(input: AnalysisInput): StudyAnalysis {
  const stranger = input.records.find(({ coordinates }) => coordinates.task !== TASK);
  if (stranger) {
    throw new MeasurandError('foreign-episode', `forensics reads ${TASK}, not ${stranger.coordinates.task}`, {
      record: stranger.id,
      next: `Declare tasks: [${TASK}]`,
    });
  }
  const models = [...new Set(input.records.map(({ coordinates }) => coordinates.model))];
  const tallies = models.map((model) => tally(model, input));
  const unread = tallies.reduce((sum, { counts }) => sum + counts['no-trace'], 0);
  return {
    format: 'measurand.study-analysis/1',
    study: 'forensics',
    title: 'Forensics: how episodes of T3 ended, by their transcripts',
    denominator: input.ledger,
    forest: [],
    curves: [],
    tables: [signatureTable(tallies)],
    comparisons: compared(tallies),
    statements: [],
    notes: [
      'A signature is read off the transcript by fixed rules; a declared failure is one of a few words in metadata or log.',
      ...(unread > 0 ? [`${unread} episodes kept no trace: declare traces: true, or run with --traces`] : []),
    ],
  };
}
