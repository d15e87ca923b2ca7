import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { readArchive } from '../folder.ts';
import { type Manifest, readManifest } from '../manifest.ts';
import { type Database, openDatabase, quoted } from './duckdb.ts';
import { logSource } from './log-source.ts';
import { BUILDING, dropOthers, indexHome, settledRoot } from './place.ts';
import { RECORD, TABLE_NAMES, TABLES } from './tables.ts';

/** Raised whenever tables or columns change, so that an older index is built anew. */
const VERSION = 1;

/** The tables of an archive as Parquet files. */
export interface ArchiveIndex extends Disposable {
  /** Of the episodes that the tables hold. */
  readonly root: string;
  readonly folder: string;
}

const EMPTY = `(SELECT NULL::${RECORD} AS record WHERE false)`;

/**
 * Writes one Parquet file for each table, and gives how many episodes they hold. The log goes through a file of its own,
 * so that memory does not grow with it.
 *
 * @param isRepeated segments of writers that overlapped hold some episodes twice
 */
async function writeTables(
  { connection }: Database,
  files: readonly string[],
  isRepeated: boolean,
  scratch: string,
  to: string,
): Promise<number> {
  const list = files.map(quoted).join(', ');
  const lines = `read_json([${list}], format = 'newline_delimited', columns = {record: ${quoted(RECORD)}})`;
  const once = isRepeated ? 'QUALIFY row_number() OVER (PARTITION BY record.id) = 1' : '';
  const log = quoted(join(scratch, 'log.parquet'));
  await connection.run(
    `COPY (SELECT record FROM ${files.length === 0 ? EMPTY : lines} ${once}) TO ${log} (FORMAT parquet)`,
  );
  await connection.run(`CREATE VIEW log AS SELECT * FROM read_parquet(${log})`);
  for (const name of TABLE_NAMES) {
    const target = quoted(join(to, `${name}.parquet`));
    await connection.run(`COPY (SELECT ${TABLES[name]}) TO ${target} (FORMAT parquet, COMPRESSION zstd)`);
  }
  const counted = await connection.runAndReadAll('SELECT count(*) FROM log');
  return Number(counted.getRowsJS()[0]?.[0]);
}

interface Built {
  readonly root: string;
  readonly isClosed: boolean;
}

/** Reads and checks the whole archive, and writes its tables into an empty folder. */
async function build(archiveFolder: string, manifest: Manifest | undefined, to: string): Promise<Built> {
  using archive = readArchive(archiveFolder);
  const isClosed = settledRoot(archive.location, manifest) !== undefined;
  const scratch = mkdtempSync(join(to, 'scratch-'));
  try {
    using database = await openDatabase(scratch);
    const files = logSource(archive.location, archive.segments, isClosed, scratch);
    const lines = archive.segments.reduce((sum, { records }) => sum + records, 0);
    const held = await writeTables(database, files, lines > archive.size, scratch, to);
    if (held !== archive.size) {
      throw new MeasurandError('index-differs', `the index holds ${held} of ${archive.size} episodes`, {
        kind: 'apparatus',
        file: archive.location,
      });
    }
    return { root: archive.root(), isClosed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const isComplete = (folder: string): boolean =>
  TABLE_NAMES.every((name) => existsSync(join(folder, `${name}.parquet`)));

/** A folder to build in, below the archive where that can be written to; nothing of it is ever read half-built. */
function buildingPlace(home: string): string {
  try {
    mkdirSync(home, { recursive: true });
    return mkdtempSync(join(home, BUILDING));
  } catch {
    return mkdtempSync(join(tmpdir(), 'measurand-index-'));
  }
}

/** Puts a finished index in its place, and takes those of earlier roots away. */
function settle(folder: string, root: string, building: string, place: string): string {
  if (!building.startsWith(indexHome(folder))) return building;
  dropOthers(folder, root);
  rmSync(place, { recursive: true, force: true });
  renameSync(building, place);
  return place;
}

/**
 * The tables of an archive: those that were built for its root before, or built now. They lie in `index/`, which nothing
 * that is hashed covers; they are never the truth and can be deleted at any time. Those of an archive that is being
 * written to, or that lies where nothing can be written, are taken away again after use.
 *
 * @param rebuild do not use what was built before
 * @throws MeasurandError `not-an-archive`, `archive-corrupt`, `missing-dependency`, `index-differs`
 */
export async function archiveIndex(folder: string, rebuild = false): Promise<ArchiveIndex> {
  const manifest = readManifest(folder);
  const settled = settledRoot(folder, manifest);
  const home = indexHome(folder);
  const placeOf = (root: string): string => join(home, `${VERSION}-${root}`);
  const kept = { [Symbol.dispose]: (): void => undefined };
  if (settled !== undefined && !rebuild && isComplete(placeOf(settled))) {
    return { root: settled, folder: placeOf(settled), ...kept };
  }
  // Refuses what is no archive before anything is written.
  if (manifest === undefined) readArchive(folder).close();
  const building = buildingPlace(home);
  const remove = (): void => rmSync(building, { recursive: true, force: true });
  try {
    const { root, isClosed } = await build(folder, manifest, building);
    if (!isClosed) return { root, folder: building, [Symbol.dispose]: remove };
    const place = settle(folder, root, building, placeOf(root));
    return { root, folder: place, [Symbol.dispose]: place === building ? remove : kept[Symbol.dispose] };
  } catch (error) {
    remove();
    throw error;
  }
}
