import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type {
  Cell,
  EpisodeEvent,
  Model,
  ModelMove,
  ModelView,
  ToolCall,
} from '../../core/contracts/index.ts';
import { ARCHETYPES } from '../../models/archetypes/index.ts';
import { modelNamed } from '../../models/registry.ts';
import { callTokens, TOKENS_PER_ROW } from '../../models/tokens.ts';
import { COMTRADE_DECISIONS } from '../../tasks/comtrade/definitions.ts';
import { taskIds, taskNamed } from '../../tasks/registry.ts';
import { l2 } from './l2.ts';
import { withinBudget } from './reply-budget.ts';

const say = (text: string, ...calls: readonly (readonly [string, ToolCall['args']])[]): ModelMove => ({
  text,
  calls: calls.map(([name, args], index) => ({ id: `${text}${index}`, name, args })),
  stop: 'end',
});

/** Answers with the given moves in turn, the last one for ever, and keeps the views. */
function scripted(...moves: readonly ModelMove[]): Model & { readonly views: ModelView[] } {
  const views: ModelView[] = [];
  return {
    id: 'scripted',
    kind: 'scripted',
    views,
    decide(view) {
      views.push(view);
      return Promise.resolve(moves[Math.min(views.length, moves.length) - 1] as ModelMove);
    },
  };
}

async function run(model: Model, changes: Partial<Cell> = {}, taskId = 'T3_duplicates') {
  const task = taskNamed('repaired', taskId);
  const events: EpisodeEvent[] = [];
  const protocol = changes.protocol ?? 'single';
  const environment = task.open(0, { submission: protocol });
  const signal = new AbortController().signal;
  const cell = { task, seed: 0, model, environment, limits: l2.limits, signal, ...changes, protocol };
  const outcome = await l2.run(cell, { record: (event) => events.push(event) });
  const decisions = events.filter((event) => event.type === 'decision');
  return {
    outcome,
    events,
    environment,
    choices: decisions.map((event) => `${event.decision}:${event.choice}`),
  };
}

verifies('l2.decisions.model-owned', async () => {
  const made = new Set<string>();
  for (const id of taskIds('repaired')) {
    for (const model of ARCHETYPES) {
      const { events } = await run(model, { protocol: 'by-id' }, id);
      for (const event of events) {
        if (event.type !== 'decision') continue;
        expect(event.owner).toBe('model');
        made.add(event.decision);
      }
    }
  }
  expect(made).toEqual(new Set(COMTRADE_DECISIONS));
});

const fetch = (page: number): readonly [string, ToolCall['args']] => ['fetch_page', { page }];
const submit = (data: string): readonly [string, ToolCall['args']] => [
  'submit_results',
  { data_jsonl: data, metadata_json: '{}', run_log: '' },
];

test('several calls of one reply run in order, and each is answered', async () => {
  const model = scripted(say('a', fetch(1), fetch(2), fetch(3)), say('b', submit('')));
  const { outcome, environment } = await run(model);
  expect(environment.ledger().map(({ tool, page }) => [tool, page])).toEqual([
    ['fetch_page', 1],
    ['fetch_page', 2],
    ['fetch_page', 3],
    ['submit_results', undefined],
  ]);
  const tools = model.views[1]?.messages.filter(({ role }) => role === 'tool');
  expect(tools).toHaveLength(3);
  expect(outcome).toMatchObject({ state: 'scored', stop: 'submitted' });
});

test('an occasion that never arose is no decision: an empty hand-in tells nothing of duplicates', async () => {
  const { choices } = await run(scripted(say('a', fetch(1), fetch(2), fetch(3)), say('b', submit(''))));
  expect(choices).toEqual([
    'pagination:first',
    'pagination:next',
    'pagination:next',
    'pagination:finish',
    'submission:submitted',
  ]);
});

test('pages out of order, asked for again, or left out are told apart', async () => {
  const { choices } = await run(
    scripted(say('a', fetch(2), fetch(1), fetch(1), fetch(0)), say('b', submit(''))),
  );
  expect(choices.slice(0, 5)).toEqual([
    'pagination:elsewhere',
    'pagination:elsewhere',
    'pagination:again',
    'pagination:elsewhere',
    'pagination:finish-early',
  ]);
});

