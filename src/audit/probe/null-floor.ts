import type { Scorer } from '../../core/contracts/index.ts';
import type { Verdict } from '../types.ts';
import type { ProbeCase } from './acceptance.ts';
import { type RecordsLayout, toSubmission } from './edit.ts';

/** What a submission without one record scores, honest about it or not. */
export interface NullFloor {
  readonly resolution: number;
  readonly tasks: number;
  /** Highest score of an empty submission over the tasks, and of one that declares zero rows. */
  readonly highest: number;
  readonly above: number;
  readonly byTask: Readonly<Record<string, { readonly empty: number; readonly declared: number }>>;
}

/** Scores the empty submission of every case, with the metadata of the correct one and with zero rows declared. */
export async function nullFloor(
  scorer: Scorer,
  cases: readonly ProbeCase[],
  layout: RecordsLayout,
): Promise<NullFloor> {
  const byTask: Record<string, { empty: number; declared: number }> = {};
  for (const { task, draft, context } of cases) {
    const metadata = JSON.stringify({ ...(JSON.parse(draft.metadata) as object), row_count: 0 });
    const empty = await scorer.score(toSubmission({ ...draft, lines: [] }, layout), context);
    const declared = await scorer.score(toSubmission({ ...draft, lines: [], metadata }, layout), context);
    byTask[task] = { empty: empty.value, declared: declared.value };
  }
  const values = Object.values(byTask).flatMap(({ empty, declared }) => [empty, declared]);
  return {
    resolution: scorer.resolution,
    tasks: cases.length,
    highest: values.length === 0 ? 0 : Math.max(...values),
    above: values.filter((value) => value > scorer.resolution).length,
    byTask,
  };
}

/** Passes when doing nothing scores the minimum everywhere. */
export function nullFloorVerdict({ tasks, above }: NullFloor): Verdict {
  if (tasks === 0) return 'not-probed';
  return above === 0 ? 'pass' : 'fail';
}
