import { readArchive } from '../../archive/folder.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type EpisodeRow, readRow } from './episode-row.ts';
import { keepTable, keptTable } from './kept-table.ts';
import type { ScoreTable } from './score-table.ts';
import { ScoreTableBuilder } from './score-table-builder.ts';

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
 * apart by the names given. What was read of a large one that is closed is kept in its `index/` and taken from there.
 *
 * @throws MeasurandError what opening an archive throws, `archive-corrupt`, `no-episodes`; the reason of the signal
 */
export function readScores(
  archives: readonly { readonly name: string; readonly folder: string }[],
  { signal, onProgress }: RunControl = {},
): ReadScores {
  const [only, ...others] = archives;
  const alone = only?.name === '' && others.length === 0 ? only.folder : undefined;
  const kept = alone === undefined ? undefined : keptTable(alone);
  if (kept) return { table: kept.table, roots: [kept.root], remarks: [] };
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
  const table = builder.build();
  if (alone !== undefined) keepTable(alone, roots[0] as string, table);
  return { table, roots, remarks };
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
