import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../../core/canonical.ts';
import { digestOf } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { CountSchema, DigestSchema, JsonObjectSchema, JsonValueSchema } from '../../core/schemas/json.ts';
import { packageVersion } from '../../core/version.ts';
import type { FrozenContent } from './content.ts';

const Content: z.ZodType<FrozenContent> = z.strictObject({
  study: z.string(),
  hypothesis: z.string().nullable(),
  decision: JsonValueSchema,
  groups: JsonObjectSchema,
  axes: JsonObjectSchema,
  cells: z.strictObject({ planned: CountSchema, digest: DigestSchema }),
  exclusions: JsonValueSchema,
  scorers: z.array(z.string()),
  statistics: JsonValueSchema,
  stopping: JsonObjectSchema,
  analyses: z.array(z.string()),
  families: z.record(z.string(), CountSchema),
  results: z.record(z.string(), DigestSchema),
});

/** A study as it was promised. The digest covers `content` alone: neither the date nor the version. */
export const Preregistration = z.strictObject({
  format: z.literal('measurand.preregistration/1'),
  digest: DigestSchema.describe('Of `content`, in canonical JSON'),
  frozen: z.strictObject({
    date: z.iso.datetime().describe('By the clock of the machine; no digest covers it'),
    version: z.string().describe('Of Measurand'),
  }),
  content: Content,
});
export type Preregistration = z.infer<typeof Preregistration>;

const MOST_BYTES = 16 * 1024 * 1024;

/** Where the companion of a study file stands: `e1.yaml` has `e1.prereg.json` and `e1.looks.json`. */
export function besideStudy(file: string, kind: 'prereg' | 'looks'): string {
  return join(dirname(file), `${basename(file, extname(file))}.${kind}.json`);
}

function broken(file: string, what: string, cause?: unknown): MeasurandError {
  return new MeasurandError('prereg-corrupt', what, {
    file,
    kind: 'failed',
    next: 'Restore it from where it was kept: a registration that can be edited registers nothing',
    cause,
  });
}

/** Reads one of our own small JSON files; nothing when there is none. */
export function readOwnFile<T>(file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error(`it holds more than ${MOST_BYTES} bytes`);
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw broken(file, `cannot be read: ${(cause as Error).message}`, cause);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw broken(file, 'is not in the form in which it was written', read.error);
}

/**
 * The registration beside a study file.
 *
 * @throws MeasurandError `prereg-corrupt` when it is damaged, or was edited
 */
export function readPreregistration(study: string): Preregistration | undefined {
  const file = besideStudy(study, 'prereg');
  const read = readOwnFile(file, Preregistration);
  if (read && digestOf(read.content as unknown as JsonValue) !== read.digest)
    throw broken(file, 'does not match its digest');
  return read;
}

const canonical = (content: FrozenContent): string => canonicalJson(content as unknown as JsonValue);

/**
 * Writes the registration beside the study file, once: the same content again changes nothing, other content is refused.
 *
 * @throws MeasurandError `already-frozen`, `prereg-corrupt`, `unwritable`
 */
export function freeze(
  study: string,
  content: FrozenContent,
): { readonly file: string; readonly digest: string } {
  const file = besideStudy(study, 'prereg');
  const held = readPreregistration(study);
  if (held && canonical(held.content) !== canonical(content)) {
    throw new MeasurandError('already-frozen', 'holds the registration of another plan', {
      file,
      next: 'Run without --freeze to have the deviation disclosed, or register the new plan as another file',
    });
  }
  if (held) return { file, digest: held.digest };
  const digest = digestOf(content as unknown as JsonValue);
  const frozen = { date: new Date().toISOString(), version: packageVersion() };
  const registration: Preregistration = {
    format: 'measurand.preregistration/1',
    digest,
    frozen,
    content,
  };
  try {
    writeFileSync(file, `${JSON.stringify(registration, null, 2)}\n`, { flag: 'wx' });
  } catch (cause) {
    throw new MeasurandError('unwritable', `cannot be written: ${(cause as Error).message}`, { file, cause });
  }
  return { file, digest };
}
