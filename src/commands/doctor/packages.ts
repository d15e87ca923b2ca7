import { broken, type DoctorCheck, type Finding, missing, ok } from './check.ts';

interface Package {
  readonly id: string;
  readonly title: string;
  readonly for: string;
  readonly names: readonly string[];
  load(): Promise<unknown>;
}

const PACKAGES: readonly Package[] = [
  {
    id: 'duckdb',
    title: 'DuckDB',
    for: 'measurand query and export --parquet',
    names: ['@duckdb/node-api'],
    load: async () => {
      const { openDatabase } = await import('../../archive/index/duckdb.ts');
      using database = await openDatabase();
      await database.connection.run('SELECT 1');
    },
  },
  {
    id: 'queue',
    title: 'Queue driver',
    for: 'run --queue and worker',
    names: ['bullmq', 'ioredis'],
    load: () => Promise.all([import('bullmq'), import('ioredis')]),
  },
  {
    id: 'openai',
    title: 'OpenAI client',
    for: 'models openai:…',
    names: ['openai'],
    load: () => import('openai'),
  },
  {
    id: 'anthropic',
    title: 'Anthropic client',
    for: 'models anthropic:…',
    names: ['@anthropic-ai/sdk'],
    load: () => import('@anthropic-ai/sdk'),
  },
  {
    id: 'google',
    title: 'Google client',
    for: 'models google:…',
    names: ['@google/genai'],
    load: () => import('@google/genai'),
  },
];

/** Whether loading failed because the package itself is not there. */
function isAbsent(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  if (code === 'missing-dependency' && cause !== undefined) return isAbsent(cause);
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

async function look({ names, load }: Package): Promise<Finding> {
  const next = `Install with npm install ${names.join(' ')}`;
  try {
    await load();
    return ok(`${names.join(' and ')} loads`);
  } catch (error) {
    if (isAbsent(error)) return missing(`${names.join(' and ')} is not installed`, next);
    return broken(`${names.join(' and ')} does not load: ${(error as Error).message}`, next);
  }
}

/** Packages that are loaded only where they are needed. */
export const PACKAGE_CHECKS: readonly DoctorCheck[] = PACKAGES.map((each) => ({
  id: each.id,
  title: each.title,
  for: each.for,
  look: () => look(each),
}));
