import type { ReproducedNumber, ReproducedTable, Reproduction } from '../commands/reproduce/types.ts';
import { listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

const COLUMNS = ['exact', 'consistent', 'unprinted', 'mismatch', 'not-recomputable'] as const;
const HEADINGS = ['exact', 'consistent', 'unprinted', 'mismatch', 'not recomputable'] as const;

const LEGEND = [
  'exact: recomputed from printed raw numbers, every printed digit agrees',
  'consistent: agrees with what else is printed, but its own raw numbers are not printed',
  'unprinted: recomputed, where the paper prints no digits',
  'not recomputable: the raw numbers are not printed; nothing is claimed about these',
];

function numberLine({ name, printed, recomputed, status, note }: ReproducedNumber): string {
  const values = [
    printed === null ? '' : `printed ${printed}`,
    recomputed === null ? '' : `recomputed ${recomputed}`,
  ];
  const shown = [...values.filter((value) => value !== ''), note ?? ''].filter((part) => part !== '');
  return `  ${status.replace('-', ' ')}  ${name}: ${shown.join('; ')}`;
}

/** One line for each reason, with the numbers that it holds back. */
function missingLines({ numbers }: ReproducedTable): readonly string[] {
  const byReason = new Map<string, number>();
  for (const { status, note = '' } of numbers) {
    if (status === 'not-recomputable') byReason.set(note, (byReason.get(note) ?? 0) + 1);
  }
  return [...byReason].map(([reason, count]) => `  ${count} not recomputable: ${reason}`);
}

function overview(tables: readonly ReproducedTable[]): string {
  const rows = tables.map(({ id, status, counts, title }) => [
    id,
    status,
    ...COLUMNS.map((column) => String(counts[column] || '·')),
    title,
  ]);
  const lines = [['table', 'status', ...HEADINGS, ''], ...rows];
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const right = (i: number): boolean => i > 1 && i < COLUMNS.length + 2;
  return lines
    .map((line) =>
      line
        .map((cell, i) => (right(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function detail(table: ReproducedTable, verbose: boolean): string | null {
  const listed = table.numbers.filter(({ status }) => verbose || status === 'mismatch').map(numberLine);
  const lines = [
    ...listed,
    ...(verbose ? [] : missingLines(table)),
    ...table.notes.map((note) => `  ${note}`),
  ];
  return lines.length === 0 ? null : [`${table.id}, ${table.source}`, ...lines].join('\n');
}

function summary({ tables, counts }: Reproduction): string {
  const compared = counts.exact + counts.consistent + counts.mismatch;
  const outcome = counts.mismatch === 0 ? 'no digit differs' : `${counts.mismatch} DIFFER`;
  return `${tables.length} tables: ${compared} printed numbers compared, ${outcome}; ${counts['not-recomputable']} printed, not recomputable`;
}

function text(reproduction: Reproduction, verbose: boolean): string {
  const details = reproduction.tables.map((table) => detail(table, verbose)).filter((part) => part !== null);
  return [overview(reproduction.tables), LEGEND.join('\n'), ...details, summary(reproduction)].join('\n\n');
}

export default defineCliCommand({
  name: 'reproduce',
  description: "Recompute every number of the papers' tables whose raw data are printed",
  args: {
    table: {
      type: 'string',
      description: 'Only these tables, such as A12 or A1,A2; all without it',
      valueHint: 'ID,ID',
    },
    data: {
      type: 'string',
      description: 'Folder of the printed numbers, in place of the one that ships',
      valueHint: 'DIR',
    },
    verbose: { type: 'boolean', description: 'List every number, printed and recomputed' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand reproduce',
      shows: 'table by table what reproduces, and what cannot be recomputed and why',
    },
    {
      line: 'measurand reproduce --table A1 --verbose',
      shows: 'every number of Table A1, printed and recomputed',
    },
  ],
  async run(args, terminal) {
    const tables = listOption('table', args.table);
    const { reproduce, reproduceExit } = await import('../commands/reproduce/reproduce.ts');
    const reproduction = reproduce({
      ...(args.data === undefined ? {} : { folder: args.data }),
      ...(tables === undefined ? {} : { tables }),
    });
    if (args.json) terminal.json(reproduction);
    else terminal.print(text(reproduction, args.verbose === true));
    return reproduceExit(reproduction);
  },
});
