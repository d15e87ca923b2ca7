import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../core/errors.ts';
import { lockedNames, packFile, packNames, segmentFile, segmentLock, segmentNames } from './layout.ts';
import { isHeld, takeLock } from './lock.ts';

/** `one`: nobody else may write for as long as this writer lives. `many`: others that say so too may. */
export type Writers = 'one' | 'many';

/** A writer's place in an archive: a segment that is its own. */
export interface Session {
  /** Of the segment and of the pack. */
  readonly name: string;
  readonly release: () => void;
}

/** Segments that another living writer is writing to. */
export function livingWriters(folder: string, own?: string): readonly string[] {
  return lockedNames(folder).filter((name) => name !== own && isHeld(segmentLock(folder, name)));
}

/** Takes away the locks of writers that died, once what they left is in order. */
export function clearDeadLocks(folder: string, spared: ReadonlySet<string>): void {
  for (const name of lockedNames(folder)) {
    const lock = segmentLock(folder, name);
    if (!(spared.has(name) || isHeld(lock))) takeLock(lock)();
  }
}

function busy(file: string): MeasurandError {
  return new MeasurandError('archive-locked', 'another process is writing to this archive', {
    kind: 'failed',
    file,
    next: 'Wait for it to end; if no such process runs, delete the lock file',
  });
}

/** The next free number; a lock on it makes it this writer's. */
function reserve(folder: string): Session {
  for (;;) {
    const taken = [...segmentNames(folder), ...packNames(folder), ...lockedNames(folder)].map(Number);
    const name = String(Math.max(0, ...taken) + 1).padStart(3, '0');
    try {
      const release = takeLock(segmentLock(folder, name));
      // Another writer may have come and gone between looking and locking.
      if (!(existsSync(segmentFile(folder, name)) || existsSync(packFile(folder, name))))
        return { name, release };
      release();
    } catch (error) {
      if (!(error instanceof MeasurandError && error.code === 'archive-locked')) throw error;
    }
  }
}

/**
 * Enters an archive as a writer. Each party places its own lock first and then looks for the other's, so that an only
 * writer and one of many never both get in.
 *
 * @throws MeasurandError `archive-locked`
 */
export function enter(folder: string, writers: Writers): Session {
  const only = join(folder, 'lock');
  const releaseOnly = writers === 'one' ? takeLock(only) : undefined;
  const held: Session[] = [];
  try {
    const session = reserve(folder);
    held.push(session);
    const [other] = livingWriters(folder, session.name);
    if (writers === 'one' && other !== undefined) throw busy(segmentLock(folder, other));
    if (writers === 'many' && isHeld(only)) throw busy(only);
    const release = (): void => {
      session.release();
      releaseOnly?.();
    };
    return { name: session.name, release };
  } catch (error) {
    for (const { release } of held) release();
    releaseOnly?.();
    throw error;
  }
}
