import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';

/** Where in a file a field stands: names and positions from the root. */
export type FieldPath = readonly (string | number)[];

/** What a study file holds, before it is known to be a study. */
export interface StudySource {
  readonly value: unknown;
  /** The file with the line of a field, as editors open it: `e1.yaml:12`. The bare file where lines mean nothing. */
  placeOf(path: FieldPath): string;
}

/** More than any study needs, and little enough that no input can hold the reader up. */
const MOST_BYTES = 1024 * 1024;

/** The forms that a study file may have, by the end of its name. */
export const STUDY_EXTENSIONS = ['.yaml', '.yml', '.json', '.mjs', '.js', '.ts', '.mts'] as const;

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size <= MOST_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new MeasurandError('unreadable', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
  throw new MeasurandError('too-large', `holds more than ${MOST_BYTES} bytes`, { file });
}

/** Whether a word is meant as the path of a study file, and not as the name of a built-in study. */
export function isStudyPath(word: string): boolean {
  return (STUDY_EXTENSIONS as readonly string[]).includes(extname(word).toLowerCase());
}

/**
 * Reads a study file of any form. The reader of its form is loaded here and not before.
 *
 * @throws MeasurandError `unreadable`, `too-large`, `not-json`, `not-yaml`, `not-a-module`, `unsupported-study-file`
 */
export async function readSource(file: string): Promise<StudySource> {
  const extension = extname(file).toLowerCase();
  if (extension === '.yaml' || extension === '.yml') {
    const { yamlSource } = await import('./yaml.ts');
    return yamlSource(readText(file), file);
  }
  if (extension === '.json') {
    const { jsonSource } = await import('./yaml.ts');
    return jsonSource(readText(file), file);
  }
  if (isStudyPath(file)) {
    const { moduleSource } = await import('./module.ts');
    return moduleSource(file);
  }
  throw new MeasurandError('unsupported-study-file', 'is no kind of study file', {
    file,
    next: `Its name must end in one of ${STUDY_EXTENSIONS.join(', ')}`,
  });
}
