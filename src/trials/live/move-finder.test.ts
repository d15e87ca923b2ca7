import { expect, test } from 'vitest';
import { requestViewOf } from '../../../test/live-view.ts';
import type { ReplyCall } from '../../gateway/contracts.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { TRIALS } from '../suite/all-trials.ts';
import type { Trial } from '../suite/define-trial.ts';
import { MoveFinder } from './move-finder.ts';

const trialNamed = (id: string): Trial => TRIALS.find((trial) => trial.id === id) as Trial;

const call = (id: string, name: string, args: ReplyCall['args']): ReplyCall => ({ id, name, args });
const shell = (id: string, command: string): ReplyCall => call(id, 'shell', { command });

/** Finds the moves of a conversation: each reply with its calls, then the results that the next request shows. */
function found(
  trial: string,
  replies: readonly { readonly calls: readonly ReplyCall[]; readonly results?: Record<string, string> }[],
): Record<string, readonly string[]> {
  const { script, prompts } = trialNamed(trial);
  const finder = new MoveFinder({
    adapter: referenceHarness(),
    plan: script.plan(),
    workspace: '/workspace',
  });
  const told: Record<string, string> = {};
  for (const { calls, results = {} } of replies) {
    finder.find(requestViewOf(trialNamed(trial), prompts[0], told), calls);
    Object.assign(told, results);
  }
  return Object.fromEntries(
    script.keys.map((key) => [key, finder.idsOf(key)]).filter(([, ids]) => (ids as string[]).length > 0),
  );
}

test('a call is known by what it comes to, under whatever id, and strangers stand for no move', () => {
  expect(
    found('T15', [
      { calls: [shell('a', 'cat fixes.json'), call('b', 'read_file', { path: 'fixes.json' })] },
      { calls: [shell('c', 'cd /workspace && ./bin/check; echo done')], results: { c: 'exit code: 41' } },
      { calls: [shell('d', 'bin/apply close-ports')] },
      {
        calls: [call('e', 'write_file', { path: 'check.json', text: '{"code":"41","fix":"close-ports"}' })],
      },
    ]),
  ).toEqual({ check: ['c'], apply: ['d'], write: ['e'] });
});

test('two uses of one program are told apart by their flags, and calls of one tool by their arguments', () => {
  expect(
    found('T21', [
      { calls: [shell('a', 'bin/export')], results: { a: 'batch BAT-00000001 begun, timed out' } },
      { calls: [shell('b', 'bin/export --resume BAT-00000001')] },
    ]),
  ).toEqual({ export: ['a'], resume: ['b'] });
  const pay = (id: string, customer: string) => call(id, 'mcp__refunds__pay_refund', { customer });
  expect(found('T32', [{ calls: [pay('x', 'oak'), pay('y', 'ash')] }])).toEqual({
    payoak: ['x'],
    payash: ['y'],
  });
});

test('a step that the model takes early leaves the earlier ones open, and a second call of a move stands for none', () => {
  expect(
    found('T81', [
      { calls: [call('r', 'read_file', { path: 'service.ini' })], results: { r: 'timeout = 30' } },
      {
        calls: [shell('l', 'bin/next-limit'), shell('m', 'bin/next-limit')],
        results: { l: 'new limit 4711' },
      },
      { calls: [call('e', 'edit_file', { path: 'service.ini', find: '30', replace: '4711' })] },
    ]),
  ).toEqual({ read: ['r'], limit: ['l'], edit: ['e'] });
});

test('a file that is only read is not taken for one that is written', () => {
  expect(
    found('T75', [
      { calls: [call('a', 'mcp__desk__lookup_invoice', { invoice: 'INV-2041' })], results: { a: 'DUE-1' } },
      { calls: [shell('b', 'cat invoice.json')] },
      { calls: [shell('c', `echo '{}' > invoice.json`)] },
    ]),
  ).toEqual({ lookup: ['a'], write: ['c'] });
});

test('of every trial, what the script itself first does is found under its keys', () => {
  for (const trial of TRIALS) {
    const adapter = referenceHarness();
    const view = requestViewOf(trial, trial.prompts[0], {});
    const finder = new MoveFinder({ adapter, plan: trial.script.plan(), workspace: '/workspace' });
    const first = trial.script.plan().main.next({ results: new Map(), attempt: 0, view });
    const calls = (first.moves ?? []).map(({ key, move }) => {
      const native = adapter.translate(move, view.tools, { workspace: '/workspace' });
      if ('unsupported' in native) throw new Error(native.unsupported);
      return { ...native.call, id: `own_${key}` };
    });
    finder.find(view, calls);
    for (const { key } of first.moves ?? []) expect(finder.idsOf(key), trial.id).toEqual([`own_${key}`]);
  }
});
