import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { measurand, PROGRAM, ROOT, temporaryFolder } from '../e2e/program.ts';

const E1 = join(ROOT, 'examples/e1.yaml');

const linesIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

/** Starts the study, and ends it once the given session has kept a few hundred episodes. */
async function disturbed(archive: string, session: string, signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'run', E1, '--archive', archive], { stdio: 'ignore' });
  while (linesIn(join(archive, 'segments', `${session}.jsonl`)) < 300 && child.exitCode === null)
    await delay(20);
  expect(child.exitCode, 'it is large enough to be stopped').toBeNull();
  child.kill(signal);
  await once(child, 'close');
}

async function rootOf(archive: string): Promise<unknown> {
  const { code, out } = await measurand(['verify', archive, '--json']);
  const { sound, episodes, root } = JSON.parse(out) as Record<string, unknown>;
  expect({ code, sound, episodes }).toEqual({ code: 0, sound: true, episodes: 18_900 });
  return root;
}

test('E1 is stopped by Ctrl-C, by kill -9, and ends by the same line with the root of an undisturbed run', async () => {
  using folder = temporaryFolder();
  const [whole, parts] = ['whole', 'parts'].map((name) => join(folder.path, name)) as [string, string];
  await disturbed(parts, '001', 'SIGINT');
  await disturbed(parts, '002', 'SIGKILL');
  const line = ['run', E1, '--archive'];
  const last = await measurand([...line, parts]);
  expect(last.code).toBe(0);
  expect(last.out).toMatch(/18900 planned = .*; \d+ run now, [1-9]\d{2,} held before/);
  const { code } = await measurand([...line, whole, '--workers', '2']);
  expect(code).toBe(0);
  expect(await rootOf(parts)).toBe(await rootOf(whole));
}, 900_000);
