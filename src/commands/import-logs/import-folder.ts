import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { traceSources } from '../../trace/folder/sources.ts';
import type { LossLedger } from '../../trace/ledger.ts';
import { type ImportReport, importLogs } from './import.ts';

export interface FolderImportOptions extends RunControl {
  /** A folder of files of any of the forms that are read, mixed with others as they may be. */
  readonly folder: string;
  /** A folder that is not there yet, or is empty. Each file gets a folder of its own in it. */
  readonly out: string;
}

/** One file that became a trace. */
export interface ImportedFile {
  /** Below the folder. */
  readonly file: string;
  /** The trace, below `out`. */
  readonly trace: string;
  readonly reader: string;
  readonly events: number;
  readonly ledger: LossLedger;
}

/** What became of every file of a folder: each is imported, or refused with the reason. */
export interface FolderImportReport {
  readonly format: 'measurand.folder-import/1';
  readonly out: string;
  /** Of all files together. */
  readonly ledger: LossLedger;
  readonly imported: readonly ImportedFile[];
  readonly refused: readonly { readonly file: string; readonly code: string; readonly what: string }[];
}

const NOTHING: LossLedger = { read: 0, mapped: 0, raw: 0, unpaired: 0, dropped: 0 };

const added = (a: LossLedger, b: LossLedger): LossLedger => ({
  read: a.read + b.read,
  mapped: a.mapped + b.mapped,
  raw: a.raw + b.raw,
  unpaired: a.unpaired + b.unpaired,
  dropped: a.dropped + b.dropped,
});

function requireRoom(out: string): void {
  if (!existsSync(out) || readdirSync(out).length === 0) return;
  throw new MeasurandError('folder-not-empty', 'the folder for the traces holds something already', {
    file: out,
    next: 'Choose a new folder with --out',
  });
}

/** The name of a file's trace: its path, on one level. */
const traceName = (at: number, file: string): string =>
  `${String(at + 1).padStart(4, '0')}-${file
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
    .slice(-80)}`;

/**
 * Imports every file below a folder into a trace of its own. A file that is refused stops no other.
 *
 * @throws MeasurandError `unreadable-file`, `not-a-trace`, `too-large`, `folder-not-empty`; the reason of `signal`
 */
export async function importFolder({
  folder,
  out,
  signal,
  onProgress,
}: FolderImportOptions): Promise<FolderImportReport> {
  requireRoom(out);
  const sources = traceSources(folder);
  const imported: ImportedFile[] = [];
  const refused: FolderImportReport['refused'][number][] = [];
  for (const [at, source] of sources.entries()) {
    signal?.throwIfAborted();
    const file = relative(folder, source);
    const trace = traceName(at, file);
    try {
      const report: ImportReport = await importLogs({
        file: source,
        out: join(out, trace),
        ...(signal === undefined ? {} : { signal }),
      });
      const { reader, events, ledger } = report;
      imported.push({ file, trace, reader, events, ledger });
    } catch (error) {
      if (!(error instanceof MeasurandError)) throw error;
      refused.push({ file, code: error.code, what: error.message });
    }
    onProgress?.({ what: 'files', done: at + 1, total: sources.length });
  }
  return {
    format: 'measurand.folder-import/1',
    out,
    ledger: imported.reduce((sum, { ledger }) => added(sum, ledger), NOTHING),
    imported,
    refused,
  };
}
