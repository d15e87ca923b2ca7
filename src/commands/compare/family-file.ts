import { readFileSync, statSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';
import type { FamilyFile } from '../../report/study/document.ts';
import { FamilyFileSchema } from '../../report/study/schemas/comparison.ts';

/** A family that people declare is short; a larger file is none. */
const MOST_BYTES = 1 << 20;

function readText(file: string): string {
  try {
    if (statSync(file).size <= MOST_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new MeasurandError('unreadable', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
  throw new MeasurandError('too-large', `holds more than ${MOST_BYTES} bytes`, { file });
}

/**
 * Reads a declared family of contrasts.
 *
 * @throws MeasurandError `unreadable`, `too-large`, `not-json`, `invalid-family` naming the first field that is wrong
 */
export function readFamilyFile(file: string): FamilyFile {
  const text = readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MeasurandError('not-json', `is not JSON: ${(cause as Error).message}`, { file, cause });
  }
  const read = FamilyFileSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new MeasurandError('invalid-family', issue?.message ?? 'is no family of contrasts', {
    file,
    field: issue?.path.join('.') || 'the whole file',
    next: 'See docs/comparisons.md for one that works',
  });
}
