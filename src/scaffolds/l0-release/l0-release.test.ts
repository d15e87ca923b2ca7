import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type {
  Environment,
  EpisodeEvent,
  Model,
  ModelView,
  Outcome,
  ToolCall,
} from '../../core/contracts/index.ts';
import { COMTRADE_DEFINITIONS } from '../../tasks/comtrade/definitions.ts';
import { publishedTask } from '../../tasks/comtrade/published/index.ts';
import { l0Release } from './index.ts';

interface Played {
  readonly outcome: Outcome;
  readonly events: readonly EpisodeEvent[];
  readonly views: readonly ModelView[];
  readonly environment: Environment;
}

const fetch = (page: unknown): string =>
  `<tool_call>{"name": "fetch_page", "arguments": ${JSON.stringify({ page })}}</tool_call>`;

/** Plays outputs in order, the last one for ever: texts, or the structured calls of a turn. */
async function play(
  taskId: string,
  outputs: readonly (string | readonly ToolCall[])[],
  limits: Partial<typeof l0Release.limits> = {},
  environment: Environment = publishedTask(taskId).open(0),
): Promise<Played> {
  const events: EpisodeEvent[] = [];
  const views: ModelView[] = [];
  const model: Model = {
    id: 'played',
    kind: 'scripted',
    decide: (view) => {
      const output = outputs[Math.min(views.length, outputs.length - 1)] ?? '';
      views.push(view);
      const said = typeof output === 'string' ? { text: output, calls: [] } : { text: '', calls: output };
      return Promise.resolve({ ...said, stop: 'end' });
    },
  };
  const outcome = await l0Release.run(
    {
      task: publishedTask(taskId),
      seed: 0,
      model,
      environment,
      protocol: 'single',
      limits: { ...l0Release.limits, ...limits },
      signal: new AbortController().signal,
    },
    { record: (event) => events.push(event) },
  );
  return { outcome, events, views, environment };
}

const decisions = ({ events }: Played): string[] =>
  events.flatMap((event) =>
    event.type === 'decision' ? [`${event.owner} ${event.decision} ${event.choice}`] : [],
  );

verifies('l0-release.decisions.owned', async () => {
  const straight = await play('T4_rate_limit_429', [fetch(1), fetch(2), fetch(3)]);
  expect(decisions(straight)).toEqual([
    'model pagination first',
    'model pagination next',
    'scaffold retry retry',
    'model pagination next',
    'scaffold pagination finish',
    'scaffold dedup dropped',
    'scaffold totals dropped',
    'scaffold submission submitted',
  ]);
  expect(straight.outcome.state).toBe('scored');
  const own = await play('T4_rate_limit_429', [
    '<tool_call>{"name": "submit_results", "arguments": {"data_jsonl": "x", "metadata_json": "{}"}}</tool_call>',
  ]);
  expect(decisions(own)).toEqual(['model submission submitted']);
  expect(own.outcome.submission?.parts['data.jsonl']).toBe('x');
  const never = await play('T4_rate_limit_429', ['Let me think.'], { steps: 2 });
  expect(decisions(never)).toEqual(['scaffold submission never']);
  expect(never.outcome.state).toBe('no-submission');
});

verifies('l0-release.shown.recorded', async () => {
  const played = await play('T8_mixed_faults', [`${fetch(3)} ${fetch(1)}`, 'No call.', fetch(2), fetch(0)]);
  const shown = played.events.filter((event) => event.type === 'shown');
  for (const { owner, text, full, cut } of shown) {
    expect([owner, text.length - '<tool_result></tool_result>'.length - '...(truncated)'.length]).toEqual([
      'scaffold',
      2000,
    ]);
    expect(full - cut).toBe(2000);
    const asked = played.views.some(({ messages }) =>
      messages.some((message) => message.role === 'user' && message.text === text),
    );
    expect(asked).toBe(true);
  }
  expect(shown).toHaveLength(2);
  const notes = played.events.flatMap((event) => (event.type === 'note' ? [event.text] : []));
  expect(notes[0]).toMatch(/only the last call of a turn runs; 1 before it dropped/);
  expect(notes[1]).toMatch(/no call could be read/);
  const waits = played.events.flatMap((event) => (event.type === 'wait' ? [event.seconds] : []));
  expect(waits).toEqual([2, 2, 4, 8]);
  const requested = played.events.filter((event) => event.type === 'call' && event.tool === 'fetch_page');
  expect(requested).toHaveLength(played.environment.ledger().filter((entry) => entry.charged).length);
});

