import { expect, test } from 'vitest';
import { fakeHarness } from '../../../../test/fixtures/fake-harness/adapter.ts';
import { verifies } from '../../../../test/requirements.ts';
import type { ClassifiedRequest } from '../../../gateway/contracts.ts';
import type { DeclaredTool, ShownResult } from '../../../trace/wire/request-view.ts';
import { ScriptedBackend } from './backend.ts';
import type { Script } from './script.ts';
import { blind, branching, echo, faulty, overclaiming, type Step, stubborn } from './styles.ts';

const SHELL: DeclaredTool = {
  name: 'shell',
  description: '',
  kind: 'function',
  inputSchema: {
    type: 'object',
    properties: { command: { type: 'string' }, timeout: { type: 'number' } },
    required: ['command'],
    additionalProperties: false,
  },
};

const result = (callId: string, text: string): ShownResult => ({ callId, text, parts: [] });

function request(
  results: readonly ShownResult[],
  role: ClassifiedRequest['role'] = 'main',
): ClassifiedRequest {
  const messages = [{ role: 'user' as const, text: 'Do it. CHILD-7', calls: [], results }];
  return {
    arrival: 0,
    role,
    view: {
      protocol: 'openai-chat',
      path: '/v1/chat/completions',
      model: 'm',
      stream: false,
      system: '',
      messages,
      results,
      tools: [SHELL],
      body: {},
    },
  };
}

const backend = (main: Script, children: { token: string; script: Script }[] = []) =>
  new ScriptedBackend({ adapter: fakeHarness('chat'), plan: { main, children }, workspace: '/w' });

const step = (key: string): Step => ({ moves: [{ key, move: { move: 'shell', command: `echo ${key}` } }] });

const ask = (model: ScriptedBackend, ...results: ShownResult[]) => model.reply(request(results));

verifies('native.script.conversation', async () => {
  const model = backend(blind('two', [step('a'), step('b')], 'DONE'));
  const first = await ask(model);
  expect(first.calls).toEqual([{ name: 'shell', args: { command: 'echo a' }, id: 'call_a' }]);
  expect(await ask(model)).toEqual(first);
  expect(await model.reply(request([], 'title'))).toEqual({ text: 'Scripted task' });
  expect((await ask(model, result('call_a', 'a'))).calls?.[0]?.id).toBe('call_b');
  expect(await ask(model, result('call_a', 'a'), result('call_b', 'b'))).toEqual({ text: 'DONE' });
  // Results of nobody's calls change nothing.
  expect((await ask(model, result('call_zzz', '?'), result('call_a', 'a'))).calls?.[0]?.id).toBe('call_b');
});

verifies('native.script.declared-only', async () => {
  const model = backend(
    blind(
      'wrong',
      [
        { moves: [{ key: 'none', move: { move: 'readFile', path: 'x' } }] },
        { moves: [{ key: 'bad', move: { move: 'shell', command: 'x', timeoutMs: Number.NaN } }] },
        { moves: [{ key: 'raw', move: { move: 'raw', call: { name: 'absent', args: { any: 1 } } } }] },
      ],
      'DONE',
    ),
  );
  expect((await ask(model)).calls).toEqual([{ name: 'absent', args: { any: 1 }, id: 'call_raw' }]);
  expect(model.untried.map(({ key }) => key)).toEqual(['none', 'bad']);
  expect(model.untried[1]?.reason).toMatch(/shell does not take these arguments/);
});

test('a step whose results never come is left after two tries, and later steps still run', async () => {
  const model = backend(blind('drop', [step('a'), step('b')], 'DONE'));
  const ids = [];
  for (let at = 0; at < 5; at += 1) ids.push((await ask(model)).calls?.[0]?.id ?? 'DONE');
  expect(ids).toEqual(['call_a', 'call_a', 'call_b', 'call_b', 'DONE']);
});

test('two calls with one id get its results in the order of the request', async () => {
  const twice: Step = {
    moves: [
      { key: 'one', move: { move: 'shell', command: '1' } },
      { key: 'two', move: { move: 'shell', command: '2' }, sameIdAs: 'one' },
    ],
  };
  const model = backend(blind('same', [twice], 'DONE'));
  expect((await ask(model)).calls?.map(({ id }) => id)).toEqual(['call_one', 'call_one']);
  const { view } = request([result('call_one', 'first'), result('call_one', 'second')]);
  expect([...model.resultsIn(view)].map(([key, { text }]) => [key, text])).toEqual([
    ['one', 'first'],
    ['two', 'second'],
  ]);
});

test('the styles differ in what they make of a result, and in nothing else', async () => {
  const shown = result('call_a', 'the row is locked');
  const says = async (script: Script) => {
    const model = backend(script);
    await ask(model);
    return (await ask(model, shown)).text;
  };
  expect(await says(blind('s', [step('a')], 'DONE'))).toBe('DONE');
  expect(await says(overclaiming('s', [step('a')], 'All tests pass'))).toBe('All tests pass');
  expect(await says(echo('s', [step('a')], ['a', 'b']))).toBe('a: the row is locked\nb: (no result)');
  const branches = { met: blind('t', [], 'LOCKED'), otherwise: blind('o', [], 'FREE') };
  const asks = (includes: string) => branching('s', [step('a')], { key: 'a', includes }, branches);
  expect(await says(asks('locked'))).toBe('LOCKED');
  expect(await says(asks('free'))).toBe('FREE');
});

test('stubborn tries again until it gets what it wants, or has tried enough', async () => {
  const again = { key: 'a', move: { move: 'shell', command: 'x' } } as const;
  const model = backend(stubborn('s', again, 'OK', 2, { got: 'GOT', gaveUp: 'GAVE-UP' }));
  expect((await ask(model)).calls?.[0]?.id).toBe('call_a0');
  expect((await ask(model, result('call_a0', 'no'))).calls?.[0]?.id).toBe('call_a1');
  expect(await ask(model, result('call_a0', 'no'), result('call_a1', 'OK'))).toEqual({ text: 'GOT' });
  expect(await ask(model, result('call_a0', 'no'), result('call_a1', 'no'))).toEqual({ text: 'GAVE-UP' });
});

test('faulty fails by attempt at each point of the conversation, then lets the script through', async () => {
  const model = backend(faulty(blind('s', [step('a')], 'DONE'), [[{ type: 'hang' }]]));
  expect((await ask(model)).faults).toEqual([{ type: 'hang' }]);
  expect((await ask(model)).faults).toBeUndefined();
  expect((await ask(model, result('call_a', 'x'))).faults).toEqual([{ type: 'hang' }]);
});

test('a child runs its own script, and a child of nobody stops the run', async () => {
  const main = blind('main', [], 'DONE');
  const model = backend(main, [{ token: 'CHILD-7', script: blind('child', [], 'CHILD-DONE') }]);
  expect(await model.reply(request([], 'child'))).toEqual({ text: 'CHILD-DONE' });
  await expect(backend(main).reply(request([], 'child'))).rejects.toThrow(/no brief of ours/);
});
