import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

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

interface Timing {
  readonly format: 'measurand.timing/1';
  readonly sessions: readonly Session[];
}

/** Sessions so far. What cannot be read counts as none: no result depends on it. */
export function readTiming(folder: string): readonly Session[] {
  const file = join(folder, 'timing.json');
  if (!existsSync(file)) return [];
  try {
    const { sessions } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Timing>;
    return Array.isArray(sessions) ? sessions : [];
  } catch {
    return [];
  }
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
  const timing: Timing = { format: 'measurand.timing/1', sessions: [...readTiming(folder), session] };
  writeFileSync(join(folder, 'timing.json'), `${JSON.stringify(timing, null, 2)}\n`);
}
