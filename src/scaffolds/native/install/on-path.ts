import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a file can be started. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The real path of a program on the PATH. */
export function onPath(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  const found = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);
  return found === undefined ? undefined : realpathSync(found);
}
