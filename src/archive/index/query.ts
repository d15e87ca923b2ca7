import { join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { ArchiveIndex } from './build.ts';
import { type Database, openDatabase, quoted } from './duckdb.ts';
import { TABLE_NAMES } from './tables.ts';

/** Rows of an answer that are kept; what is more is counted out loud, never silently. */
export const MOST_ROWS = 100_000;

export interface QueryAnswer {
  readonly columns: readonly string[];
  /** Numbers of more than 15 digits, dates and the like are text. */
  readonly rows: readonly (readonly JsonValue[])[];
  /** Whether there were more rows than are given. */
  readonly isCut: boolean;
}

/** Lets the connection see the tables of an index, and from then on no other file, no address and no other setting. */
async function shutIn({ connection }: Database, { folder }: ArchiveIndex): Promise<void> {
  const files = TABLE_NAMES.map((name) => join(folder, `${name}.parquet`));
  await connection.run(`SET allowed_paths = [${files.map(quoted).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  for (const [at, name] of TABLE_NAMES.entries()) {
    await connection.run(`CREATE VIEW ${name} AS SELECT * FROM read_parquet(${quoted(files[at] as string)})`);
  }
  await connection.run('SET lock_configuration = true');
}

/** The database gives these as text, since a double may not hold them. */
const WIDE: ReadonlySet<string> = new Set(['BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DECIMAL']);
/** Digits that every double keeps. */
const SAFE_DIGITS = 15;

const asNumber = (value: JsonValue): JsonValue =>
  typeof value === 'string' && value.replace(/\D/g, '').length <= SAFE_DIGITS ? Number(value) : value;

function refused(what: string, next: string, cause?: unknown): MeasurandError {
  return new MeasurandError('invalid-query', what, { field: 'SQL', next, cause });
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string;

/**
 * Answers one SELECT over the tables `episodes`, `scores`, `decisions` and `counts`. Only reading statements are run, and
 * those in a database that reaches nothing but the index: no file, no network, no setting, no extension.
 *
 * @throws MeasurandError `invalid-query`
 */
export async function queryIndex(index: ArchiveIndex, sql: string): Promise<QueryAnswer> {
  using database = await openDatabase();
  await shutIn(database, index);
  const { DuckDBTypeId, StatementType } = await import('@duckdb/node-api');
  try {
    const statements = await database.connection.extractStatements(sql);
    if (statements.count !== 1) throw refused('one statement is wanted', 'Write a single SELECT');
    const prepared = await statements.prepare(0);
    if (prepared.statementType !== StatementType.SELECT) {
      throw refused('only reading is allowed', 'Write a single SELECT');
    }
    const reader = await prepared.streamAndReadUntil(MOST_ROWS + 1);
    const isText = reader.columnTypes().map(({ typeId }) => WIDE.has(DuckDBTypeId[typeId]));
    const rows = (reader.getRowsJson() as readonly (readonly JsonValue[])[]).slice(0, MOST_ROWS);
    return {
      columns: reader.deduplicatedColumnNames(),
      rows: rows.map((row) => row.map((value, at) => (isText[at] ? asNumber(value) : value))),
      isCut: reader.currentRowCount > MOST_ROWS,
    };
  } catch (error) {
    if (error instanceof MeasurandError) throw error;
    const tables = `The tables are ${TABLE_NAMES.join(', ')}; SELECT * FROM episodes LIMIT 1 shows the columns of one`;
    throw refused(firstLine(error), tables, error);
  }
}
