import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { KnownRelease } from '../../audit/bridge/release.ts';
import { MeasurandError } from '../../core/errors.ts';

const FOLDER = new URL('../../../data/releases/', import.meta.url);

const Release = z.strictObject({
  format: z.literal('measurand.release/1'),
  name: z.string().min(1),
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

const Files = z.array(z.object({ path: z.string(), sha256: z.string() }));
const Audit = z.object({
  format: z.literal('measurand.target-audit/1'),
  title: z.string(),
  profiles: z.record(
    z.string(),
    z.object({
      measurements: z.object({ apparatus: z.object({ provenance: z.object({ files: Files }) }) }),
    }),
  ),
});

function fromAudit({ title, profiles }: z.output<typeof Audit>, file: string): KnownRelease {
  const files = Object.values(profiles).flatMap(
    ({ measurements }) => measurements.apparatus.provenance.files,
  );
  return {
    name: `the one of ${JSON.stringify(title)} in ${file}`,
    files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
  };
}

/**
 * Reads what a release is expected to be: a list of files, or the `audit.json` of an earlier audit.
 *
 * @throws MeasurandError `invalid-release`
 */
export function readKnownRelease(file: string): KnownRelease {
  const refuse = (what: string, cause?: unknown): MeasurandError =>
    new MeasurandError('invalid-release', what, {
      file,
      next: 'Give the audit.json of an earlier audit, or a file of the format measurand.release/1',
      ...(cause === undefined ? {} : { cause }),
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw refuse(`cannot be read: ${(cause as Error).message}`, cause);
  }
  const release = Release.safeParse(value);
  if (release.success) return { name: release.data.name, files: release.data.files };
  const audit = Audit.safeParse(value);
  if (audit.success) return fromAudit(audit.data, file);
  throw refuse('is neither a release nor an audit');
}

/** The release of a benchmark that our published figures are of; nothing where there is none. */
export function shippedRelease(target: string): KnownRelease | undefined {
  const file = fileURLToPath(new URL(`${target}.json`, FOLDER));
  return existsSync(file) ? readKnownRelease(file) : undefined;
}
