import type { HarnessRun } from '../contracts.ts';

/** Where programs are looked for inside a run; nothing of the caller's own environment is passed on. */
const PROGRAMS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** How long a tool server may take to start, for harnesses that would go on without it after seconds. */
export const SERVER_START_MS = 120_000;

/** What every harness is given, and all that it is given besides its own settings. */
export function baseEnvironment(run: HarnessRun): Readonly<Record<string, string>> {
  return {
    PATH: PROGRAMS,
    HOME: run.home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TZ: 'UTC',
    TMPDIR: run.temporary,
  };
}
