import { dirname } from 'node:path';
import { writeWhole } from '../write.ts';
import { junitOf } from './junit.ts';
import type { OutputReport } from './report.ts';
import { sarifOf } from './sarif.ts';
import { summaryOf } from './summary.ts';

const FORMS = { sarif: sarifOf, junit: junitOf, summary: summaryOf } as const;

/** Which form goes into which file. */
export type OutputFiles = { readonly [K in keyof typeof FORMS]: string | undefined };

/** Writes each form that has a file. @returns the files, in the order in which they were written @throws MeasurandError `report-write` */
export function writeOutputFiles(files: OutputFiles, report: OutputReport): readonly string[] {
  const written: string[] = [];
  for (const [form, render] of Object.entries(FORMS)) {
    const file = files[form as keyof typeof FORMS];
    if (file === undefined) continue;
    writeWhole(dirname(file), new Map([[file, render(report)]]));
    written.push(file);
  }
  return written;
}
