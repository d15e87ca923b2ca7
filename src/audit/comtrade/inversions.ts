import type { Scorer, Task } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import { reWalk, walkInOrder } from '../../tasks/comtrade/walk.ts';
import { recordOn, toSubmission } from '../probe/edit.ts';
import { COMTRADE_LAYOUT, correctDraft, LEVELLED_LOG } from './submissions.ts';

/** The same honest agent with less and with more of the truth in hand, and what the scorer makes of it. */
export interface Inversion {
  readonly task: string;
  readonly truth: number;
  readonly less: { readonly records: number; readonly requests: number; readonly score: number };
  readonly more: { readonly records: number; readonly requests: number; readonly score: number };
  /** Whether more true data scored lower. */
  readonly inverted: boolean;
}

async function honestScore(task: Task, scorer: Scorer, records: readonly JsonObject[], requests: number) {
  const draft = correctDraft(task, 0, LEVELLED_LOG);
  const metadata = pythonJson({
    ...recordOn(draft.metadata),
    row_count: records.length,
    request_count: requests,
  });
  const submission = toSubmission(
    { ...draft, lines: records.map((record) => pythonJson(record)), metadata },
    COMTRADE_LAYOUT,
  );
  const truth = task.truth?.(0);
  const { value } = await scorer.score(submission, {
    task,
    seed: 0,
    ledger: [],
    ...(truth ? { truth } : {}),
  });
  return { records: records.length, requests, score: value };
}

/** One straight walk beside walking until everything is in hand, both honestly reported, on every task where they differ. */
export async function inversions(tasks: readonly Task[], scorer: Scorer): Promise<Inversion[]> {
  const found: Inversion[] = [];
  for (const task of tasks) {
    const truth = task.truth?.(0).records.length ?? 0;
    const straight = await walkInOrder(task.open(0));
    if (straight.records.length === truth) continue;
    const patient = await reWalk(task.open(0), { target: truth });
    const less = await honestScore(task, scorer, straight.records, straight.requests);
    const more = await honestScore(task, scorer, patient.records, patient.requests);
    found.push({ task: task.id, truth, less, more, inverted: more.score < less.score - scorer.resolution });
  }
  return found;
}
