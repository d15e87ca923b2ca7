import { isArchive } from '../../archive/layout.ts';

/** Whether what was named is one archive of Measurand, or nothing that is there, and not somebody's logs. */
export function isArchiveAlone(paths: readonly string[]): boolean {
  const [path] = paths;
  return paths.length === 1 && path !== undefined && isArchive(path);
}
