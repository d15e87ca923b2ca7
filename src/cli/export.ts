import type { TraceForm } from '../commands/export-trace/export.ts';
import { MeasurandError } from '../core/errors.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

function usage(what: string): MeasurandError {
  return new MeasurandError('invalid-usage', what, {
    next: 'Write --release DIR, --parquet FILE, or for a trace --atif FILE, --otel FILE or --jsonl FILE',
  });
}

async function release(archive: string, out: string, terminal: Terminal, json: boolean): Promise<void> {
  const { writeRelease } = await import('../commands/export-archive/release.ts');
  const { signal, progress: onProgress } = terminal;
  const written = writeRelease({ archive, out, signal, onProgress });
  if (json) terminal.json(written);
  else terminal.print(`${written.episodes} episodes\nroot ${written.root}\nWritten: ${written.out}`);
}

async function parquet(archive: string, file: string, terminal: Terminal, json: boolean): Promise<void> {
  const { exportParquet } = await import('../commands/export-archive/parquet.ts');
  const written = await exportParquet(archive, file);
  if (json) terminal.json(written);
  else terminal.print(`${written.rows} rows\nroot ${written.root}\nWritten: ${written.file}`);
}

async function trace(
  source: string,
  form: TraceForm,
  file: string,
  terminal: Terminal,
  json: boolean,
): Promise<void> {
  const { exportTrace } = await import('../commands/export-trace/export.ts');
  const written = await exportTrace({ trace: source, form, file, signal: terminal.signal });
  if (json) {
    terminal.json(written);
    return;
  }
  const { ledger } = written;
  terminal.print(`${ledger.written} of ${ledger.events} events written`);
  for (const [kind, count] of Object.entries(ledger.left)) terminal.print(`  left: ${count} ${kind}`);
  terminal.print(`Written: ${written.file}`);
}

export default defineCliCommand({
  name: 'export',
  description: 'Write an archive as a release or as Parquet, or a trace as ATIF, OpenTelemetry or JSONL',
  args: {
    archive: { type: 'positional', description: 'The archive, or the trace' },
    release: {
      type: 'string',
      description: 'A new folder: episodes, blobs, schemas, digests, commands',
      valueHint: 'DIR',
    },
    parquet: {
      type: 'string',
      description: 'A new file: one row for each score, with coordinates and counts',
      valueHint: 'FILE',
    },
    atif: { type: 'string', description: 'Of a trace: a new file, one ATIF trajectory', valueHint: 'FILE' },
    otel: { type: 'string', description: 'Of a trace: a new file, spans as OTLP JSON', valueHint: 'FILE' },
    jsonl: { type: 'string', description: 'Of a trace: a new file, one event a line', valueHint: 'FILE' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand export my-archive --release my-release',
      shows: 'a folder that measurand verify, or sha256sum alone, checks with no network',
    },
    { line: 'measurand export my-archive --parquet scores.parquet', shows: 'a file for pandas, R or DuckDB' },
    {
      line: 'measurand export my-trace --atif trajectory.json',
      shows: 'the conversation, and what ATIF has no place for',
    },
  ],
  async run({ archive, release: out, parquet: file, atif, otel, jsonl, json }, terminal) {
    const forms = Object.entries({ atif, otel, jsonl }).filter(([, path]) => path !== undefined);
    if (forms.length + [out, file].filter((path) => path !== undefined).length > 1)
      throw usage('Only one of them is written at a time');
    const [form] = forms;
    if (form) await trace(archive, form[0] as TraceForm, form[1] ?? '', terminal, json);
    else if (out !== undefined) await release(archive, out, terminal, json);
    else if (file !== undefined) await parquet(archive, file, terminal, json);
    else throw usage('It is not said what to write');
    return 0;
  },
});
