import { diffTraces } from '../../trace/diff/diff.ts';
import { gathered } from '../../trace/diff/side.ts';
import type { TraceDiff } from '../../trace/diff/types.ts';
import { openTraces } from '../../trace/folder/read.ts';

export interface TraceDiffOptions {
  /** A trace, a file that can be imported, or a folder of such files. */
  readonly a: string;
  /** The other one. @default the other side of A: what it says that the model was shown */
  readonly b?: string;
  readonly signal?: AbortSignal;
}

/**
 * Compares what two traces say of the same calls: a harness's own record with the boundary log of the same run, or two
 * runs.
 *
 * @throws MeasurandError as `openTraces` does
 */
export async function traceDiff({ a, b, signal }: TraceDiffOptions): Promise<TraceDiff> {
  const options = signal === undefined ? {} : { signal };
  const first = gathered(await openTraces(a, options));
  return b === undefined ? diffTraces(first) : diffTraces(first, gathered(await openTraces(b, options)));
}
