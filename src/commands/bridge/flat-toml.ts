import { readFileSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';

/** Tables of string values, by the name of the table. */
export type FlatTables = Readonly<Record<string, Readonly<Record<string, string>>>>;

const HEAD = /^\[\s*([\w.-]+|"[^"\\]+")\s*\]$/;
const PAIR = /^([\w-]+)\s*=\s*("(?:[^"\\]|\\["\\])*"|'[^']*')$/;

function textOf(written: string): string {
  const inner = written.slice(1, -1);
  return written.startsWith('"') ? inner.replace(/\\(["\\])/g, '$1') : inner;
}

/** A line without its comment; a sign inside quotation marks starts none. */
function withoutComment(line: string): string {
  return line.replace(/^((?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*)#.*$/, '$1').trim();
}

/**
 * Reads the part of TOML that a list of places needs: tables of strings. Anything else is refused, with its line.
 *
 * @throws MeasurandError `unreadable`, `invalid-toml`
 */
export function readFlatToml(file: string): FlatTables {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new MeasurandError('unreadable', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
  const tables = new Map<string, Map<string, string>>();
  let table = '';
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = withoutComment(raw);
    if (line === '') continue;
    const head = HEAD.exec(line)?.[1];
    const pair = PAIR.exec(line);
    if (head !== undefined) {
      table = head.replaceAll('"', '');
      if (!tables.has(table)) tables.set(table, new Map());
    } else if (pair?.[1] !== undefined && pair[2] !== undefined) {
      const values = tables.get(table) ?? new Map<string, string>();
      tables.set(table, values.set(pair[1], textOf(pair[2])));
    } else {
      throw new MeasurandError('invalid-toml', `line ${at + 1} is neither [table] nor key = "text"`, {
        file,
        next: 'Only tables of strings are read here',
      });
    }
  }
  return Object.fromEntries([...tables].map(([name, values]) => [name, Object.fromEntries(values)]));
}
