import { readArchive } from '../../archive/folder.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type EpisodeRow, readRow } from './episode-row.ts';
import { type ScoreTable, ScoreTableBuilder } from './score-table.ts';

/** What was read, and from what. */
export interface ReadScores {
  readonly table: ScoreTable;
  /** Merkle root of each archive. */
  readonly roots: readonly string[];
  /** What opening the archives found. */
  readonly remarks: readonly string[];
}

const REPORT_EVERY = 2048;

/**
 * Reads archives once, record by record, keeping only what statistics need. With several, the axis `archive` tells them
 * apart by the names given.
 *
 * @throws MeasurandError what opening an archive throws, `archive-corrupt`, `no-episodes`; the reason of the signal
 */
export function readScores(
  archives: readonly { readonly name: string; readonly folder: string }[],
  { signal, onProgress }: RunControl = {},
): ReadScores {
  const builder = new ScoreTableBuilder();
  const roots: string[] = [];
  const remarks: string[] = [];
  for (const { name, folder } of archives) {
    using archive = readArchive(folder);
    if (archive.size === 0) {
      throw new MeasurandError('no-episodes', 'the archive holds no episode', {
        file: folder,
        next: 'Run the study first',
      });
    }
    for (let slot = 0; slot < archive.size; slot += 1) {
      if (slot % REPORT_EVERY === 0) {
        signal?.throwIfAborted();
        onProgress?.({ what: 'episodes read', done: slot, total: archive.size });
      }
      builder.add(readRow(archive.recordBytes(slot), archive.idAt(slot)), name);
    }
    onProgress?.({ what: 'episodes read', done: archive.size, total: archive.size });
    roots.push(archive.root());
    remarks.push(...archive.remarks);
  }
  return { table: builder.build(), roots, remarks };
}

/** The same from rows or records in memory. @throws MeasurandError `no-episodes` */
export function tableOf(rows: Iterable<EpisodeRow>): ScoreTable {
  const builder = new ScoreTableBuilder();
  let any = false;
  for (const row of rows) {
    builder.add(row, '');
    any = true;
  }
  if (!any) throw new MeasurandError('no-episodes', 'there is no episode');
  return builder.build();
}
