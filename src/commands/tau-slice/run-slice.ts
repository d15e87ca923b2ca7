import { dirname, join, resolve } from 'node:path';
import { sliceHtml } from '../../report/study/slice.ts';
import { documentJson, writeWhole } from '../../report/write.ts';
import { analyseSlice, type SliceAnalysis } from './analyse.ts';
import { sliceReport } from './report.ts';
import { readSlice } from './slice-file.ts';
import { readSliceRows } from './slice-rows.ts';

export interface RunSliceOptions {
  /** The study file. */
  readonly study: string;
  /** Rows to read in place of the recording that the study names. */
  readonly replay?: string;
  /** Folder for the page and the figures. @default nothing is written */
  readonly out?: string;
}

/** What a slice gave, and which files were written. */
export interface SliceRun {
  readonly analysis: SliceAnalysis;
  readonly files: readonly string[];
}

/**
 * Runs a declared slice of a foreign benchmark from a recording: scaffolds by models by tasks, with paired tests, test
 * and retest, shares of variance and the interaction chart. No model is called.
 *
 * @throws MeasurandError `unreadable`, `invalid-study`, `invalid-slice`, `incomplete-ledger`, `report-write`
 */
export function runSlice({ study, replay, out }: RunSliceOptions): SliceRun {
  const design = readSlice(study);
  const rows = readSliceRows(replay ?? resolve(dirname(study), design.recording), design);
  const analysis = analyseSlice(design, rows);
  if (out === undefined) return { analysis, files: [] };
  const [page, figures] = [join(out, `${design.id}.html`), join(out, `${design.id}.json`)];
  writeWhole(
    out,
    new Map([
      [page, sliceHtml(sliceReport(analysis))],
      [figures, documentJson(analysis)],
    ]),
  );
  return { analysis, files: [page, figures] };
}
