import type { ImportReport } from '../commands/import-logs/import.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const PROBLEMS_SHOWN = 20;

function printReport(report: ImportReport, terminal: Terminal): void {
  const { ledger, problems, problemCount, unpaired, tokens, quality } = report;
  terminal.print(
    `${report.reader}${report.versions.length > 0 ? `, ${report.versions.join(', ')}` : ''}: ${report.events} events`,
  );
  terminal.print(
    `  ${ledger.read} records read = ${ledger.mapped} mapped + ${ledger.raw} kept raw + ${ledger.unpaired} unpaired + ${ledger.dropped} dropped`,
  );
  if (unpaired.calls.length > 0) terminal.print(`  calls without a result: ${unpaired.calls.join(', ')}`);
  if (unpaired.results.length > 0) terminal.print(`  results without a call: ${unpaired.results.join(', ')}`);
  if (tokens.responses > 0)
    terminal.print(
      `  tokens of ${tokens.responses} responses, each once: ${tokens.input} in, ${tokens.output} out (${tokens.naive.input} and ${tokens.naive.output} if repeats were added)`,
    );
  const { rescore, scriptedRerun, decisionReproduction } = quality.replayability;
  const can = [
    rescore && 're-score',
    scriptedRerun && 'scripted re-run',
    decisionReproduction && 'decision reproduction',
  ].filter(Boolean);
  terminal.print(
    `  the source is ${quality.completeness.ends === 'unknown' ? 'of a form that does not say where it ends' : quality.completeness.ends}; it allows ${can.join(', ') || 'no replay'}`,
  );
  for (const { code, what, line, field } of problems.slice(0, PROBLEMS_SHOWN))
    terminal.note(
      `  ${code}${line === undefined ? '' : `, line ${line}`}${field === undefined ? '' : `, ${field}`}: ${what}`,
    );
  if (problemCount > PROBLEMS_SHOWN)
    terminal.note(`  and ${problemCount - PROBLEMS_SHOWN} more; trace.json lists them`);
  terminal.print(`Written: ${report.out}`);
}

export default defineCliCommand({
  name: 'import',
  description: 'Read a session file, a stream or a log of an agent into a trace, and say what was lost',
  args: {
    file: { type: 'positional', description: 'What a harness, a gateway or another tool wrote' },
    out: { type: 'string', description: 'A new folder for the trace', valueHint: 'DIR', required: true },
    format: {
      type: 'string',
      description: 'Name the form instead of looking; a wrong name lists all',
      valueHint: 'FORM',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand import session.jsonl --out my-trace',
      shows: 'the loss ledger: what was mapped, kept raw, unpaired, dropped',
    },
    {
      line: 'measurand import opencode.db --out my-trace --json',
      shows: 'the same as one document; exit code 1 when a record was dropped',
    },
  ],
  async run({ file, out, format, json }, terminal) {
    const { importLogs } = await import('../commands/import-logs/import.ts');
    const report = await importLogs({
      file,
      out,
      signal: terminal.signal,
      ...(format === undefined ? {} : { format }),
    });
    if (json) terminal.json(report);
    else printReport(report, terminal);
    return report.ledger.dropped > 0 ? 1 : 0;
  },
});
