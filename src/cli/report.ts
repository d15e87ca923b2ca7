import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveReport } from '../commands/report/archive-report.ts';
import { formatDecimal } from '../core/decimal.ts';
import { MeasurandError } from '../core/errors.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const COLUMNS = ['profile', 'task', 'scaffold', 'protocol', 'arm', 'settings', 'model', 'scorer'] as const;
const NUMBERS = ['mean', 'lo', 'hi', 'worst', 'cvar', 'reliability'] as const;
const HEADS = ['mean', 'ci lo', 'ci hi', 'worst', 'CVaR@0.2', 'Rel@0.9'];

function printArchive({ rows, states, episodes, root, notes }: ArchiveReport, terminal: Terminal): void {
  const varying = COLUMNS.filter((name) => new Set(rows.map((row) => row[name])).size > 1);
  const lines = [
    [...varying, 'n', ...HEADS],
    ...rows.map((row) => [
      ...varying.map((name) => row[name] || '-'),
      String(row.n),
      ...NUMBERS.map((name) => formatDecimal(row[name], 3)),
    ]),
  ];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  for (const line of lines) {
    terminal.print(
      line
        .map((cell, at) =>
          at < varying.length ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
  }
  const ledger = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  terminal.print(`\n${episodes} episodes: ${ledger.join(', ')}\nroot ${root}`);
  for (const note of notes) terminal.note(note);
}

/** The audit document that a path leads to, or nothing when it leads to an archive. */
function auditFileAt(path: string): string | undefined {
  const inside = join(path, 'audit.json');
  if (existsSync(inside)) return inside;
  if (!existsSync(path)) {
    throw new MeasurandError('unreadable', 'there is no such file or folder', {
      file: path,
      next: 'Give an audit.json, a folder that holds one, or an archive',
    });
  }
  return path.endsWith('.json') ? path : undefined;
}

export default defineCliCommand({
  name: 'report',
  description: 'Show an audit again from its audit.json, or sum up an archive',
  args: {
    path: { type: 'positional', description: 'An audit.json, a folder that holds one, or an archive' },
    out: { type: 'string', description: 'Write the report of an audit into this folder', valueHint: 'DIR' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand report measurand-report',
      shows: 'the cards of an earlier audit, every figure checked again',
    },
    {
      line: 'measurand report my-archive',
      shows: 'what an archive holds, with worst case and tail beside every mean',
    },
  ],
  async run({ path, out, json }, terminal) {
    const file = auditFileAt(path);
    if (file === undefined) {
      if (out !== undefined) {
        throw new MeasurandError(
          'invalid-usage',
          '--out is for audits; an archive is summed up on standard output',
          {
            next: 'Leave --out away',
          },
        );
      }
      const { archiveReport } = await import('../commands/report/archive-report.ts');
      const report = archiveReport(path);
      if (json) terminal.json(report);
      else printArchive(report, terminal);
      return 0;
    }
    const [{ readAuditFile }, { renderText }, { writeReport }] = await Promise.all([
      import('../commands/report/audit-file.ts'),
      import('../report/text.ts'),
      import('../report/write.ts'),
    ]);
    const document = readAuditFile(file);
    if (json) terminal.json(document);
    else
      terminal.printStyled(
        renderText(document, { width: process.stdout.columns ?? 100, color: terminal.colour }),
      );
    if (out !== undefined) {
      const paths = await writeReport(document, out);
      if (!json)
        terminal.print(['', 'Written:', ...Object.values(paths).map((each) => `  ${each}`)].join('\n'));
    }
    return 0;
  },
});
