import { MeasurandError } from '../../core/errors.ts';

/**
 * The two files of a comparison.
 *
 * @throws MeasurandError `invalid-usage` when files were given without a comparison, or not two
 */
export function comparedFiles(
  compare: boolean,
  before: string | undefined,
  after: string | undefined,
): { readonly before: string; readonly after: string } {
  if (compare && before !== undefined && after !== undefined) return { before, after };
  throw new MeasurandError(
    'invalid-usage',
    'a comparison takes two files, and only a comparison takes files',
    {
      next: 'Write measurand probe --compare OLD NEW',
    },
  );
}
