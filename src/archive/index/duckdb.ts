import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { MeasurandError } from '../../core/errors.ts';

/** Memory that a query may take before it is refused. */
const MEMORY = '1GB';

export interface Database extends Disposable {
  readonly connection: DuckDBConnection;
}

/** The database is an optional dependency: nothing but queries and Parquet files needs it, so nothing else loads it. */
async function load(): Promise<typeof DuckDBInstance> {
  try {
    const { DuckDBInstance: instance } = await import('@duckdb/node-api');
    return instance;
  } catch (cause) {
    throw new MeasurandError('missing-dependency', 'queries need @duckdb/node-api, which is not installed', {
      kind: 'unsupported',
      next: 'Install it with npm install @duckdb/node-api',
      cause,
    });
  }
}

/**
 * Opens a database in memory, apart from the user's own settings.
 *
 * @param spill folder for what does not fit into memory; without one, nothing is ever written
 * @throws MeasurandError `missing-dependency`
 */
export async function openDatabase(spill = ''): Promise<Database> {
  const instance = await (await load()).create(':memory:', {
    memory_limit: MEMORY,
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  return {
    connection,
    [Symbol.dispose](): void {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** A string as SQL writes it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
