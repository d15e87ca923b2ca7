import { resolve } from 'node:path';
import { archiveIndex } from '../../archive/index/build.ts';
import { writeParquet } from '../../archive/index/parquet.ts';

export interface ParquetExport {
  readonly format: 'measurand.parquet-export/1';
  readonly file: string;
  /** Of the episodes in it. */
  readonly root: string;
  readonly rows: number;
}

/**
 * Writes an archive's scores, with the coordinates and counts of their episodes, into one Parquet file.
 *
 * @throws MeasurandError `file-taken`, `missing-dependency`, `parquet-write`, `not-an-archive`, `archive-corrupt`
 */
export async function exportParquet(archive: string, file: string): Promise<ParquetExport> {
  using index = await archiveIndex(archive);
  const rows = await writeParquet(index, file);
  return { format: 'measurand.parquet-export/1', file: resolve(file), root: index.root, rows };
}
