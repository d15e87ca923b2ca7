import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { digestOf } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { syncPath } from './blob-store.ts';

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().nonnegative();

export const Manifest = z.strictObject({
  format: z.literal('measurand.archive/1'),
  /** `open` while a writer has it, and after one that did not end well. */
  state: z.enum(['open', 'closed']),
  episodes: Count,
  /** Merkle root; null while open. */
  root: Digest.nullable(),
  /** What was on the disk at the last checkpoint. `head` is the digest of the last line. */
  segments: z.array(
    z.strictObject({ name: z.string().regex(/^\d{3,}$/), records: Count, bytes: Count, head: Digest }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

const FILE = 'manifest.json';

function corrupt(file: string, what: string, cause?: unknown): MeasurandError {
  return new MeasurandError('archive-corrupt', what, {
    kind: 'failed',
    file,
    next: 'Delete the manifest to have it rebuilt from the segments, which carry their own digests',
    cause,
  });
}

/** @throws MeasurandError `archive-corrupt`, or `unsupported-format` for an archive of another version */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  let value: { digest?: unknown; format?: unknown };
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as typeof value;
  } catch (cause) {
    throw corrupt(file, 'the manifest is not JSON', cause);
  }
  const { digest, ...rest } = { ...value };
  const parsed = Manifest.safeParse(rest);
  if (!parsed.success && typeof rest.format === 'string' && /^measurand\.archive\/[2-9]/.test(rest.format)) {
    throw new MeasurandError('unsupported-format', `the archive has format ${rest.format}`, {
      kind: 'unsupported',
      file,
      next: 'Read it with a later Measurand',
    });
  }
  if (!parsed.success) throw corrupt(file, 'the manifest is not one of ours', parsed.error);
  if (digest !== digestOf(parsed.data)) throw corrupt(file, 'the manifest does not match its digest');
  return parsed.data;
}

/** Replaces the manifest in one step; afterwards it is on the disk. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const document = { ...manifest, digest: digestOf(manifest as JsonValue) };
  replaceFile(join(folder, FILE), `${JSON.stringify(document, null, 2)}\n`);
}

/** Writes a file aside, flushes it and renames it into place: a reader sees the old contents or the new. */
export function replaceFile(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, text);
  syncPath(aside);
  renameSync(aside, file);
  syncPath(dirname(file));
}
