import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { TraceBuilder } from '../building/builder.ts';

function refuse(builder: TraceBuilder, field: string, found: string, newest: string): never {
  throw new MeasurandError('newer-version', `is of version ${found}, and this reader knows up to ${newest}`, {
    file: builder.file,
    record: builder.record,
    field,
    next: 'Nothing was imported. Update Measurand, or give another --format',
  });
}

/**
 * A schema version that counts up: an older one is told, a newer one refused.
 *
 * @throws MeasurandError `newer-version`, `invalid-version`
 */
export function checkSchema(
  builder: TraceBuilder,
  field: string,
  found: JsonValue | undefined,
  newest: number,
): void {
  if (found === undefined) {
    builder.problemOnce(field, 'missing-version', 'says no version', field);
    return;
  }
  if (typeof found !== 'number' || !Number.isFinite(found))
    throw new MeasurandError(
      'invalid-version',
      `is no version number: ${JSON.stringify(found).slice(0, 60)}`,
      {
        file: builder.file,
        record: builder.record,
        field,
      },
    );
  builder.versions.add(`${field} ${found}`);
  if (found > newest) refuse(builder, field, String(found), String(newest));
  if (found < newest)
    builder.problemOnce(
      field,
      'older-version',
      `is of version ${found}; the reader was made for ${newest}`,
      field,
    );
}

const numbers = (version: string): readonly number[] => version.split(/[.+-]/).map(Number);

/** Negative where `a` is the older. Parts that are no numbers do not count. */
function compare(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (Number.isFinite(difference) && difference !== 0) return difference;
  }
  return 0;
}

/**
 * The version of a program: a newer major is refused, a newer minor or patch is told.
 *
 * @throws MeasurandError `newer-version`, `invalid-version`
 */
export function checkProgram(
  builder: TraceBuilder,
  field: string,
  found: JsonValue | undefined,
  newest: string,
): void {
  if (found === undefined || found === null) return;
  if (typeof found !== 'string' || !/^\d+\.\d+/.test(found))
    throw new MeasurandError('invalid-version', `is no version: ${JSON.stringify(found).slice(0, 60)}`, {
      file: builder.file,
      record: builder.record,
      field,
    });
  if (builder.versions.has(found)) return;
  builder.versions.add(found);
  if ((numbers(found)[0] ?? 0) > (numbers(newest)[0] ?? 0)) refuse(builder, field, found, newest);
  if (compare(found, newest) > 0)
    builder.problemOnce(
      `${field} ${found}`,
      'newer-version',
      `was written by ${found}; the reader was made for ${newest}`,
      field,
    );
}
