import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../core/canonical.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { cardFile } from './card-file.ts';
import type { ReportDocument } from './document.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';

/** Paths of the files of a report, in the order in which a command names them. */
export interface ReportPaths {
  readonly report: string;
  readonly cardMarkdown: string;
  readonly cardJson: string;
  readonly audit: string;
}

/** A document as the text of its file. @throws MeasurandError `non-finite` for a number that JSON has not */
export function documentJson(value: unknown): string {
  canonicalJson(value as JsonValue);
  return `${JSON.stringify(value, null, 2)}\n`;
}

function flush(path: string, text: string): void {
  const handle = openSync(path, 'w');
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Takes away what a failed write left; that there is nothing to take away is no further fault. */
function discard(paths: Iterable<string>): void {
  for (const path of paths) {
    try {
      rmSync(path, { force: true });
    } catch {}
  }
}

/**
 * Writes files into a folder, which is made when it is not there: each aside, flushed and renamed, so that a reader sees
 * the file of before or the whole new one.
 *
 * @param texts by path
 * @throws MeasurandError `report-write`; then no file was changed
 */
export function writeWhole(folder: string, texts: ReadonlyMap<string, string>): void {
  const aside = (path: string): string => `${path}.${process.pid}.part`;
  try {
    mkdirSync(folder, { recursive: true });
    for (const [path, text] of texts) flush(aside(path), text);
    for (const path of texts.keys()) renameSync(aside(path), path);
  } catch (cause) {
    discard([...texts.keys()].map(aside));
    throw new MeasurandError('report-write', `the report could not be written: ${(cause as Error).message}`, {
      kind: 'apparatus',
      file: folder,
      next: 'Mend the cause (space, permissions) or name another folder',
      cause,
    });
  }
}

/**
 * Writes `report.html`, `card.md`, `card.json` and `audit.json` into a folder, which is made when it is not there.
 * Everything is rendered before anything is written, and each file is written aside, flushed and renamed: a reader sees
 * the file of before or the whole new one. `audit.json` holds the document as given.
 *
 * @throws MeasurandError `report-write` when the folder cannot be written, `non-finite` when the document holds a number
 * that JSON has not; then no file was changed
 */
export async function writeReport(document: ReportDocument, folder: string): Promise<ReportPaths> {
  const paths: ReportPaths = {
    report: join(folder, 'report.html'),
    cardMarkdown: join(folder, 'card.md'),
    cardJson: join(folder, 'card.json'),
    audit: join(folder, 'audit.json'),
  };
  const texts = new Map([
    [paths.audit, documentJson(document)],
    [paths.cardJson, documentJson(cardFile(document))],
    [paths.cardMarkdown, renderMarkdown(document)],
    [paths.report, await renderHtml(document)],
  ]);
  writeWhole(folder, texts);
  return paths;
}
