import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ModelView } from '../../src/core/contracts/index.ts';
import { localModel } from '../../src/models/local/local-model.ts';
import { taskNamed } from '../../src/tasks/registry.ts';
import { measurand } from '../e2e/program.ts';

/** A GGUF file of your own; see docs/models.md for one that a package registry has. */
const FILE = process.env['MEASURAND_GGUF'] ?? '';
const BINDING = existsSync(join(import.meta.dirname, '../../node_modules/node-llama-cpp'));
const ready = BINDING && existsSync(FILE);

const never = new AbortController().signal;

function firstView(): ModelView {
  const environment = taskNamed('repaired', 'T1_single_page').open(0);
  const [turn] = environment.turns;
  return { messages: [{ role: 'user', text: turn?.text ?? '' }], tools: environment.tools, outputTokens: 40 };
}

test.skipIf(!ready)('a local model decides, and the same view gives the same move', async () => {
  const model = localModel(`local:${FILE}`);
  const [first, second] = await Promise.all([
    model.decide(firstView(), never),
    model.decide(firstView(), never),
  ]);
  expect(second).toEqual(first);
  expect(first.text.length + first.calls.length).toBeGreaterThan(0);
  expect(['end', 'length']).toContain(first.stop);
});

test.skipIf(!ready)(
  'a conversation that does not fit is refused, where the binding would drop its beginning',
  async () => {
    const model = localModel(`local:${FILE}`);
    const messages = [{ role: 'user' as const, text: 'word '.repeat(60_000) }];
    await expect(model.decide({ messages, tools: [] }, never)).rejects.toMatchObject({
      code: 'context-full',
    });
  },
);

test.skipIf(!ready)('a local model stops when it is told to', async () => {
  const model = localModel(`local:${FILE}`);
  const controller = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), 200);
  await expect(model.decide({ ...firstView(), outputTokens: 5000 }, controller.signal)).rejects.toBe(reason);
});

test.skipIf(BINDING)('without the binding a local model says what to install', async () => {
  const grid = ['run', 'grid', '--tasks', 'T1_single_page', '--scaffolds', 'l2', '--seeds', '0'];
  const { code, out, err } = await measurand([...grid, '--models', `local:${import.meta.filename}`]);
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('npm install node-llama-cpp');
  expect(err).toContain('[missing-dependency]');
});
