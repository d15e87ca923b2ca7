import type { ProbeCell, ProbeMatrix } from '../../scaffolds/native/probes/matrix.ts';
import type { ProbeComparison } from './compare.ts';

const WIDEST_EXCERPT = 160;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= WIDEST_EXCERPT ? line : `${line.slice(0, WIDEST_EXCERPT - 1)}…`;
}

/** How a cell stands to what is known of it. */
function mark(cell: Extract<ProbeCell, { state: 'probed' }>): string {
  if (cell.expected === null) return 'new';
  return cell.value === cell.expected ? 'as known' : `known: ${cell.expected}`;
}

function cellLines(cell: ProbeCell, title: string): string[] {
  if (cell.state === 'not-probed') return [`  ${title}`, `      not probed: ${cell.reason}`];
  const often = cell.agreed === cell.of ? `${cell.of}/${cell.of}` : `only ${cell.agreed}/${cell.of}`;
  const shown = cell.readings.find(({ value }) => value === cell.value);
  return [
    `  ${title}`,
    `      ${cell.value} (${often}, ${mark(cell)})`,
    ...[...new Set(cell.missing ?? [])].map((reason) => `      a repeat without a reading: ${reason}`),
    ...(shown ? [`      “${oneLine(shown.excerpt)}” — ${shown.place}`] : []),
  ];
}

function counts(cells: readonly ProbeCell[]): string {
  const probed = cells.flatMap((cell) => (cell.state === 'probed' ? [cell] : []));
  const known = probed.filter(({ expected }) => expected !== null);
  const same = known.filter(({ value, expected }) => value === expected).length;
  const unsteady = probed.filter(({ agreed, of }) => agreed < of).length;
  return (
    `${probed.length} of ${cells.length} cells probed; ${same} of ${known.length} known ones as known; ` +
    `${unsteady} not the same in every repeat`
  );
}

/** The matrix for a terminal: harness by harness, each cell with the words behind it. */
export function matrixText({ harnesses, probes, cells, failures = [] }: ProbeMatrix): string {
  const titles = new Map(probes.map(({ id, title }) => [id, `${id}: ${title}`]));
  const blocks = harnesses.map(({ id, version, isolation }) => {
    const own = cells.filter(({ harness }) => harness === id);
    const head = version === null ? `${id}: not installed` : `${id} ${version}, isolation ${isolation}`;
    return [head, ...own.flatMap((cell) => cellLines(cell, titles.get(cell.probe) ?? cell.probe))].join('\n');
  });
  const broken = failures.map(
    ({ harness, session, repeat, what }) =>
      `${harness}, session ${session}, repeat ${repeat + 1}: the apparatus failed: ${what}`,
  );
  return [...blocks, ...(broken.length === 0 ? [] : [broken.join('\n')]), counts(cells)].join('\n\n');
}

/** What changed, for a terminal. */
export function comparisonText({ versions, compared, differences }: ProbeComparison): string {
  const of = (value: string | null): string => value ?? 'not probed';
  return [
    ...versions.map(({ harness, before, after }) => `${harness}: ${of(before)} → ${of(after)}`),
    ...differences.map(
      ({ harness, probe, before, after }) => `  ${harness}, ${probe}: ${of(before)} → ${of(after)}`,
    ),
    `${differences.length} cells differ; ${compared} were probed in both`,
  ].join('\n');
}
