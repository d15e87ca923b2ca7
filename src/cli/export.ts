import { MeasurandError } from '../core/errors.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

function usage(what: string): MeasurandError {
  return new MeasurandError('invalid-usage', what, { next: 'Write --release DIR or --parquet FILE' });
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

export default defineCliCommand({
  name: 'export',
  description: 'Write an archive as a release that a reviewer can check, or as a Parquet file',
  args: {
    archive: { type: 'positional', description: 'The archive' },
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
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand export my-archive --release my-release',
      shows: 'a folder that measurand verify, or sha256sum alone, checks with no network',
    },
    { line: 'measurand export my-archive --parquet scores.parquet', shows: 'a file for pandas, R or DuckDB' },
  ],
  async run({ archive, release: out, parquet: file, json }, terminal) {
    if (out !== undefined && file !== undefined)
      throw usage('Only one of --release and --parquet is written at a time');
    if (out !== undefined) await release(archive, out, terminal, json);
    else if (file !== undefined) await parquet(archive, file, terminal, json);
    else throw usage('It is not said what to write');
    return 0;
  },
});
