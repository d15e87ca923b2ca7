import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { MeasurandError } from '../core/errors.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  readonly started: string;
}

/** When a process began, in clock ticks since boot, with the boot's id; empty where there is no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return '';
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return started === startOf(pid);
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<Holder>;
    return Number.isSafeInteger(pid) && typeof host === 'string' && typeof started === 'string'
      ? { pid: pid as number, host, started }
      : undefined;
  } catch {
    return undefined;
  }
}

function locked(file: string, holder: Holder | undefined): MeasurandError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'an unknown process';
  return new MeasurandError('archive-locked', `${who} is writing to this archive`, {
    kind: 'failed',
    file,
    next: 'Wait for it to end; if no such process runs, delete the lock file',
  });
}

/** Moves a dead writer's lock out of the way; a living one that came in between is put back. */
function removeStale(file: string, text: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readFileSync(aside, 'utf8');
    if (moved === text) return;
    linkSync(aside, file);
    throw locked(file, parseHolder(moved));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Creates the file with its contents in one step; false when there is one already. */
function placed(file: string, text: string): boolean {
  const aside = `${file}.new-${process.pid}`;
  writeFileSync(aside, text);
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a living process, or one on another host, which cannot be seen from here, has the lock. */
export function isHeld(file: string): boolean {
  const text = readLock(file);
  // A lock appears with its contents, so an empty one is what a power cut left.
  if (text === undefined || text === '') return false;
  const holder = parseHolder(text);
  return holder === undefined || holder.host !== hostname() || isAlive(holder);
}

/**
 * One holder at a time. A lock whose process is gone is taken over; one of another machine is respected, since its
 * process cannot be seen from here.
 *
 * @param file path of the lock file
 * @returns gives the lock up
 * @throws MeasurandError `archive-locked`
 */
export function takeLock(file: string): () => void {
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const text = `${JSON.stringify(own)}\n`;
  while (!placed(file, text)) {
    const held = readLock(file);
    if (held === undefined) continue;
    if (isHeld(file)) throw locked(file, parseHolder(held));
    removeStale(file, held);
  }
  return () => rmSync(file, { force: true });
}

/** Nobody keeps such a lock for longer than it takes to write one small file. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 5;

/** Runs an action under a lock that others hold for moments only, waiting for it. @throws MeasurandError `archive-locked` */
export function underLock<T>(file: string, action: () => T): T {
  const release = waitForLock(file);
  try {
    return action();
  } finally {
    release();
  }
}

function waitForLock(file: string): () => void {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return takeLock(file);
    } catch (error) {
      const isBusy = error instanceof MeasurandError && error.code === 'archive-locked';
      if (!isBusy || waited >= PATIENCE_MS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
