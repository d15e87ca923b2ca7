import type { Cell, Message, Outcome, Recorder, Scaffold } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { saysRetryable } from '../../tasks/comtrade/tool-errors.ts';
import type { Chosen } from '../choices.ts';
import { HeldRows } from '../held-rows.ts';
import { buildPayload } from '../payload.ts';
import { recordedCall } from '../recorded-call.ts';
import { HarnessFetcher } from './fetcher.ts';

/** Asks the model once. What it answers is recorded, and moves nothing: that is what the level means. */
async function askModel({ model, environment, limits, signal }: Cell, recorder: Recorder): Promise<void> {
  const messages: Message[] = environment.turns.map(({ text }) => ({ role: 'user', text }));
  const view = { messages, tools: environment.tools, outputTokens: limits.outputTokens };
  recorder.record({ type: 'said', move: await model.decide(view, signal) });
}

function decide(recorder: Recorder, chosen: Chosen): void {
  recorder.record({ type: 'decision', owner: 'scaffold', ...chosen });
}

/**
 * Pages from the first until the service says that there is no more, or refuses for good; a page whose retries ran out
 * is passed over. Gives the number of pages asked for.
 */
async function walk(
  fetcher: HarnessFetcher,
  held: HeldRows,
  recorder: Recorder,
  mostPages: number,
): Promise<number> {
  for (let page = 1; ; page += 1) {
    decide(recorder, { decision: 'pagination', choice: page === 1 ? 'first' : 'next' });
    fetcher.log.push(`step=${page + 1} tool=fetch_page`);
    const { isError, value } = await fetcher.fetch(page);
    if (!isError) {
      held.add(value['rows']);
      fetcher.log.push(`page=${page}`);
    }
    const more = isError ? saysRetryable(value) : value['has_more'] === true;
    if (!more || page >= mostPages) {
      decide(recorder, { decision: 'pagination', choice: more ? 'finish-early' : 'finish' });
      return page;
    }
  }
}

async function run(cell: Cell, recorder: Recorder): Promise<Outcome> {
  const { environment, task, protocol } = cell;
  if (protocol !== 'single') {
    throw new MeasurandError('unsupported-protocol', `l0 hands in at once and has no ${protocol} arm`, {
      next: 'Use protocol single with l0',
      kind: 'unsupported',
    });
  }
  await askModel(cell, recorder);
  const { value } = await recordedCall(environment, recorder, 'scaffold', 'get_task_info', {});
  const info = isJsonObject(value) ? value : {};
  const fetcher = new HarnessFetcher(environment, recorder);
  fetcher.log.push(`task_id=${task.id}`, 'step=1 tool=get_task_info');
  const held = new HeldRows();
  const pages = await walk(fetcher, held, recorder, environment.requestBudget);
  if (held.size === 0) {
    decide(recorder, { decision: 'submission', choice: 'never' });
    return { state: 'no-submission', stop: 'no row was held' };
  }
  decide(recorder, { decision: 'dedup', choice: 'dropped' });
  decide(recorder, { decision: 'totals', choice: 'dropped' });
  const payload = buildPayload(
    {
      taskId: task.id,
      query: info['query'] ?? null,
      rows: held.rows(),
      totalsDropped: held.totalsDropped,
      requestCount: fetcher.requests,
      requestBudget: Number.isFinite(environment.requestBudget) ? environment.requestBudget : null,
      retries429: fetcher.retries429,
      retries500: fetcher.retries500,
      retriesTotal: fetcher.retries,
      toolCalls: pages + 1,
    },
    [...fetcher.log, `retry_count=${fetcher.retries}`, 'complete=true'],
  );
  decide(recorder, { decision: 'submission', choice: 'submitted' });
  await recordedCall(environment, recorder, 'scaffold', 'submit_results', { ...payload });
  const submission = environment.submission();
  return submission
    ? { state: 'scored', stop: 'submitted', submission }
    : { state: 'errored', stop: 'the environment did not take the submission' };
}

/**
 * The paper's L0: the harness retries, pages, drops duplicates and totals, writes the payload and hands it in. The model
 * is shown the task and its tools and asked once; its answer is on record and has no effect, so that every model hands
 * in the same bytes. See `l0-release` for the release's own, in which the model names the pages.
 */
export const l0: Scaffold = {
  id: 'l0',
  level: 'L0',
  title: 'Full harness, paging included (the paper’s L0)',
  ownership: {
    retry: 'scaffold',
    dedup: 'scaffold',
    totals: 'scaffold',
    pagination: 'scaffold',
    submission: 'scaffold',
  },
  limits: { steps: 1, outputTokens: 512 },
  run,
};
