import { readFileSync } from 'node:fs';
import type { DeclaredSubmission } from '../../audit/falsify/edits-of.ts';
import { SUBMISSION_KINDS } from '../../audit/falsify/typed-edit.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';

function schemaIn(file: string): DeclaredSubmission {
  try {
    const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isJsonObject(schema)) return { schema };
  } catch (cause) {
    throw new MeasurandError('invalid-schema', `the schema cannot be read: ${(cause as Error).message}`, {
      file,
      next: 'Give a file with one JSON Schema',
      cause,
    });
  }
  throw new MeasurandError('invalid-schema', 'the schema is no JSON object', {
    file,
    next: 'Give a file with one JSON Schema',
  });
}

/**
 * What a caller says that submissions are; nothing when the caller says nothing.
 *
 * @throws MeasurandError `invalid-usage` for an unknown kind or for both, `invalid-schema`
 */
export function declaredSubmission(
  kind: string | undefined,
  schema: string | undefined,
): DeclaredSubmission | undefined {
  if (kind !== undefined && schema !== undefined) {
    throw new MeasurandError('invalid-usage', 'Both --kind and --schema say what submissions are', {
      next: 'Give one of them',
    });
  }
  if (schema !== undefined) return schemaIn(schema);
  if (kind === undefined) return undefined;
  const known = SUBMISSION_KINDS.find((name) => name === kind);
  if (known) return { kind: known };
  throw new MeasurandError('invalid-usage', `There is no kind of submission ${JSON.stringify(kind)}`, {
    next: `Choose one of ${SUBMISSION_KINDS.join(', ')}`,
  });
}
