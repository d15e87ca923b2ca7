import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MeasurandError } from '../../core/errors.ts';
import type { StudySource } from './source.ts';

const READS_NO_TYPESCRIPT = ['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'];

function loadError(cause: unknown, file: string): MeasurandError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (READS_NO_TYPESCRIPT.includes(code ?? '') && /\.m?ts$/i.test(file)) {
    return new MeasurandError(
      'unsupported-study-file',
      `Node ${process.versions.node} does not read TypeScript`,
      {
        file,
        kind: 'unsupported',
        next: 'Use Node 22.18 or later, or write the study in YAML or as .mjs',
        cause,
      },
    );
  }
  return new MeasurandError('not-a-module', `cannot be loaded: ${message ?? String(cause)}`, { file, cause });
}

/**
 * Loads a module, which runs it: only for files of one's own. Its default export is the study.
 *
 * @throws MeasurandError `unreadable`, `not-a-module`, `unsupported-study-file` for TypeScript that Node cannot run
 */
export async function moduleSource(file: string): Promise<StudySource> {
  if (!existsSync(file)) throw new MeasurandError('unreadable', 'there is no such file', { file });
  let loaded: { default?: unknown };
  try {
    loaded = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  } catch (cause) {
    throw loadError(cause, file);
  }
  if (loaded.default === undefined) {
    throw new MeasurandError('not-a-module', 'has no default export', {
      file,
      next: "Write export default defineStudy({ format: 'measurand.study/1', … })",
    });
  }
  return { value: loaded.default, placeOf: () => file };
}
