import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { initTarget } from '../init-target/init-target.ts';
import { checkBridge } from './check.ts';
import { absoluteWords, commandWords } from './command-words.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const HOSTILE = join(ROOT, 'test/fixtures/bridge/hostile.mjs');
const LOADER = join(ROOT, 'node_modules/tsx/dist/esm/index.mjs');

async function broken(mode: string): Promise<string[]> {
  const command = [process.execPath, HOSTILE, mode, '/nowhere'];
  const { rules } = await checkBridge({ command, milliseconds: 1500 });
  return rules.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
}

verifies(
  'bridge.check.finds',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'measurand-init-'));
    try {
      const { files, next } = initTarget('typescript', folder);
      expect(next).toContain('measurand bridge check -- node');
      const command = [process.execPath, '--import', LOADER, files[0] as string];
      const report = await checkBridge({ command });
      expect(report.rules.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(() => initTarget('typescript', folder)).toThrow(
        expect.objectContaining({ code: 'already-there' }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(await broken('leak')).toContain('state');
    expect(await broken('strange-id')).toContain('truth');
  },
  240_000,
);

test('a command line is cut into words as a shell would, without one', () => {
  expect(commandWords(`node "my shim.mjs" 'a b' c`)).toEqual(['node', 'my shim.mjs', 'a b', 'c']);
  expect(() => commandWords('  ')).toThrow(expect.objectContaining({ code: 'invalid-usage' }));
});

test('a file that is named from here is still found from the folder of the target', () => {
  expect(absoluteWords(['node', 'package.json', 'no-such-file'])).toEqual([
    'node',
    resolve('package.json'),
    'no-such-file',
  ]);
});
