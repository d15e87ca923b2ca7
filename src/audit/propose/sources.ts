import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';

const MOST_FILES = 32;
const MOST_BYTES = 256 * 1024;

/** One file of a harness or a scorer, as a model is shown it. */
export interface SourceFile {
  /** The name alone, unique among the sources: where a file lies says nothing about it. */
  readonly file: string;
  readonly text: string;
}

function refused(file: string, what: string, next: string): MeasurandError {
  return new MeasurandError('unreadable', what, { file, next });
}

function textOf(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false });
  if (!size?.isFile()) throw refused(path, 'is no file', 'Name source files');
  if (size.size > MOST_BYTES)
    throw refused(path, `holds more than ${MOST_BYTES} bytes`, 'Name the files in which decisions are made');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).replaceAll('\r\n', '\n');
  } catch {
    throw refused(path, 'is not UTF-8 text', 'Name source files');
  }
}

/**
 * Source files by path, bounded in number and size.
 *
 * @throws MeasurandError `unreadable`, `invalid-usage` for none, too many, or two of one name
 */
export function readSources(paths: readonly string[]): readonly SourceFile[] {
  if (paths.length === 0 || paths.length > MOST_FILES) {
    throw new MeasurandError('invalid-usage', `${paths.length} source files are named`, {
      next: `Name 1 to ${MOST_FILES}`,
    });
  }
  const sources = paths.map((path) => ({ file: basename(path), text: textOf(path) }));
  const twice = sources.find(({ file }, at) => sources.findIndex((other) => other.file === file) < at);
  if (twice === undefined) return sources;
  throw new MeasurandError('invalid-usage', `two files are called ${twice.file}`, {
    next: 'Give files of different names, since evidence names them so',
  });
}

export function sourcesDigest(sources: readonly SourceFile[]): string {
  return sha256(sources.map(({ file, text }) => `${file}\0${sha256(text)}\n`).join(''));
}

const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, at) => `${at + 1}: ${line}`)
    .join('\n');

/**
 * Sources as a model is shown them, line by line with numbers. The marks around them hold a digest of all of them, which no file can
 * hold itself: so no file can seem to end early and go on as an instruction.
 */
export function sourcesText(sources: readonly SourceFile[]): string {
  const seal = sourcesDigest(sources).slice(0, 16);
  return sources
    .map(({ file, text }) => `<source ${seal} ${file}>\n${numbered(text)}\n</source ${seal}>`)
    .join('\n\n');
}
