import { archiveIndex } from '../../archive/index/build.ts';
import { type QueryAnswer, queryIndex } from '../../archive/index/query.ts';

export interface QueryOptions {
  readonly archive: string;
  /** One SELECT over the tables `episodes`, `scores`, `decisions` and `counts`. */
  readonly sql: string;
  /** Build the index anew, whatever was built before. @default false */
  readonly rebuild?: boolean;
}

export interface QueryReport extends QueryAnswer {
  readonly format: 'measurand.query/1';
  /** Of the episodes that were asked about. */
  readonly root: string;
}

/**
 * Answers SQL over an archive. The tables are an index that is built from the log, checked, when there is none for the
 * archive's root; the log stays the truth. The SQL can read those tables and do nothing else.
 *
 * @throws MeasurandError `invalid-query`, `missing-dependency`, `not-an-archive`, `archive-corrupt`
 */
export async function query({ archive, sql, rebuild = false }: QueryOptions): Promise<QueryReport> {
  using index = await archiveIndex(archive, rebuild);
  return { format: 'measurand.query/1', root: index.root, ...(await queryIndex(index, sql)) };
}
