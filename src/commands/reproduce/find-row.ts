import { MeasurandError } from '../../core/errors.ts';

/** The one row that fits. @throws MeasurandError `invalid-paper-data` when none, or more than one, does */
export function theRow<T>(rows: readonly T[], fits: (row: T) => boolean, what: string): T {
  const found = rows.filter(fits);
  const [row] = found;
  if (row === undefined || found.length > 1) {
    throw new MeasurandError('invalid-paper-data', `there are ${found.length} rows for ${what}, not one`, {
      next: 'Restore the files from data/paper',
    });
  }
  return row;
}
