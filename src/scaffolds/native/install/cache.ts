import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { byCodePoint } from '../../../core/canonical.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** What an installation says of itself. It is written last, so a folder without one is no installation. */
export const Receipt = z.strictObject({
  format: z.literal('measurand.harness/1'),
  harness: z.string(),
  package: z.string(),
  version: z.string(),
  /** The version that the program itself printed. */
  reported: z.string(),
  /** Version of the Node that runs it; null for a native program. */
  node: z.string().nullable(),
  /** SHA-256 of the lock file, which holds the digest of every package. */
  lock: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

export const RECEIPT_FILE = 'receipt.json';

/**
 * Where installed harnesses are kept: `MEASURAND_CACHE`, else `measurand` in the user's cache folder. A relative
 * `XDG_CACHE_HOME` is invalid by its specification and does not count.
 */
export function cacheFolder(variables: Variables = process.env): string {
  const own = variables['MEASURAND_CACHE'];
  if (own) return own;
  const xdg = variables['XDG_CACHE_HOME'];
  return join(xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'measurand');
}

export const harnessFolder = (cache: string, id: string, version: string): string =>
  join(cache, 'harnesses', id, version);

export const nodeFolder = (cache: string, version: string): string => join(cache, 'node', version);

/** The receipt of an installation; undefined where there is none, or none that can be read. */
export function readReceipt(folder: string): Receipt | undefined {
  try {
    return Receipt.parse(JSON.parse(readFileSync(join(folder, RECEIPT_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Versions of a harness that are installed, in code-point order. */
export function installedVersions(cache: string, id: string): readonly string[] {
  const folder = join(cache, 'harnesses', id);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && readReceipt(join(folder, name)) !== undefined)
    .sort(byCodePoint);
}
