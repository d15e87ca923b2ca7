import type { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { knownFields, knownWords } from './known-fields.ts';
import type { FieldPath, StudySource } from './source.ts';

/** A field in words: `statistics.0.scorer`. */
const fieldOf = (path: FieldPath): string => path.join('.') || 'the whole file';

/** The word that was probably meant: one that goes on as this one begins, else the nearest by spelling. */
function likely(seen: string, known: readonly string[]): string | undefined {
  const longer = seen.length > 1 ? known.filter((word) => word.startsWith(seen)) : [];
  return longer.length === 1 ? longer[0] : nearest(seen, known);
}

/** The refusal of one field, with file, line and field, and the nearest of the words that were possible. */
export function invalidField(
  source: StudySource,
  path: FieldPath,
  what: string,
  known: readonly string[] = [],
  seen?: unknown,
): MeasurandError {
  const near = typeof seen === 'string' ? likely(seen, known) : undefined;
  const choices = known.length > 0 && known.length <= 24 ? `Choose from ${known.join(', ')}` : undefined;
  const next = near === undefined ? choices : `Did you mean ${near}?`;
  return new MeasurandError('invalid-study', what, {
    file: source.placeOf(path),
    field: fieldOf(path),
    next: next ?? 'See docs/studies.md for studies that work',
  });
}

const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], value);

/** The refusal for what a schema says first of a value. */
export function schemaRefusal(source: StudySource, schema: z.ZodType, error: z.ZodError): MeasurandError {
  const issue = error.issues[0] as z.core.$ZodIssue;
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : '';
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const what = `There is no field ${JSON.stringify(key)}${more}`;
    return invalidField(source, [...path, key], what, knownFields(schema, path), key);
  }
  const seen = valueAt(source.value, path);
  if (issue.code === 'invalid_value') {
    const words = issue.values.map(String);
    const what = seen === undefined ? 'is missing' : `cannot be ${JSON.stringify(seen)}`;
    return invalidField(source, path, `${what}${more}`, words, seen);
  }
  if (issue.code === 'invalid_union' && 'discriminator' in issue) {
    const what = seen === undefined ? 'is missing' : `cannot be ${JSON.stringify(seen)}`;
    return invalidField(source, path, `${what}${more}`, knownWords(schema, path), seen);
  }
  const said = seen === undefined ? 'is missing' : issue.message;
  return invalidField(source, path, `${said}${more}`);
}
