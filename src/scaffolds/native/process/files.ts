import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, posix, relative, resolve, sep } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import type { PreparedFile } from '../contracts.ts';

const outside = (path: string): MeasurandError =>
  new MeasurandError('file-outside-run', `a prepared file would stand outside the run's folder`, {
    field: path,
    next: "Give a path below the run's home, workspace or temporary folder",
  });

/** @throws MeasurandError `file-outside-run` when a folder on the way is a link, which could lead anywhere */
function requireRealFolders(folder: string, path: string): void {
  const steps = relative(folder, dirname(path)).split(sep).filter(Boolean);
  let at = folder;
  for (const step of steps) {
    at = resolve(at, step);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) mkdirSync(at);
    else if (!stat.isDirectory()) throw outside(path);
  }
}

/**
 * Writes the files of a prepared run below its folder. A path is relative to the folder, or absolute as the run's
 * programs see it. Links that an earlier program left are not followed.
 *
 * @param folder the run's folder on this machine
 * @param root the same folder as the run's programs see it
 * @throws MeasurandError `file-outside-run`
 */
export function writeRunFiles(folder: string, root: string, files: readonly PreparedFile[]): void {
  for (const { path, text, executable } of files) {
    const below = posix.isAbsolute(path) ? posix.relative(root, path) : path;
    const target = resolve(folder, below);
    if (!target.startsWith(folder + sep)) throw outside(path);
    requireRealFolders(folder, target);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
    const file = openSync(target, flags, executable ? 0o755 : 0o644);
    try {
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    if (executable) chmodSync(target, 0o755);
  }
}
