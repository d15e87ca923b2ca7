import { join } from 'node:path';
import { documentJson, writeWhole } from '../write.ts';
import type { StudyReport } from './document.ts';
import { studyHtml } from './html.ts';
import { studyMarkdown } from './markdown.ts';

/** Paths of the files of a study's report, in the order in which a command names them. */
export interface StudyReportPaths {
  readonly report: string;
  readonly markdown: string;
  readonly json: string;
}

/**
 * Writes `report.html`, `report.md` and `report.json` into a folder, all or none. Everything is rendered before anything
 * is written.
 *
 * @throws MeasurandError `report-write` when the folder cannot be written; then no file was changed
 */
export async function writeStudyReport(report: StudyReport, folder: string): Promise<StudyReportPaths> {
  const paths: StudyReportPaths = {
    report: join(folder, 'report.html'),
    markdown: join(folder, 'report.md'),
    json: join(folder, 'report.json'),
  };
  const texts = new Map([
    [paths.json, documentJson(report)],
    [paths.markdown, studyMarkdown(report)],
    [paths.report, await studyHtml(report)],
  ]);
  writeWhole(folder, texts);
  return paths;
}
