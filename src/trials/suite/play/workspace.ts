import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../core/digest.ts';
import { snapshotFolder } from '../../../scaffolds/native/process/snapshot.ts';
import type { WorkspaceFile, WorkspaceState } from '../../criteria/evidence.ts';

/** Larger files are told by digest alone. */
const TEXT_BYTES = 1_048_576;

/** What a run's own apparatus puts into a workspace. */
const APPARATUS = /^(?:\.git|bin)(?:\/|$)/;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): { readonly text?: string } {
  try {
    return { text: UTF8.decode(bytes) };
  } catch {
    return {};
  }
}

/** The files that a trial gives, as its workspace holds them before the first turn. */
export function givenFiles(files: Readonly<Record<string, string>>): WorkspaceState {
  const state = (text: string): WorkspaceFile => ({
    digest: sha256(text),
    bytes: Buffer.byteLength(text),
    text,
  });
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, state(text)]));
}

/** The files of a workspace as a run left them, less what the apparatus put there. */
export function filesLeft(folder: string): WorkspaceState {
  const { entries } = snapshotFolder(folder);
  const files = entries.filter(({ kind, path }) => kind === 'file' && !APPARATUS.test(path));
  return Object.fromEntries(
    files.map(({ path, size, digest = '' }) => [
      path,
      { digest, bytes: size, ...(size > TEXT_BYTES ? {} : textOf(readFileSync(join(folder, path)))) },
    ]),
  );
}
