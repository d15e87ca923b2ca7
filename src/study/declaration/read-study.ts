import { MeasurandError } from '../../core/errors.ts';
import { schemaRefusal } from './invalid-study.ts';
import { checkNames } from './names.ts';
import { StudyFile } from './schema.ts';
import { readSource, type StudySource } from './source.ts';

/** @throws MeasurandError `invalid-study` naming file, line and field of the first thing that is wrong */
function checked(source: StudySource): StudyFile {
  const read = StudyFile.safeParse(source.value);
  if (!read.success) throw schemaRefusal(source, StudyFile, read.error);
  try {
    checkNames(read.data, source);
  } catch (error) {
    throw placed(error, source);
  }
  return read.data;
}

/** What the grid's own parts refuse says a field but no file. */
function placed(error: unknown, source: StudySource): unknown {
  if (!(error instanceof MeasurandError) || error.place.file !== undefined) return error;
  const { code, kind, message, place } = error;
  const { field = '' } = place;
  const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const what = message.startsWith(`field ${field}: `) ? message.slice(`field ${field}: `.length) : message;
  return new MeasurandError(code, what, { ...place, file: source.placeOf(path), kind, cause: error });
}

/**
 * Reads and checks a study file: YAML, JSON or a module. Whether its grid can be run is checked when it is planned.
 *
 * @throws MeasurandError `unreadable`, `too-large`, `not-json`, `not-yaml`, `not-a-module`, `unsupported-study-file`,
 * `invalid-study`
 */
export async function readStudy(file: string): Promise<StudyFile> {
  return checked(await readSource(file));
}
