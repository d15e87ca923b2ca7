import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isArchive } from '../../archive/layout.ts';
import { MeasurandError } from '../../core/errors.ts';
import { firstBytes } from '../../trace/source/chunks.ts';
import { headKeys } from './readers/head-keys.ts';
import { RESULT_READERS } from './readers/index.ts';
import { isSession, recognise } from './readers/recognise.ts';

/** Something that was given, or was found in a folder that was, and the reader for it. */
export interface FoundSource {
  /** As it is named in reports. */
  readonly name: string;
  readonly path: string;
  /** `archive`, or the id of a reader. */
  readonly reader: string;
}

export interface Found {
  readonly sources: readonly FoundSource[];
  /** Files in folders that are no results. */
  readonly skipped: readonly string[];
}

const MOST_FILES = 100_000;
const DEEPEST = 12;
const HEAD_BYTES = 1 << 16;

/** What a folder is as a whole: an archive, a job, a trial; undefined for one that only holds others. */
function folderReader(folder: string): string | undefined {
  if (isArchive(folder)) return 'archive';
  const result = join(folder, 'result.json');
  if (!statSync(result, { throwIfNoEntry: false })?.isFile()) return undefined;
  const keys = headKeys(firstBytes(result, HEAD_BYTES).toString('utf8'));
  if (keys.has('task_name') && keys.has('trial_name')) return 'harbor-trial';
  return keys.has('stats') || keys.has('n_total_trials') ? 'harbor-job' : undefined;
}

class Finder {
  readonly sources: FoundSource[] = [];
  readonly skipped: string[] = [];
  #files = 0;

  take(path: string, name: string): void {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) this.#folder(path, name, 0);
    else this.#named(path, name);
  }

  #named(path: string, name: string): void {
    const reader = recognise(path) ?? 'trace';
    this.sources.push({ name, path, reader });
  }

  #folder(path: string, name: string, depth: number): void {
    const reader = folderReader(path);
    if (reader) {
      this.sources.push({ name, path, reader });
      return;
    }
    if (depth >= DEEPEST)
      throw new MeasurandError('too-deep', `folders are nested deeper than ${DEEPEST}`, { file: name });
    const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const beside = entries.some((entry) => entry.name === 'results.json');
    for (const entry of entries) {
      if (entry.name.startsWith('.') || (beside && entry.name === 'simulations')) continue;
      this.#entry(entry, join(path, entry.name), `${name}/${entry.name}`, depth);
    }
  }

  #entry(entry: Dirent, path: string, name: string, depth: number): void {
    if (entry.isDirectory()) {
      this.#folder(path, name, depth + 1);
      return;
    }
    this.#files += 1;
    if (this.#files > MOST_FILES)
      throw new MeasurandError('too-many-files', `more than ${MOST_FILES} files`, { file: name });
    // A link could lead out of the folder that was given.
    const reader = entry.isFile() ? recognise(path) : undefined;
    if (reader !== undefined) this.sources.push({ name, path, reader });
    else if (entry.isFile() && entry.name.endsWith('.jsonl') && isSession(path))
      this.sources.push({ name, path, reader: 'trace' });
    else this.skipped.push(name);
  }
}

/**
 * Finds results in what was given: files, archives, and folders at any depth. Links inside folders are not followed.
 * Predictions come last, so that a report beside them takes its own.
 *
 * @throws MeasurandError `unreadable-file`, `nothing-to-read`, `too-deep`, `too-many-files`
 */
export function findSources(paths: readonly string[]): Found {
  const finder = new Finder();
  for (const path of paths) finder.take(path, path.replace(/\/+$/, ''));
  const { sources, skipped } = finder;
  if (sources.length === 0)
    throw new MeasurandError('nothing-to-read', 'holds no results that are read', {
      file: paths.join(', '),
      next: `Read are ${RESULT_READERS.map(({ title }) => title).join('; ')}; and archives of Measurand`,
    });
  const last = (source: FoundSource): number => (source.reader === 'swebench-predictions' ? 1 : 0);
  return { sources: sources.toSorted((a, b) => last(a) - last(b)), skipped };
}
