import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canonicalJson } from '../../core/canonical.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { parsed } from './json-lines.ts';
import { optionalDriver } from './optional.ts';
import type { SourceRecord } from './record.ts';
import { type Unpack, zstdDecoder } from './zstd.ts';

export const SQLITE_MAGIC = 'SQLite format 3\u0000';

/** Rows of a database, in the form that a row has as a JSON line: its columns beside `_table`. */
export interface Rows {
  readonly records: Iterable<SourceRecord>;
  /** Every table with its number of rows. */
  readonly tables: ReadonlyMap<string, number>;
  close(): void;
}

const JSON_COLUMN = /(?:^data|_json)$/;
const ZSTD_COLUMN = /_zstd$/;

type Cell = number | bigint | string | Uint8Array | null;

function decoded(column: string, cell: Cell, unzstd: Unpack, file: string): JsonValue {
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
  if (cell instanceof Uint8Array) {
    if (!ZSTD_COLUMN.test(column)) return { _blob: Buffer.from(cell).toString('base64') };
    const text = Buffer.concat([...unzstd([cell], file)]).toString('utf8');
    return parsed(text).value ?? text;
  }
  if (typeof cell === 'string' && JSON_COLUMN.test(column)) return parsed(cell).value ?? cell;
  return cell;
}

function recordOf(
  table: string,
  row: Readonly<Record<string, unknown>>,
  at: number,
  file: string,
  unzstd: Unpack,
): SourceRecord {
  const place = `${table}[${at}]`;
  try {
    const value: Record<string, JsonValue> = { _table: table };
    for (const [column, cell] of Object.entries(row))
      value[column] = decoded(column, cell as Cell, unzstd, file);
    return { position: { file, at: place, digest: sha256(canonicalJson(value)) }, value };
  } catch (error) {
    const what = `a column cannot be decoded: ${error instanceof Error ? error.message : String(error)}`;
    return { position: { file, at: place, digest: sha256('') }, trouble: { code: 'unreadable-row', what } };
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a copy of a database together with its write-ahead log, so that what was committed there is read too and the
 * original stays as it is.
 *
 * @param wanted tables whose rows are read, in this order
 * @throws MeasurandError `missing-driver`, `unreadable-database`
 */
export async function sqliteRows(path: string, wanted: readonly string[]): Promise<Rows> {
  const file = basename(path);
  const { Database } = await optionalDriver(
    'node-sqlite3-wasm',
    'a SQLite database',
    async () => (await import('node-sqlite3-wasm')).default,
  );
  const unzstd = await zstdDecoder();
  const folder = mkdtempSync(join(tmpdir(), 'measurand-sqlite-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = new Database(copy);
    // Without shared memory a write-ahead log can only be read by a connection that is alone.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF');
    const names = database.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    const tables = new Map(
      names.map(({ name }) => [
        String(name),
        Number(database.get(`SELECT count(*) AS n FROM ${quoted(String(name))}`)?.['n']),
      ]),
    );
    const present = wanted.filter((name) => tables.has(name));
    function* records(): Generator<SourceRecord> {
      for (const table of present) {
        const statement = database.prepare(`SELECT * FROM ${quoted(table)}`);
        let at = 0;
        for (const row of statement.iterate()) {
          yield recordOf(table, row, at, file, unzstd);
          at += 1;
        }
        statement.finalize();
      }
    }
    const close = (): void => {
      database.close();
      remove();
    };
    return { records: records(), tables, close };
  } catch (cause) {
    remove();
    if (cause instanceof MeasurandError) throw cause;
    throw new MeasurandError('unreadable-database', 'is no SQLite database that can be read', {
      file,
      cause,
    });
  }
}
