import type { HarnessSheet, TrialCase, TrialGridCell, TrialReport } from './document.ts';

const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '–' : `${(100 * share).toFixed(1)} %`;

const words = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

function sheetLines(sheet: HarnessSheet): readonly string[] {
  const { harness, runs, trials, harnessLayer, pinned, clean, verified, points, labels, links } = sheet;
  const { micro } = harnessLayer;
  const interval = micro ? ` (${percent(micro.interval.lo)} to ${percent(micro.interval.hi)})` : '';
  return [
    `${harness}: ${runs} runs of ${trials} trials`,
    `  harness lines  ${micro ? `${micro.k}/${micro.n}, ` : ''}${percent(micro?.share)}${interval}; by runs ${percent(harnessLayer.macro)}`,
    `  pinned agent   ${pinned.micro ? `${pinned.micro.k}/${pinned.micro.n}, ` : ''}${percent(pinned.micro?.share)}`,
    `  clean ${clean}/${runs}, verified ${verified}/${runs}, ${points === null ? '–' : points.toFixed(1)} of 100 points`,
    `  attribution    ${words(labels)}; candidate links: ${words(links)}`,
  ];
}

function shownCell(cell: TrialGridCell | undefined): string {
  if (!cell) return '';
  if (cell.state === 'scored') return percent(cell.held);
  return cell.state;
}

function grid({ trials, sheets, cells }: TrialReport): readonly string[] {
  const harnesses = [...new Set(cells.map(({ harness }) => harness))];
  const widths = harnesses.map((harness) => Math.max(harness.length, 14));
  const row = (head: string, each: readonly string[]): string =>
    [head.padEnd(6), ...each.map((text, at) => text.padStart(widths[at] ?? 0))].join('  ').trimEnd();
  if (trials.length === 0 || sheets.length === 0) return [];
  return [
    'Harness lines that hold, by trial',
    row('', harnesses),
    ...trials.map(({ id }) =>
      row(
        id,
        harnesses.map((harness) =>
          shownCell(cells.find((cell) => cell.trial === id && cell.harness === harness)),
        ),
      ),
    ),
  ];
}

function caseLines({
  criterion,
  requires,
  harness,
  failed,
  runs,
  reason,
  place,
  defect,
}: TrialCase): readonly string[] {
  return [
    `${criterion}  ${requires}`,
    `    ${harness}, ${failed} of ${runs} runs: ${reason}${defect ? '' : ' (shows no defect)'}`,
    ...(place === '' ? [] : [`    evidence: ${place}`]),
  ];
}

/** The ledger in one line: what was planned, and what became of each run. */
function ledgerLine({ ledger }: TrialReport): string {
  const { planned, scored, unsupported, nonComparable, errored, timedOut, missing, replaced } = ledger;
  return (
    `${planned} planned = ${scored} scored + ${unsupported} unsupported + ${nonComparable} non-comparable + ` +
    `${errored} errored + ${timedOut} timed out + ${missing} missing; ${replaced} attempts replaced`
  );
}

/** Runs of trials for a terminal: sheets, grid, the cases behind the zeros, what could not be run and why. */
export function trialText(report: TrialReport): string {
  const { sheets, cases, cells, notes } = report;
  const harnessCases = cases.filter(({ sheet }) => sheet === 'harness');
  const left = cells.filter(({ state }) => state !== 'scored' && state !== 'missing');
  const blocks = [
    sheets.flatMap(sheetLines),
    grid(report),
    harnessCases.length === 0 ? [] : ['Harness lines that failed', ...harnessCases.flatMap(caseLines)],
    left.length === 0
      ? []
      : [
          'Not scored',
          ...left.map(
            ({ trial, harness, state, reason }) => `  ${trial} under ${harness}: ${state}, ${reason}`,
          ),
        ],
    [ledgerLine(report), ...notes],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}
