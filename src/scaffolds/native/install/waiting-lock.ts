import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeLock } from '../../../archive/lock.ts';
import { MeasurandError } from '../../../core/errors.ts';

const PAUSE_MS = 100;

/**
 * Does something while no other process of this machine does it, waiting for its turn.
 *
 * @throws the reason of the signal; what the action throws
 */
export async function inTurn<T>(
  file: string,
  action: () => Promise<T>,
  { signal, onWait }: { readonly signal?: AbortSignal; readonly onWait?: () => void } = {},
): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  let release: (() => void) | undefined;
  let isFirst = true;
  while (release === undefined) {
    signal?.throwIfAborted();
    try {
      release = takeLock(file);
    } catch (error) {
      if (!(error instanceof MeasurandError && error.code === 'archive-locked')) throw error;
      if (isFirst) onWait?.();
      isFirst = false;
      await pause(PAUSE_MS);
    }
  }
  try {
    return await action();
  } finally {
    release();
  }
}
