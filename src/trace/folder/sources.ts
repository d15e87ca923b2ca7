import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { byCodePoint } from '../../core/canonical.ts';
import { MeasurandError } from '../../core/errors.ts';
import { HEADER_FILE } from './write.ts';

/** More files than this are no folder of session records. */
const MOST_FILES = 10_000;

const LOG = 'boundary.jsonl';

/** What belongs to a database and is read with it. */
const BESIDE_DATABASE = /-(?:wal|shm|journal)$/;

/** A folder that is one source: what an import wrote, or a boundary log with its blobs. */
function whole(folder: string): string | undefined {
  if (existsSync(join(folder, HEADER_FILE))) return folder;
  const log = join(folder, LOG);
  return existsSync(log) ? log : undefined;
}

const sorted = (folder: string): readonly Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => byCodePoint(a.name, b.name));

function walk(folder: string, found: string[]): void {
  for (const entry of sorted(folder)) {
    const path = join(folder, entry.name);
    // A link could lead anywhere, and stands in no harness's own records.
    if (entry.isDirectory()) {
      const one = whole(path);
      if (one === undefined) walk(path, found);
      else found.push(one);
    } else if (entry.isFile() && !BESIDE_DATABASE.test(entry.name)) found.push(path);
    if (found.length > MOST_FILES)
      throw new MeasurandError('too-large', `holds more than ${MOST_FILES} files`, {
        file: folder,
        next: 'Name a smaller folder',
      });
  }
}

/**
 * What a path means: the file itself; a folder that is a trace, or its boundary log; or else every file below it, in
 * code-point order, links not followed.
 *
 * @throws MeasurandError `unreadable-file`, `not-a-trace` for a folder without files, `too-large`
 */
export function traceSources(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new MeasurandError('unreadable-file', 'there is no such file', { file: path });
  if (!stat.isDirectory()) return [path];
  const one = whole(path);
  if (one !== undefined) return [one];
  const found: string[] = [];
  walk(path, found);
  if (found.length > 0) return found;
  throw new MeasurandError('not-a-trace', 'is a folder without a file', {
    file: path,
    next: 'Name a file, or a folder that holds what a harness wrote',
  });
}
