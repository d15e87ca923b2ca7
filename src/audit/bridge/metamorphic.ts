import type { JsonValue } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import { type BridgeTask, RawJson } from '../../scorers/bridge/index.ts';
import { editsOf } from '../falsify/edits-of.ts';
import { SUBMISSION_KINDS, type SubmissionKind } from '../falsify/typed-edit.ts';
import type { BridgeMetamorphic } from './measurements.ts';
import type { ProbeParts } from './probe.ts';

const PATCH = `--- a/sum.py
+++ b/sum.py
@@ -1,2 +1,2 @@ def sum_of(a, b):
 def sum_of(a, b):
-    return a - b
+    return a + b
`;

/** Submissions of each kind that are right or wrong, as it may be: without an oracle nobody can tell. */
const SUBMISSIONS: Readonly<Record<string, readonly JsonValue[]>> = {
  text: ['42', '-5 C', 'Ada Lovelace', 'red, green, blue', 'the answer is 3.50'],
  records: [
    [{ id: 'a', value: 1 }],
    [
      { id: 'a', value: 1, note: 'x' },
      { id: 'b', value: 2 },
    ],
  ],
  calls: [[{ name: 'look_up', arguments: { id: 7, unit: 'km' } }]],
  actions: [[{ name: 'cancel', kwargs: { order: '#1', reason: 'late' } }]],
  patch: [PATCH],
  log: ['PASSED tests/test_sum.py::test_sum\nFAILED tests/test_sum.py::test_difference\n'],
};

/** Two submissions that say the same. */
interface Twins {
  readonly edit: string;
  readonly submission: JsonValue;
  readonly twin: JsonValue;
}

function twinsOf(kind: SubmissionKind): readonly Twins[] {
  return (SUBMISSIONS[kind] ?? []).flatMap((submission) =>
    editsOf({ kind }, 'equivalent').flatMap(({ id: edit, apply }) => {
      const twin = apply(submission, new Random(`metamorphic:${edit}`));
      return twin === undefined ? [] : [{ edit, submission, twin }];
    }),
  );
}

/**
 * All that can be asked of a scorer without a correct submission: an edit that changes how a submission is written, and
 * nothing that it says, must not change its score. Gives null where no such edit is known.
 */
export async function metamorphicTests(
  { target, hello, tally }: Pick<ProbeParts, 'target' | 'hello' | 'tally'>,
  tasks: readonly BridgeTask[],
): Promise<BridgeMetamorphic | null> {
  const kind = SUBMISSION_KINDS.find((known) => known === hello.target.submission);
  if (!kind) return null;
  const scoreOf = async (task: string, submission: JsonValue): Promise<number> => {
    const raw = RawJson.of(submission);
    const outcome = await target.score(task, raw);
    tally.scored(task, raw, outcome);
    return outcome.kind === 'score' ? outcome.score : Number.NaN;
  };
  const pairs = tasks.flatMap(({ id: task }) => twinsOf(kind).map((twins) => ({ task, ...twins })));
  let tried = 0;
  let changed = 0;
  let example: BridgeMetamorphic['example'] = null;
  for (const { task, edit, submission, twin } of pairs) {
    const first = await scoreOf(task, submission);
    const again = await scoreOf(task, twin);
    const difference = Math.abs(again - first);
    if (Number.isNaN(difference)) continue;
    tried += 1;
    if (difference <= hello.target.resolution) continue;
    changed += 1;
    example ??= { task, edit, first, again };
  }
  return { tried, changed, example };
}
