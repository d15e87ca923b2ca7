import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../core/digest.ts';
import type { JsonValue } from '../core/json.ts';
import { replaceFile } from './manifest.ts';

/** One opening of an archive by a writer. The only place where a clock or a host is written; no digest covers it. */
export interface Session {
  readonly opened: string;
  readonly closed: string;
  readonly host: string;
  readonly platform: string;
  readonly node: string;
  /** Episodes added. */
  readonly added: number;
}

export const TIMING_FILE = 'timing.json';

/** With a digest of its own, so that a damaged one is noticed; the digest of nothing else covers it. */
const render = (sessions: readonly Session[]): string => {
  const timing = { format: 'measurand.timing/1', sessions };
  return `${JSON.stringify({ ...timing, digest: digestOf(timing as unknown as JsonValue) }, null, 2)}\n`;
};

function readText(folder: string): string | undefined {
  const file = join(folder, TIMING_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function parse(text: string): readonly Session[] {
  try {
    const { sessions } = JSON.parse(text) as { sessions?: unknown };
    return Array.isArray(sessions) ? sessions : [];
  } catch {
    return [];
  }
}

/** Whether timing.json is as it was written, or is not there. */
export function isTimingIntact(folder: string): boolean {
  const text = readText(folder);
  return text === undefined || text === render(parse(text));
}

/** Adds the session that ends now. */
export function appendSession(folder: string, opened: Date, added: number): void {
  const session: Session = {
    opened: opened.toISOString(),
    closed: new Date().toISOString(),
    host: hostname(),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    added,
  };
  // What cannot be read counts as no session: no result depends on it.
  const before = parse(readText(folder) ?? '');
  replaceFile(join(folder, TIMING_FILE), render([...before, session]));
}
