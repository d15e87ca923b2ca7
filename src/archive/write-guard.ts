import { MeasurandError } from '../core/errors.ts';

/**
 * Runs a write; what the system refuses becomes a coded error that says how to go on.
 *
 * @throws MeasurandError `archive-write`
 */
export function guardedWrite<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof MeasurandError) throw cause;
    throw new MeasurandError(
      'archive-write',
      `the archive could not be written: ${(cause as Error).message}`,
      {
        kind: 'apparatus',
        file,
        next: 'Mend the cause (space, permissions), then run the same command again: it continues',
        cause,
      },
    );
  }
}
