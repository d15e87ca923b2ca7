import { MeasurandError } from '../../core/errors.ts';

/**
 * Loads a part of Measurand that is installed only where it can be.
 *
 * @throws MeasurandError `missing-driver`, exit code 3
 */
export async function optionalDriver<T>(name: string, reads: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new MeasurandError('missing-driver', `${reads} cannot be read: ${name} is not installed`, {
      kind: 'unsupported',
      next: `Install it with npm install ${name}`,
      cause,
    });
  }
}
