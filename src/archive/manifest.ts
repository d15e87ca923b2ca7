import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { digestOf } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { SEGMENT_NAME } from './layout.ts';

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().nonnegative();

export const Manifest = z.strictObject({
  format: z.literal('measurand.archive/1'),
  /** `open` while a writer has it, and after one that did not end well. */
  state: z.enum(['open', 'closed']),
  episodes: Count,
  /** Merkle root; null while open. */
  root: Digest.nullable(),
  /**
   * What was on the disk at the last checkpoint, in order of name. `head` is the digest of the last line; `packBytes`
   * counts the blobs of the same session.
   */
  segments: z.array(
    z.strictObject({
      name: z.string().regex(SEGMENT_NAME),
      records: Count,
      bytes: Count,
      head: Digest,
      packBytes: Count,
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;
export type Checkpoint = Manifest['segments'][number];

export const MANIFEST_FILE = 'manifest.json';

function corrupt(file: string, what: string, cause?: unknown): MeasurandError {
  return new MeasurandError('archive-corrupt', what, {
    kind: 'failed',
    file,
    next: 'Delete the manifest to have it rebuilt from the segments, which carry their own digests',
    cause,
  });
}

const render = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, digest: digestOf(manifest as JsonValue) }, null, 2)}\n`;

/**
 * The manifest as it stands. It is held to the very bytes that we would write, so that no bit of it goes unseen.
 *
 * @throws MeasurandError `archive-corrupt`, or `unsupported-format` for an archive of another version
 */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, MANIFEST_FILE);
  const text = readText(file);
  if (text === undefined) return undefined;
  const value = parse(file, text);
  const { digest, ...rest } = { ...(value as { digest?: unknown; format?: unknown }) };
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
  if (text !== render(parsed.data))
    throw corrupt(file, 'the manifest is not in the form in which it is written');
  return parsed.data;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw corrupt(file, 'the manifest cannot be read', error);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw corrupt(file, 'the manifest is not JSON', cause);
  }
}

/** Replaces the manifest in one step; afterwards it is on the disk. */
export function writeManifest(folder: string, manifest: Manifest): void {
  replaceFile(join(folder, MANIFEST_FILE), render(manifest));
}

/** Writes a file aside, flushes it and renames it into place: a reader sees the old contents or the new. */
export function replaceFile(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    writeFileSync(aside, text);
    syncPath(aside);
    renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
  syncPath(dirname(file));
}

/** Flushes a file or folder to the disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
