import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { posix, resolve, sep } from 'node:path';
import type { LeftFile } from './probe.ts';

/** Larger files than this are not what a probe looks for. */
const MOST_BYTES = 8 << 20;

/**
 * Reads files that a run left, by their path as the harness saw it. Links and whatever stands outside the run's folder
 * are not followed: the harness is an untrusted program.
 *
 * @param folder the run's folder on this machine
 * @param root the same folder as the harness saw it
 */
export function leftFiles(folder: string, root: string, workspace = 'workspace'): (path: string) => LeftFile {
  const real = realpathSync(folder);
  return (path) => {
    const below = posix.isAbsolute(path) ? posix.relative(root, path) : posix.join(workspace, path);
    const target = resolve(real, below);
    if (!target.startsWith(real + sep)) return { missing: 'stands outside the folder of the run' };
    try {
      const stat = lstatSync(target);
      if (!stat.isFile() || realpathSync(target) !== target) return { missing: 'is no plain file' };
      if (stat.size > MOST_BYTES) return { missing: 'is too large to be looked at' };
      return { text: readFileSync(target, 'utf8') };
    } catch {
      return { missing: 'is not there' };
    }
  };
}
