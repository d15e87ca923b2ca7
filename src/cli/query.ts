import type { QueryReport } from '../commands/query/query.ts';
import type { JsonValue } from '../core/json.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

const ROWS_SHOWN = 100;
const WIDEST = 60;

function shown(value: JsonValue): string {
  if (value === null) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line;
}

/** Columns of numbers to the right, all else to the left. */
function table({ columns, rows }: QueryReport): string {
  const head = rows.slice(0, ROWS_SHOWN);
  const cells = [columns.map(shown), ...head.map((row) => row.map(shown))];
  const isNumber = columns.map((_, at) =>
    head.every((row) => row[at] === null || typeof row[at] === 'number'),
  );
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

function remainder({ rows, isCut }: QueryReport): string | undefined {
  if (isCut) return `More than ${rows.length} rows; the first ${ROWS_SHOWN} are shown. Add LIMIT or WHERE`;
  const left = rows.length - ROWS_SHOWN;
  return left > 0 ? `and ${left} more rows; --json gives them` : undefined;
}

export default defineCliCommand({
  name: 'query',
  description: 'Ask an archive in SQL: one SELECT over episodes, scores, decisions and counts',
  args: {
    sql: { type: 'positional', description: 'One SELECT statement' },
    archive: { type: 'string', description: 'The archive to ask', valueHint: 'DIR', required: true },
    rebuild: { type: 'boolean', description: 'Build the index anew, whatever was built before' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand query "select scaffold, count(*) from episodes group by 1" --archive my-archive',
      shows: 'how many episodes each scaffold ran',
    },
    {
      line: 'measurand query "select * from episodes limit 1" --archive my-archive --json',
      shows: 'the columns of a table',
    },
  ],
  async run({ sql, archive, rebuild, json }, terminal) {
    const { query } = await import('../commands/query/query.ts');
    const report = await query({ sql, archive, rebuild });
    if (json) terminal.json(report);
    else terminal.print(table(report));
    const more = json && !report.isCut ? undefined : remainder(report);
    if (more !== undefined) terminal.note(more);
    return 0;
  },
});