test('on T4 asking again after a 429 is a retry, going on a skip, and handing in a skip too', async () => {
  const retried = await run(modelNamed('perfect'), {}, 'T4_rate_limit_429');
  expect(retried.choices).toContain('retry:retry');
  const skipped = await run(modelNamed('skip-hedging'), {}, 'T4_rate_limit_429');
  expect(skipped.choices).toContain('retry:skip');
  const left = await run(modelNamed('gives-up-on-first-fault'), {}, 'T4_rate_limit_429');
  expect(left.choices.filter((choice) => choice.startsWith('retry'))).toEqual(['retry:skip']);
});

verifies('l2.budget.cut-recorded', async () => {
  const long = say('', fetch(1), submit('x'.repeat(40_000)), fetch(2));
  const cut = withinBudget(long, 6000);
  expect(cut.move).toMatchObject({ stop: 'length', calls: [{ name: 'fetch_page', args: { page: 1 } }] });
  expect(cut.lost.map(({ name }) => name)).toEqual(['submit_results', 'fetch_page']);
  expect(withinBudget(say('a', fetch(1)), 6000).move.stop).toBe('end');

  const model = scripted(long, say('end'));
  const { outcome, events, environment } = await run(model);
  expect(outcome.state).toBe('no-submission');
  expect(environment.ledger()).toHaveLength(1);
  const [said] = events.filter((event) => event.type === 'said');
  expect(said?.move.stop).toBe('length');
  const note = 'Your reply reached 6000 output tokens and was cut. Lost: submit_results, fetch_page.';
  expect(events).toContainEqual({ type: 'note', owner: 'scaffold', text: note });
  expect(model.views[1]?.messages.at(-1)).toEqual({ role: 'user', text: note });
});

test('a text over the budget is cut to it, and every call after it is lost', () => {
  const { move, lost } = withinBudget(say('y'.repeat(400), fetch(1)), 100);
  expect(move.text.length).toBe(344);
  expect(move.calls).toEqual([]);
  expect(lost).toHaveLength(1);
});

test('a row of average length costs the 54 tokens that the paper gives', () => {
  const line = 'r'.repeat(186);
  expect(callTokens({ name: '', args: { '': line } })).toBe(TOKENS_PER_ROW);
});

verifies('l2.observation.cut-recorded', async () => {
  const limits = { ...l2.limits, observationCharacters: 500 };
  const model = scripted(say('a', fetch(1)), say('end'));
  const { events } = await run(model, { limits });
  const [shown] = events.filter((event) => event.type === 'shown');
  expect(shown?.owner).toBe('scaffold');
  expect(shown?.cut).toBe((shown?.full ?? 0) - 500);
  const text = model.views[1]?.messages.at(-1)?.text ?? '';
  expect(text).toBe(shown?.text);
  expect(text.slice(500)).toBe(`\n[cut: 500 of ${shown?.full} characters are shown]`);
  expect(model.views[0]?.messages[0]?.text).toContain('the first 500 characters');
  const whole = await run(scripted(say('a', fetch(1)), say('end')));
  expect(whole.events.filter((event) => event.type === 'shown')).toMatchObject([{ cut: 0 }]);
});

test('a model that calls nothing is reminded, and the third silent reply ends the episode', async () => {
  const model = scripted(say('thinking'));
  const { outcome, events, choices } = await run(model);
  expect(outcome).toEqual({ state: 'no-submission', stop: '3 replies without a call' });
  expect(events.filter((event) => event.type === 'note')).toHaveLength(3);
  expect(choices).toEqual(['submission:never']);
});

test('the reply limit ends an episode that would never end', async () => {
  const { outcome } = await run(scripted(say('a', ['get_task_info', {}])), {
    limits: { steps: 4, outputTokens: 6000 },
  });
  expect(outcome).toEqual({ state: 'no-submission', stop: 'reply limit' });
});

test('hostile calls are answered as tool errors and end nothing', async () => {
  const hostile = say('h', ['__proto__', null], ['fetch_page', { page: '1' }], ['fetch_page', [1]], ['', {}]);
  const { outcome, events } = await run(scripted(hostile, say('b', submit('{"a":1}'))));
  expect(events.filter((event) => event.type === 'result').map(({ isError }) => isError)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(outcome.state).toBe('scored');
});

test('an aborted signal stops the episode before the next reply', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stop'));
  await expect(run(scripted(say('a')), { signal: controller.signal })).rejects.toThrow('stop');
});
