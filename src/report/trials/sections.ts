import type { Cell, Section, SectionTable } from '../study/section.ts';
import type { AlignedTrial, HarnessSheet, TrialReport } from './document.ts';
import { layerSections } from './layers-sections.ts';
import { liveSections } from './live-sections.ts';

const text = (title: string) => ({ title, format: 'text' }) as const;
const count = (title: string) => ({ title, format: 'count' }) as const;
const share = (title: string) => ({ title, format: 'share' }) as const;

const wordsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ') || 'none';

function ledgerTable({ ledger }: TrialReport): SectionTable {
  const { planned, scored, unsupported, nonComparable, errored, timedOut, missing, replaced } = ledger;
  return {
    title: 'Runs',
    columns: [
      text(''),
      ...[
        'planned',
        'scored',
        'unsupported',
        'non-comparable',
        'errored',
        'timed out',
        'missing',
        'replaced',
      ].map(count),
    ],
    rows: [['runs', planned, scored, unsupported, nonComparable, errored, timedOut, missing, replaced]],
  };
}

function sheetRow({
  harness,
  runs,
  trials,
  harnessLayer,
  pinned,
  live,
  ...sheet
}: HarnessSheet): readonly Cell[] {
  const { micro, macro } = harnessLayer;
  return [
    harness,
    trials,
    runs,
    micro?.k ?? null,
    micro?.n ?? null,
    micro?.share ?? null,
    micro?.interval ?? null,
    macro,
    pinned.micro?.share ?? null,
    live.micro?.share ?? null,
    sheet.agentSuccess?.share ?? null,
    sheet.unjudged,
    sheet.clean,
    sheet.verified,
    sheet.points,
  ];
}

function sheetsTable({ sheets }: TrialReport): SectionTable {
  return {
    title: 'Score sheets',
    columns: [
      text('harness'),
      count('trials'),
      count('runs'),
      count('lines held'),
      count('lines'),
      share('share'),
      { title: '95 %', format: 'interval' },
      share('by runs'),
      share('pinned agent'),
      share('live agent'),
      share('agent success'),
      count('unjudged'),
      count('clean'),
      count('verified'),
      { title: 'points of 100', format: 'score' },
    ],
    rows: sheets.map(sheetRow),
  };
}

/** One row a trial, one column a harness: the share of Harness lines that hold, or why there is none. */
function gridTable({ trials, cells }: TrialReport): SectionTable {
  const harnesses = [...new Set(cells.map(({ harness }) => harness))];
  const cellOf = (trial: string, harness: string): Cell => {
    const cell = cells.find((each) => each.trial === trial && each.harness === harness);
    return cell === undefined ? null : cell.state === 'scored' ? cell.held : cell.state;
  };
  return {
    title: 'Harness lines that hold, by trial and harness',
    columns: [text('trial'), text('dimension'), ...harnesses.map(share)],
    rows: trials.map(({ id, title, dimension }) => [
      `${id} ${title}`,
      dimension,
      ...harnesses.map((harness) => cellOf(id, harness)),
    ]),
  };
}

function differencesTable({ differences, sheets }: TrialReport): SectionTable {
  const harnesses = sheets.map(({ harness }) => harness);
  return {
    title: 'Lines on which harnesses differ',
    columns: [text('line'), text('requires'), ...harnesses.map(text)],
    rows: differences.map(({ criterion, requires, shares }) => [
      criterion,
      requires,
      ...harnesses.map((name) => {
        const own = shares.find(({ harness }) => harness === name);
        return own ? `${own.held}/${own.runs}` : '';
      }),
    ]),
  };
}

function disagreementsTable({ repeats }: TrialReport): SectionTable {
  return {
    title: 'Lines on which runs of one pair disagree',
    columns: ['line', 'harness', 'held', 'seeds that failed, and what was seen'].map(text),
    rows: repeats.disagreements.map(({ criterion, harness, held, runs, failed }) => [
      criterion,
      harness,
      `${held}/${runs}`,
      failed.map(({ seed, reason }) => `${seed}: ${reason}`).join('; '),
    ]),
  };
}

