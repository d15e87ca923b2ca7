import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { besideStudy, readOwnFile } from './file.ts';

const NullableNumber = z.number().nullable();

/** One time that somebody looked at results: of how many seeds, and at which episodes. */
const Look = z.strictObject({
  seeds: CountSchema,
  episodes: CountSchema,
  digest: DigestSchema.describe(
    'Of the records that were looked at: the same episodes again are the same look',
  ),
  results: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      n: CountSchema,
      mean: NullableNumber,
      lo: NullableNumber,
      hi: NullableNumber,
      p: NullableNumber,
    }),
  ),
});
export type Look = z.infer<typeof Look>;

/** Every look at a frozen study, in order. */
export const LooksFile = z.strictObject({
  format: z.literal('measurand.looks/1'),
  registration: DigestSchema.describe('Digest of the registration that was looked at'),
  looks: z.array(Look),
});
type LooksFile = z.infer<typeof LooksFile>;

/** @throws MeasurandError `prereg-corrupt`; looks at another registration count as none */
export function readLooks(study: string, registration: string): readonly Look[] {
  const read = readOwnFile(besideStudy(study, 'looks'), LooksFile);
  return read?.registration === registration ? read.looks : [];
}

/**
 * Adds looks to those that were taken before, each once, and gives all of them.
 *
 * @throws MeasurandError `prereg-corrupt`, `unwritable`
 */
export function recordLooks(study: string, registration: string, taken: readonly Look[]): readonly Look[] {
  const before = readLooks(study, registration);
  const known = new Set(before.map(({ digest }) => digest));
  const fresh = taken.filter(({ digest }) => !known.has(digest));
  if (fresh.length === 0) return before;
  const looks = [...before, ...fresh];
  const content: LooksFile = { format: 'measurand.looks/1', registration, looks };
  const file = besideStudy(study, 'looks');
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  } catch (cause) {
    throw new MeasurandError('unwritable', `cannot be written: ${(cause as Error).message}`, { file, cause });
  }
  return looks;
}
