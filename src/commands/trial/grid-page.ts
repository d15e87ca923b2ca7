import { sectionsMarkdown } from '../../report/study/markdown.ts';
import type { Section, SectionTable } from '../../report/study/section.ts';
import type { TrialReport } from '../../report/trials/document.ts';
import { trialSections } from '../../report/trials/sections.ts';
import type { ComparedCell } from './by-hand.ts';
import type { ReplayedLink } from './replay.ts';

/** What the proofs keep of the grid: the report, and the tables of before beside it. */
export interface ProvenGrid extends TrialReport {
  readonly byHand: readonly ComparedCell[];
}

/** What the proofs keep of links. */
export interface ProvenLinks {
  readonly counts: Readonly<Record<'validated' | 'refuted' | 'inconclusive', number>>;
  readonly links: readonly (ReplayedLink & { readonly harness: string })[];
}

/** Lines that tell harnesses apart in a way that a reader remembers. */
const TELLING: readonly string[] = [
  ...['T15.H1', 'T73.H1', 'T73.H2', 'T75.H1', 'T75.H2', 'T77.H3', 'T84.H3', 'T44.H3', 'T47.H1', 'T47.H2'],
  ...['T60.H1', 'T60.H4', 'T18.H1', 'T30.H7', 'T81.H1'],
];
const SEEN = 150;

const text = (title: string) => ({ title, format: 'text' }) as const;
const short = (words: string): string => {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= SEEN ? line : `${line.slice(0, SEEN - 50)} … ${line.slice(-46)}`;
};

function tellingTables({ differences }: TrialReport): readonly SectionTable[] {
  return differences
    .filter(({ criterion }) => TELLING.includes(criterion))
    .map(({ criterion, requires, shares }) => ({
      title: `${criterion}: ${requires}`,
      columns: ['harness', 'holds', 'what was seen', 'request body'].map(text),
      rows: shares.map(({ harness, held, runs, evidence }) => [
        harness,
        `${held} of ${runs}`,
        short(evidence.reason),
        evidence.request.slice(0, 12),
      ]),
    }));
}

function repeatsTable({ repeats }: TrialReport): SectionTable {
  return {
    title: `${repeats.agreeing} of ${repeats.lines} lines are decided alike by all runs; these are not`,
    columns: ['line', 'harness', 'holds', 'seeds that failed, and what was seen'].map(text),
    rows: repeats.disagreements.map(({ criterion, harness, held, runs, failed }) => [
      criterion,
      harness,
      `${held} of ${runs}`,
      failed.map(({ seed, reason }) => `${seed}: ${short(reason)}`).join('; '),
    ]),
  };
}

function byHandTable({ byHand }: ProvenGrid): SectionTable {
  const agreeing = byHand.filter(({ agrees }) => agrees).length;
  return {
    title: `${agreeing} of ${byHand.length} cells agree; these do not`,
    columns: ['line', 'harness', 'row of the table', 'the table says', 'holds', 'what was seen', 'why'].map(
      text,
    ),
    rows: byHand
      .filter(({ agrees }) => !agrees)
      .map(({ criterion, harness, row, says, held, runs, saw = '', why = 'not looked into' }) => [
        ...[criterion, harness, row, says, `${held} of ${runs}`],
        ...[short(saw), why],
      ]),
  };
}

function linksTable({ links }: ProvenLinks): SectionTable {
  return {
    title: 'Links tried by intervention',
    columns: ['link', 'harness', 'outcome', 'distortion', 'why'].map(text),
    rows: links.map(({ chain, harness, outcome, distortion, reason }) => [
      ...[chain, harness, outcome, distortion, reason],
    ]),
  };
}

function sections(grid: ProvenGrid, links: ProvenLinks): readonly Section[] {
  const sheets = trialSections(grid).filter(({ id }) => id === 'trial-sheets');
  return [
    ...sheets,
    {
      id: 'telling',
      title: 'The most telling differences',
      about:
        'What the rule saw in the first run in which the line failed, or in the first run, and the digest of the request body that shows it. All differences stand in docs/proofs/trials.json.',
      tables: tellingTables(grid),
      notes: [],
    },
    {
      id: 'repeats',
      title: 'Do repeats agree?',
      about:
        'Runs of one pair differ in their private values. In T60 these include the case: an overload that never clears, a refusal, an empty body.',
      tables: [repeatsTable(grid)],
      notes: [],
    },
    {
      id: 'by-hand',
      title: 'Beside what was measured by hand',
      about:
        'Cells of the probe tables that were measured by hand, of the same versions, before there were trials, beside the lines that ask for the same.',
      tables: [byHandTable(grid)],
      notes: [],
    },
    {
      id: 'links',
      title: 'Links',
      about:
        'Every chain that a run activated and that declares a repair: the trial as it is, then with what was lost put back on its way to the model. Both traces stand side by side in docs/proofs/links.json.',
      tables: [linksTable(links)],
      notes: [],
    },
  ];
}

/** The page of docs on what the grid of trials and harnesses showed. */
export function gridPage(grid: ProvenGrid, links: ProvenLinks): string {
  return sectionsMarkdown('Twenty trials on eight harnesses', sections(grid, links));
}