function casesTable({ cases }: TrialReport, sheet: 'harness' | 'agent'): SectionTable {
  return {
    title: sheet === 'harness' ? 'Harness lines that failed' : 'Pinned Agent lines that failed',
    columns: ['line', 'harness', 'failed', 'what was seen', 'where'].map(text),
    rows: cases
      .filter((each) => each.sheet === sheet)
      .map(({ criterion, harness, failed, runs, reason, place, defect }) => [
        criterion,
        harness,
        `${failed}/${runs}`,
        defect ? reason : `${reason} (shows no defect)`,
        place,
      ]),
    ...(sheet === 'agent' ? { detail: true } : {}),
  };
}

function evidenceTable({ cases }: TrialReport): SectionTable {
  return {
    title: 'Evidence behind each failed Harness line',
    columns: ['line', 'harness', 'requires', 'excerpt', 'packet'].map(text),
    rows: cases
      .filter(({ sheet }) => sheet === 'harness')
      .map(({ criterion, harness, requires, excerpt, packet }) => [
        criterion,
        harness,
        requires,
        excerpt,
        packet.slice(0, 16),
      ]),
    detail: true,
  };
}

const NEVER = { shown: '(never shown)', made: '(not called)' };

/** One row a call, one column a harness. */
function alignedTable({ trial, runs, calls }: AlignedTrial): SectionTable {
  return {
    title: `${trial}: what the model was shown, call by call`,
    columns: ['call', ...runs.map(({ harness }) => harness)].map(text),
    rows: calls.map(({ call, results }) => [
      call,
      ...results.map(({ made, shown }) => shown ?? (made ? NEVER.shown : NEVER.made)),
    ]),
    detail: true,
  };
}

function attributionTable({ sheets }: TrialReport): SectionTable {
  return {
    title: 'Attribution of runs',
    columns: [text('harness'), text('labels'), text('activated chains')],
    rows: sheets.map(({ harness, labels, links }) => [harness, wordsOf(labels), wordsOf(links)]),
  };
}

function unscoredTable({ cells }: TrialReport): SectionTable {
  return {
    title: 'Not scored',
    columns: ['trial', 'harness', 'state', 'why'].map(text),
    rows: cells
      .filter(({ state }) => state !== 'scored')
      .map(({ trial, harness, state, reason }) => [trial, harness, state, reason]),
  };
}

const full = (tables: readonly SectionTable[]): readonly SectionTable[] =>
  tables.filter(({ rows }) => rows.length > 0);

/** What runs of trials show, as sections of a report. */
export function trialSections(report: TrialReport): readonly Section[] {
  return [
    {
      id: 'trial-sheets',
      title: 'Trials: score sheets',
      about:
        'A trial has two sheets: what the harness owes to any model, and what the work came to. Rules decide lines from evidence, and a judge those of rubrics; what no judge decided is left out.',
      tables: full([ledgerTable(report), sheetsTable(report), gridTable(report), unscoredTable(report)]),
      notes: report.notes,
    },
    ...layerSections(report.layers),
    ...liveSections(report),
    {
      id: 'trial-cases',
      title: 'Trials: what failed, and the evidence',
      about: 'Each zero of a Harness sheet with what its rule saw, in the first run in which it failed.',
      tables: full([
        differencesTable(report),
        disagreementsTable(report),
        casesTable(report, 'harness'),
        casesTable(report, 'agent'),
        evidenceTable(report),
      ]),
      notes: [],
    },
    {
      id: 'trial-traces',
      title: 'Trials: traces side by side',
      about:
        'Where harnesses differ, the result of each call as each of them showed it to its model: one run a harness, long results with their middle left out.',
      tables: full(report.aligned.map(alignedTable)),
      notes: [],
    },
    {
      id: 'trial-attribution',
      title: 'Trials: attribution',
      about: 'Labels follow from the predeclared chains of each trial. An activated chain is a candidate.',
      tables: full([attributionTable(report)]),
      notes: [],
    },
  ].filter(({ tables }) => tables.length > 0);
}
