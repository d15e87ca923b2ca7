import { loadPaperData } from '../../audit/paper/paper-data.ts';
import { MeasurandError } from '../../core/errors.ts';
import { TABLE_IDS, TABLES, type TableId } from './tables/index.ts';
import {
  NUMBER_STATUSES,
  type NumberCounts,
  type NumberStatus,
  type ReproducedTable,
  type Reproduction,
  type TableContent,
  type TableStatus,
} from './types.ts';

export interface ReproduceOptions {
  /** Folder of the printed numbers. @default the one that ships with Measurand */
  readonly folder?: string;
  /** Which tables, by id. @default all */
  readonly tables?: readonly string[];
}

function countsOf(statuses: readonly NumberStatus[]): NumberCounts {
  const counts = Object.fromEntries(NUMBER_STATUSES.map((status) => [status, 0])) as Record<
    NumberStatus,
    number
  >;
  for (const status of statuses) counts[status] += 1;
  return counts;
}

function statusOf(counts: NumberCounts): TableStatus {
  if (counts.mismatch > 0) return 'mismatch';
  if (counts['not-recomputable'] === 0) return 'reproduced';
  return counts.exact + counts.consistent > 0 ? 'reproduced-in-part' : 'not-recomputable';
}

function finish(content: TableContent): ReproducedTable {
  const counts = countsOf(content.numbers.map(({ status }) => status));
  return { ...content, status: statusOf(counts), counts };
}

function chosen(wanted: readonly string[] | undefined): readonly TableId[] {
  const unknown = wanted?.find((id) => !TABLE_IDS.includes(id as TableId));
  if (unknown !== undefined) {
    throw new MeasurandError('unknown-table', `there is no table ${JSON.stringify(unknown)}`, {
      next: `Choose among ${TABLE_IDS.join(', ')}`,
    });
  }
  return TABLE_IDS.filter((id) => wanted === undefined || wanted.includes(id));
}

/**
 * Regenerates the papers' tables from their printed raw numbers and compares each at printed precision (statistics
 * specification §4). Numbers whose raw data are not printed are listed as such, never as verified.
 *
 * @throws MeasurandError `unknown-table`, `unreadable`, `not-json`, `invalid-paper-data`
 */
export function reproduce(options: ReproduceOptions = {}): Reproduction {
  const ids = chosen(options.tables);
  const data = loadPaperData(options.folder);
  const tables = ids.map((id) => finish(TABLES[id](data)));
  const by = (status: TableStatus): number => tables.filter((table) => table.status === status).length;
  return {
    format: 'measurand.reproduction/1',
    tables,
    counts: countsOf(tables.flatMap(({ numbers }) => numbers.map(({ status }) => status))),
    byStatus: {
      reproduced: by('reproduced'),
      'reproduced-in-part': by('reproduced-in-part'),
      mismatch: by('mismatch'),
      'not-recomputable': by('not-recomputable'),
    },
  };
}

/** A reproduction with any mismatch has failed. */
export function reproduceExit({ counts }: Reproduction): 0 | 1 {
  return counts.mismatch > 0 ? 1 : 0;
}
