import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { recordBytes } from '../../archive/chain.ts';
import { blobsOf } from '../../archive/episode-digests.ts';
import { type FolderArchive, openArchive, readArchive } from '../../archive/folder.ts';
import { writeSums } from '../../archive/sums.ts';
import { TIMING_FILE } from '../../archive/timing.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { packageVersion } from '../../core/version.ts';
import { jsonSchemaOf, PUBLISHED_SCHEMAS, schemaFile } from '../schemas.ts';
import { releaseReadme } from './release-readme.ts';

export interface ReleaseOptions extends RunControl {
  readonly archive: string;
  /** A new or empty folder. */
  readonly out: string;
}

export interface Release {
  readonly format: 'measurand.release/1';
  readonly out: string;
  readonly root: string;
  readonly episodes: number;
}

const DIGESTS_FILE = 'digests.tsv';

/** Formats of the files that a release is made of. */
const FORMATS = ['archive', 'episode', 'segment'];

function refuseTaken(out: string): void {
  if (!existsSync(out) || readdirSync(out).length === 0) return;
  throw new MeasurandError('folder-taken', 'the folder holds files already', {
    file: out,
    next: 'Name a new or empty folder',
  });
}

/** Copies episodes in order of id, each with its blobs before it, and lists their digests. */
function copyEpisodes(from: FolderArchive, to: FolderArchive, { signal, onProgress }: RunControl): void {
  const list = openSync(join(to.location, DIGESTS_FILE), 'w');
  let done = 0;
  try {
    writeSync(list, 'episode\trecord\n');
    for (const record of from.records()) {
      signal?.throwIfAborted();
      for (const digest of blobsOf(record)) to.putBlob(from.blob(digest));
      to.put(record);
      writeSync(list, `${record.id}\t${recordBytes(record).recordDigest}\n`);
      done += 1;
      onProgress?.({ what: 'episodes', done, total: from.size });
    }
  } finally {
    closeSync(list);
  }
}

function writeSchemas(out: string): void {
  mkdirSync(join(out, 'schemas'));
  for (const schema of PUBLISHED_SCHEMAS.filter(({ name }) => FORMATS.includes(name))) {
    writeFileSync(
      join(out, 'schemas', schemaFile(schema)),
      `${JSON.stringify(jsonSchemaOf(schema), null, 2)}\n`,
    );
  }
}

/**
 * Writes what a reviewer needs to check a study with no network: the episodes in order of id, their blobs, the manifest,
 * the schemas, the digests, and the commands. It is an archive itself, so every command that reads one reads it. Equal
 * episodes give equal bytes (compressed blobs: under equal versions of Node.js). No clock time and no host is in it.
 *
 * @throws MeasurandError `folder-taken`, `not-an-archive`, `archive-corrupt`, `archive-write`; the signal's reason
 */
export function writeRelease(options: ReleaseOptions): Release {
  const { archive, out } = options;
  refuseTaken(out);
  using from = readArchive(archive);
  try {
    const root = writeAll(from, options);
    return { format: 'measurand.release/1', out: resolve(out), root, episodes: from.size };
  } catch (error) {
    // Half a release must not pass for one.
    rmSync(out, { recursive: true, force: true });
    throw error;
  }
}

function writeAll(from: FolderArchive, { out, ...control }: ReleaseOptions): string {
  let root: string;
  {
    using to = openArchive(out);
    copyEpisodes(from, to, control);
    root = to.root();
  }
  // When it was written, and where, is no part of a release.
  rmSync(join(out, TIMING_FILE));
  writeSchemas(out);
  writeFileSync(
    join(out, 'README.md'),
    releaseReadme({ root, episodes: from.size, version: packageVersion() }),
  );
  writeSums(out);
  return root;
}