test('the model is told its task, is asked for 512 tokens, and gets no native tools: calls are tags in text', async () => {
  const { views } = await play('T1_single_page', [fetch(1)]);
  const [view] = views;
  expect(view?.tools).toEqual([]);
  expect(view?.outputTokens).toBe(512);
  expect(view?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(view?.messages[1]?.text).toContain('T1_single_page');
});

test('structured calls count as tags: the last one of the turn runs', async () => {
  const calls = [1, 2].map((page) => ({ id: `${page}`, name: 'fetch_page', args: { page } }));
  const { environment } = await play('T3_duplicates', [calls, fetch(3)]);
  expect(environment.ledger().flatMap((entry) => entry.page ?? [])).toEqual([2, 3]);
});

test('a reply past its token limit loses its end, and the loss is on record', async () => {
  const { events, environment } = await play('T3_duplicates', [`${'so '.repeat(700)}${fetch(1)}`], {
    steps: 1,
  });
  expect(environment.ledger()).toEqual([]);
  expect(events[0]).toMatchObject({ type: 'note', text: expect.stringContaining('512 tokens') });
  expect(events[1]).toMatchObject({ type: 'said', move: { stop: 'length' } });
});

test('a window of another size, when a study sets one, is the size that counts', async () => {
  const { events } = await play('T3_duplicates', [fetch(1)], { steps: 1, observationCharacters: 100 });
  expect(events.find((event) => event.type === 'shown')).toMatchObject({ cut: expect.any(Number) });
  const shown = events.find((event) => event.type === 'shown');
  expect(shown?.type === 'shown' && shown.full - shown.cut).toBe(100);
});

test('a page that Python cannot make an integer of breaks the scaffold: an error of the apparatus, nothing submitted', async () => {
  const { outcome, environment } = await play('T3_duplicates', [fetch(1), fetch('two')]);
  expect(outcome).toEqual({ state: 'errored', stop: 'the scaffold broke on a page that is no integer' });
  expect(environment.submission()).toBeUndefined();
});

test('an environment that throws is tried again like a fault, and its last words become an answer', async () => {
  const inner = publishedTask('T3_duplicates').open(0);
  const broken: Environment = {
    turns: inner.turns,
    tools: inner.tools,
    requestBudget: inner.requestBudget,
    call: (name, args) =>
      name === 'fetch_page' ? Promise.reject(new Error('no network')) : inner.call(name, args),
    ledger: () => inner.ledger(),
    submission: () => inner.submission(),
  };
  const { events, outcome } = await play('T3_duplicates', [fetch(1)], { steps: 1 }, broken);
  expect(events.filter((event) => event.type === 'wait')).toHaveLength(3);
  expect(events.filter((event) => event.type === 'result').at(-1)).toMatchObject({
    isError: true,
    value: { error: 'no network' },
  });
  expect(outcome.state).toBe('no-submission');
});

test('l0-release refuses a protocol that it has no tool for, and stops when it is told to', async () => {
  const pieces = publishedTask('T3_duplicates').open(0, { submission: 'chunked' });
  await expect(play('T3_duplicates', [fetch(1)], {}, pieces)).rejects.toMatchObject({
    code: 'unsupported-protocol',
  });
  const controller = new AbortController();
  const model: Model = {
    id: 'stopping',
    kind: 'scripted',
    decide: () => {
      controller.abort(new Error('stop'));
      return Promise.resolve({ text: fetch(1), calls: [], stop: 'end' });
    },
  };
  const task = publishedTask('T3_duplicates');
  const environment = task.open(0);
  const cell = { task, seed: 0, model, environment, limits: l0Release.limits, signal: controller.signal };
  await expect(l0Release.run({ ...cell, protocol: 'single' }, { record: () => undefined })).rejects.toThrow(
    'stop',
  );
  expect(environment.ledger()).toEqual([]);
});

const output = fc.oneof(
  fc.integer({ min: -1, max: 7 }).map(fetch),
  fc.jsonValue().map(fetch),
  fc.constant('<tool_call>{"name": "get_task_info", "arguments": {}}'),
  fc
    .tuple(fc.constantFrom('fetch_page', 'submit_results', 'get_task_info', 'rm'), fc.jsonValue())
    .map(([name, args]) => `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`),
  fc.string(),
);

property.prop(
  [
    fc.constantFrom(...COMTRADE_DEFINITIONS.map(({ id }) => id)),
    fc.array(output, { minLength: 1, maxLength: 8 }),
  ],
  { numRuns: 150 },
)(
  'whatever the model says, the episode ends in one state and the record holds every call',
  async (id, outputs) => {
    const { outcome, events, environment } = await play(id, outputs, { steps: 8 });
    expect(['scored', 'no-submission', 'errored']).toContain(outcome.state);
    expect(outcome.submission).toBe(environment.submission());
    const calls = events.filter((event) => event.type === 'call');
    expect(calls.map(({ tool }) => tool)).toEqual(environment.ledger().map(({ tool }) => tool));
  },
);
