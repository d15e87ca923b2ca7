import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { traceSources } from '../../trace/folder/sources.ts';
import { HEADER_FILE, TraceFolder } from '../../trace/folder/write.ts';
import { streamTrace } from '../../trace/read-trace.ts';
import { TRACE_READERS } from '../../trace/readers/index.ts';
import type { TraceHeader } from '../../trace/trace.ts';

export interface ImportOptions extends RunControl {
  /** A session file, a database, a printed stream, a boundary log or a document of another tool. */
  readonly file: string;
  /** A folder that is not there yet, or is empty. */
  readonly out: string;
  /** Id of a reader. @default told by what the file holds */
  readonly format?: string;
}

/** What was imported: the header of the trace, and where it is. */
export interface ImportReport extends TraceHeader {
  readonly out: string;
}

/** The one source that a path means. @throws MeasurandError `several-sources`, `not-a-source` */
function oneSource(file: string): string {
  const sources = traceSources(file);
  const [source] = sources;
  if (source !== undefined && sources.length === 1) {
    if (!existsSync(join(source, HEADER_FILE))) return source;
    throw new MeasurandError('not-a-source', 'is a trace already', {
      file,
      next: 'measurand trace show reads it as it is',
    });
  }
  throw new MeasurandError('several-sources', `holds ${sources.length} files`, {
    file,
    next: 'Import it as a folder, or name one of its files',
  });
}

/**
 * Reads what a harness or another tool wrote down into the folder of a trace: `trace.json`, `events.jsonl`, and the
 * source byte for byte. Nothing is left behind when it fails.
 *
 * @returns with a ledger that balances; where `ledger.dropped` is not 0, records could not be read
 * @throws MeasurandError `unreadable-file`, `empty-file`, `unknown-format`, `newer-version`, `missing-driver`,
 * `folder-not-empty`, `too-large`, `several-sources`, `not-a-source`
 */
export async function importLogs({ file, out, format, signal }: ImportOptions): Promise<ImportReport> {
  const source = oneSource(file);
  const folder = new TraceFolder(out);
  try {
    const header = await streamTrace(source, {
      onEvent: folder.event,
      ...(format === undefined ? {} : { format }),
      ...(signal === undefined ? {} : { signal }),
    });
    folder.keep(source);
    folder.finish(header);
    return { ...header, out };
  } catch (error) {
    folder.abandon();
    throw error;
  }
}

/** The forms that are read: the id that `format` takes, and what it is. */
export function importFormats(): readonly { readonly id: string; readonly title: string }[] {
  return TRACE_READERS.map(({ id, title }) => ({ id, title }));
}
