import { diffTraces } from '../../trace/diff/diff.ts';
import type { TraceDiff } from '../../trace/diff/types.ts';
import { openTrace } from '../../trace/folder/read.ts';

export interface TraceDiffOptions {
  /** A trace, or a file that can be imported. */
  readonly a: string;
  /** The other one. @default the other side of A: what it says that the model was shown */
  readonly b?: string;
  readonly signal?: AbortSignal;
}

/**
 * Compares what two traces say of the same calls: a harness's own record with the boundary log of the same run, or two
 * runs.
 *
 * @throws MeasurandError as `openTrace` does
 */
export async function traceDiff({ a, b, signal }: TraceDiffOptions): Promise<TraceDiff> {
  const options = signal === undefined ? {} : { signal };
  const first = await openTrace(a, options);
  return b === undefined ? diffTraces(first) : diffTraces(first, await openTrace(b, options));
}
