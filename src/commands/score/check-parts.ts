import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { PythonFloat, type PythonValue } from '../../core/python/value.ts';
import { KIND } from '../../scorers/rows/kinds.ts';
import type { RowColumns } from '../../scorers/rows/row-columns.ts';
import { RowReader } from '../../scorers/rows/row-reader.ts';
import type { PartFile } from './submission-files.ts';

const NEXT = 'Mend the line, or add --as-is to score it by the rules that the scorers have for such lines';

/** Python names line and column within the one line that it was given. */
const inLine = (message: string): string =>
  message.replace(/(?: at)?: line 1 column (\d+) \(char \d+\)$/, ' at column $1');

function lineNumber(text: string, offset: number): number {
  let lines = 1;
  for (const _ of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) lines += 1;
  return lines;
}

function holdsNonFinite(value: PythonValue): boolean {
  if (value instanceof PythonFloat) return !Number.isFinite(value.value);
  if (typeof value !== 'object' || value === null) return false;
  return [...value.values()].some(holdsNonFinite);
}

function nonFiniteField(row: RowColumns): boolean {
  for (let index = 0; index < row.count; index += 1) {
    const kind = row.kinds[index] as number;
    if (kind === KIND.float && !Number.isFinite(row.numbers[index])) return true;
    if (kind >= KIND.list && holdsNonFinite(row.value(index))) return true;
  }
  return false;
}

/** What is wrong with the row that was just read, if anything. */
function flawOf({ error, object }: RowReader): string | undefined {
  if (error) return `is not JSON: ${inLine(error.message)}`;
  if (!object) return 'is JSON but no object';
  return nonFiniteField(object) ? 'holds NaN, an infinity, or a number past what a double holds' : undefined;
}

/**
 * Refuses a data file with a line that is no JSON object; blank lines are passed over.
 *
 * @throws MeasurandError `invalid-line`, naming the file and the line
 */
export function checkData({ path, text }: PartFile): void {
  const reader = new RowReader(text);
  while (reader.next()) {
    const flaw = flawOf(reader);
    if (flaw === undefined) continue;
    throw new MeasurandError('invalid-line', `the line ${flaw}`, {
      file: path,
      record: lineNumber(text, reader.offset),
      next: NEXT,
    });
  }
}

/** @throws MeasurandError `invalid-metadata` for metadata that is no JSON object */
export function checkMetadata({ path, text }: PartFile): void {
  const refuse = (what: string, cause?: unknown): MeasurandError =>
    new MeasurandError('invalid-metadata', what, {
      file: path,
      next: NEXT.replaceAll('line', 'file'),
      cause,
    });
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw refuse(`is not JSON: ${(error as Error).message}`, error);
  }
  if (!isJsonObject(value)) throw refuse('is JSON but no object');
}
