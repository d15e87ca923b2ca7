import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasurandError } from '../../core/errors.ts';
import { PAPER_SCHEMAS, type PaperData, type PaperFile } from './paper-schemas.ts';

/** The printed numbers that ship with Measurand; the same place from the sources and from the build. */
export const PAPER_FOLDER = fileURLToPath(new URL('../../../data/paper/', import.meta.url));

function read(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new MeasurandError('unreadable', 'cannot be read', {
      file: path,
      next: 'Give a folder that holds every file of data/paper',
      cause,
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MeasurandError('not-json', `is not JSON (${(cause as Error).message})`, { file: path, cause });
  }
}

/**
 * One table of the printed numbers, read and checked.
 *
 * @param folder as `data/paper`. @default the one that ships
 * @throws MeasurandError `unreadable`, `not-json`, `invalid-paper-data`
 */
export function paperTable<Name extends PaperFile>(
  name: Name,
  folder: string = PAPER_FOLDER,
): PaperData[Name] {
  const file = join(folder, `${name}.json`);
  const parsed = PAPER_SCHEMAS[name].safeParse(read(file));
  if (parsed.success) return parsed.data as PaperData[Name];
  const [issue] = parsed.error.issues;
  throw new MeasurandError('invalid-paper-data', issue?.message ?? 'does not have the form of this table', {
    file,
    field: issue?.path.join('.') ?? '',
    next: 'Restore the file from data/paper',
  });
}

/**
 * Reads and checks every table of printed numbers.
 *
 * @param folder as `data/paper`. @default the one that ships
 * @throws MeasurandError `unreadable`, `not-json`, `invalid-paper-data`
 */
export function loadPaperData(folder: string = PAPER_FOLDER): PaperData {
  const names = Object.keys(PAPER_SCHEMAS) as PaperFile[];
  return Object.fromEntries(names.map((name) => [name, paperTable(name, folder)])) as PaperData;
}
