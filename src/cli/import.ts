import type { ImportReport } from '../commands/import-logs/import.ts';
import type { FolderImportReport } from '../commands/import-logs/import-folder.ts';
import { MeasurandError } from '../core/errors.ts';
import type { LossLedger } from '../trace/ledger.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const PROBLEMS_SHOWN = 20;

const ledgerLine = ({ read, mapped, raw, unpaired, dropped }: LossLedger): string =>
  `${read} records read = ${mapped} mapped + ${raw} kept raw + ${unpaired} unpaired + ${dropped} dropped`;

function printFolder({ out, ledger, imported, refused }: FolderImportReport, terminal: Terminal): void {
  for (const { file, trace, reader, ledger: own } of imported)
    terminal.print(`${file}: ${reader}, ${ledgerLine(own)}\n  ${trace}`);
  for (const { file, code, what } of refused) terminal.note(`${file}: refused, ${code}: ${what}`);
  terminal.print(`${imported.length} files imported, ${refused.length} refused: ${ledgerLine(ledger)}`);
  terminal.print(`Written: ${out}`);
}

/** 2 when nothing could be imported, 1 when a file was refused or a record dropped. */
function folderCode({ ledger, imported, refused }: FolderImportReport): number {
  if (imported.length === 0) return 2;
  return refused.length > 0 || ledger.dropped > 0 ? 1 : 0;
}

function printReport(report: ImportReport, terminal: Terminal): void {
  const { ledger, problems, problemCount, unpaired, tokens, quality } = report;
  terminal.print(
    `${report.reader}${report.versions.length > 0 ? `, ${report.versions.join(', ')}` : ''}: ${report.events} events`,
  );
  terminal.print(`  ${ledgerLine(ledger)}`);
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
    file: {
      type: 'positional',
      description: 'What a harness, a gateway or another tool wrote, or a folder of it',
    },
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
    {
      line: 'measurand import ~/.codex/sessions --out traces',
      shows: 'every file of a folder as a trace of its own, and which were refused',
    },
  ],
  async run({ file, out, format, json }, terminal) {
    const { traceSources } = await import('../trace/folder/sources.ts');
    if (traceSources(file).length > 1) {
      if (format !== undefined)
        throw new MeasurandError('invalid-usage', '--format names the form of one file', {
          next: 'Leave it out for a folder',
        });
      const { importFolder } = await import('../commands/import-logs/import-folder.ts');
      const report = await importFolder({
        folder: file,
        out,
        signal: terminal.signal,
        onProgress: terminal.progress,
      });
      if (json) terminal.json(report);
      else printFolder(report, terminal);
      return folderCode(report);
    }
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
