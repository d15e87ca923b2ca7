import type { Cell, Outcome, Recorder, Scaffold } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { Chosen } from '../choices.ts';
import { buildPayload } from '../payload.ts';
import { recordedCall } from '../recorded-call.ts';
import { HarnessWalk, type WalkEnd } from './walk.ts';

function decide(recorder: Recorder, chosen: Chosen): void {
  recorder.record({ type: 'decision', owner: 'scaffold', ...chosen });
}

/** The query as the environment tells it; null where it has no tool that does. */
async function queryOf({ environment }: Cell, recorder: Recorder): Promise<JsonValue> {
  if (!environment.tools.some(({ name }) => name === 'get_task_info')) return null;
  const { value } = await recordedCall(environment, recorder, 'scaffold', 'get_task_info', {});
  return (isJsonObject(value) ? value['query'] : null) ?? null;
}

async function submit(
  { environment, task }: Cell,
  recorder: Recorder,
  walk: HarnessWalk,
  facts: { readonly query: JsonValue; readonly end: WalkEnd },
): Promise<void> {
  const { held, requests, retries, retries429, retries500, skips } = walk;
  const complete = facts.end === 'last page' && skips === 0;
  const { requestBudget } = environment;
  decide(recorder, { decision: 'dedup', choice: 'dropped' });
  decide(recorder, { decision: 'totals', choice: 'dropped' });
  const payload = buildPayload(
    {
      taskId: task.id,
      query: facts.query,
      rows: held.rows(),
      totalsDropped: held.totalsDropped,
      requestCount: requests,
      requestBudget: Number.isFinite(requestBudget) ? requestBudget : null,
      retries429,
      retries500,
      retriesTotal: retries,
      toolCalls: requests + 1,
    },
    [`task_id=${task.id}`, ...walk.log, `retry_count=${retries}`, `complete=${complete}`],
  );
  decide(recorder, { decision: 'submission', choice: 'submitted' });
  await recordedCall(environment, recorder, 'scaffold', 'submit_results', { ...payload });
}

async function run(cell: Cell, recorder: Recorder): Promise<Outcome> {
  if (cell.protocol !== 'single') {
    throw new MeasurandError('unsupported-protocol', `l1 hands in at once and has no ${cell.protocol} arm`, {
      next: 'Use protocol single with l1',
      kind: 'unsupported',
    });
  }
  const query = await queryOf(cell, recorder);
  const walk = new HarnessWalk(cell, recorder);
  const end = await walk.run();
  await submit(cell, recorder, walk, { query, end });
  const submission = cell.environment.submission();
  return submission
    ? { state: 'scored', stop: end, submission }
    : { state: 'errored', stop: 'the environment did not take the submission' };
}

/**
 * The paper's L1, the half-scaffold: the harness pages, drops duplicates and totals, writes the file and hands it in,
 * an empty one too. The model decides one thing, whether a failed page is asked for again or skipped.
 *
 * Sixty questions end a walk whose model would retry for ever; a reply needs to hold one word, and 512 tokens leave room
 * for models that reason before they answer.
 */
export const l1: Scaffold = {
  id: 'l1',
  level: 'L1',
  title: 'Half-scaffold: the model answers retry or skip',
  ownership: {
    retry: 'model',
    dedup: 'scaffold',
    totals: 'scaffold',
    pagination: 'scaffold',
    submission: 'scaffold',
  },
  limits: { steps: 60, outputTokens: 512 },
  run,
};
