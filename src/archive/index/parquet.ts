import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import type { ArchiveIndex } from './build.ts';
import { openDatabase, quoted } from './duckdb.ts';

/** One row for each score, and one for each episode without any; all else about the episode beside it. */
const ROWS = `SELECT episodes.*, scores.scorer, scores.value, scores.parts, scores.notes, counts.* EXCLUDE (id)
  FROM episodes LEFT JOIN scores USING (id) LEFT JOIN counts USING (id) ORDER BY episodes.id, scores.scorer`;

/**
 * Writes one flat Parquet file, ordered by episode and scorer, for any tool that reads such files.
 *
 * @returns rows written
 * @throws MeasurandError `file-taken`, `missing-dependency`, `parquet-write`
 */
export async function writeParquet(index: ArchiveIndex, file: string): Promise<number> {
  const target = resolve(file);
  if (existsSync(target)) {
    throw new MeasurandError('file-taken', 'the file is there already', {
      file,
      next: 'Name another, or delete it',
    });
  }
  const aside = `${target}.${process.pid}`;
  using database = await openDatabase(`${aside}.spill`);
  const { connection } = database;
  for (const name of ['episodes', 'scores', 'counts']) {
    const table = quoted(join(index.folder, `${name}.parquet`));
    await connection.run(`CREATE VIEW ${name} AS SELECT * FROM read_parquet(${table})`);
  }
  try {
    const written = await connection.runAndReadAll(
      `COPY (${ROWS}) TO ${quoted(aside)} (FORMAT parquet, COMPRESSION zstd)`,
    );
    renameSync(aside, target);
    return Number(written.getRowsJS()[0]?.[0]);
  } catch (cause) {
    rmSync(aside, { force: true });
    throw new MeasurandError('parquet-write', `the file could not be written: ${(cause as Error).message}`, {
      kind: 'apparatus',
      file,
      cause,
    });
  } finally {
    rmSync(`${aside}.spill`, { recursive: true, force: true });
  }
}
