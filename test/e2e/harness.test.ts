import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HarnessList } from '../../src/commands/harness/list.ts';
import { type Ended, measurand, temporaryFolder } from './program.ts';

async function harness(...args: readonly string[]): Promise<Ended & { readonly cache: string }> {
  using folder = temporaryFolder();
  const cache = join(folder.path, 'cache');
  return { cache, ...(await measurand(['harness', ...args], { env: { MEASURAND_CACHE: cache } })) };
}

test('harness list names every harness that can be driven, with its tried version, and installs nothing', async () => {
  const { code, out, cache } = await harness('list', '--json');
  const list = JSON.parse(out) as HarnessList;
  expect({ code, cache: list.cache }).toEqual({ code: 0, cache });
  expect(list.harnesses.map(({ id }) => id)).toEqual([
    'claude-code',
    'codex',
    'dsh',
    'openclaw',
    'opencode',
    'pi',
    'qwen',
    'gemini',
  ]);
  expect(list.harnesses.flatMap(({ installed }) => installed)).toEqual([]);
  expect((await harness()).code).toBe(0);
});

test.each([
  [['install'], 'needs the name of a harness'],
  [['install', 'codes'], 'Did you mean codex?'],
  [['install', 'codex@latest'], 'is not an exact version'],
  [['remove', 'codex'], 'is not installed'],
  [['frobnicate'], 'does not know'],
  [['list', 'codex'], 'does not know'],
])('harness %j is refused with what to do instead', async (args, says) => {
  const { code, out, err } = await harness(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(says);
});
