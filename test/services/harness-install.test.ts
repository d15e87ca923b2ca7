import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HarnessList } from '../../src/commands/harness/list.ts';
import { PROGRAM, run, temporaryFolder } from '../e2e/program.ts';
import { verifies } from '../requirements.ts';
import { Started } from './processes.ts';

/** The one with the fewest files of those that need a Node of their own. */
const HARNESS = 'gemini';
const VERSION = '0.61.0';
const LONG_MS = 600_000;

const measurand = (cache: string, ...args: readonly string[]) =>
  run(process.execPath, [PROGRAM, ...args], { env: { MEASURAND_CACHE: cache } });

async function installed(cache: string): Promise<readonly string[]> {
  const { out } = await measurand(cache, 'harness', 'list', '--json');
  const { harnesses } = JSON.parse(out) as HarnessList;
  return harnesses.find(({ id }) => id === HARNESS)?.installed.map(({ version }) => version) ?? [];
}

verifies(
  'native.install.registry',
  async () => {
    using folder = temporaryFolder();
    const cache = join(folder.path, 'cache');
    const first = await measurand(cache, 'harness', 'install', `${HARNESS}@${VERSION}`);
    expect({ code: first.code, out: first.out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^gemini 0\.61\.0 is installed: /),
    });
    expect((await measurand(cache, 'harness', 'install', HARNESS)).out).toContain('was installed already');
    const report = JSON.parse((await measurand(cache, 'doctor', '--json', '--require', HARNESS)).out) as {
      lacking: string[];
    };
    expect(report.lacking).toEqual([]);
    const absent = await measurand(cache, 'harness', 'install', `${HARNESS}@999.0.0`);
    expect({ code: absent.code, err: absent.err }).toEqual({
      code: 1,
      err: expect.stringContaining('ETARGET'),
    });
    expect(await installed(cache)).toEqual([VERSION]);
    expect((await measurand(cache, 'harness', 'remove', HARNESS)).code).toBe(0);
    expect(await installed(cache)).toEqual([]);
    expect(readdirSync(join(cache, 'node'))).toEqual([]);
  },
  LONG_MS,
);

test(
  'an installation that is killed at its work leaves none, and the next one does it all',
  async () => {
    using folder = temporaryFolder();
    const cache = join(folder.path, 'cache');
    const harnesses = join(cache, 'harnesses', HARNESS);
    const started = new Started('env', [
      `MEASURAND_CACHE=${cache}`,
      process.execPath,
      PROGRAM,
      'harness',
      'install',
      HARNESS,
    ]);
    while (started.isRunning && !(existsSync(harnesses) && readdirSync(harnesses).length > 0)) await pause(5);
    await started.kill('SIGKILL');
    expect(await installed(cache)).toEqual([]);
    expect((await measurand(cache, 'harness', 'install', HARNESS)).code).toBe(0);
    expect(readdirSync(harnesses)).toEqual([VERSION]);
  },
  LONG_MS,
);
