import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { measurand, PROGRAM, ROOT, temporaryFolder } from '../e2e/program.ts';

/** Three of the ten seeds of E1: as many tasks, models and arms, in a third of the time. */
const EPISODES = 5670;

function threeSeeds(folder: string): string {
  const text = readFileSync(join(ROOT, 'examples/e1.yaml'), 'utf8');
  const file = join(folder, 'e1.yaml');
  expect(text).toContain('\nseeds: 0-9\n');
  writeFileSync(file, text.replace('\nseeds: 0-9\n', '\nseeds: 0-2\n'));
  return file;
}

const linesIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

/** Starts the study, and ends it once the given session has kept a few hundred episodes. */
async function disturbed(words: readonly string[], session: string, signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: 'ignore' });
  const archive = words.at(-1) ?? '';
  while (linesIn(join(archive, 'segments', `${session}.jsonl`)) < 300 && child.exitCode === null)
    await delay(20);
  expect(child.exitCode, 'it is large enough to be stopped').toBeNull();
  child.kill(signal);
  await once(child, 'close');
}

async function rootOf(archive: string): Promise<unknown> {
  const { code, out } = await measurand(['verify', archive, '--json']);
  const { sound, episodes, root } = JSON.parse(out) as Record<string, unknown>;
  expect({ code, sound, episodes }).toEqual({ code: 0, sound: true, episodes: EPISODES });
  return root;
}

test('E1, at three of its seeds, is stopped by Ctrl-C, by kill -9, and ends by the same line with the root of an undisturbed run', async () => {
  using folder = temporaryFolder();
  const [whole, parts] = ['whole', 'parts'].map((name) => join(folder.path, name)) as [string, string];
  const line = ['run', threeSeeds(folder.path), '--archive'];
  await disturbed([...line, parts], '001', 'SIGINT');
  await disturbed([...line, parts], '002', 'SIGKILL');
  const last = await measurand([...line, parts]);
  expect(last.code).toBe(0);
  expect(last.out).toMatch(/5670 planned = .*; \d+ run now, [1-9]\d{2,} held before/);
  const { code } = await measurand([...line, whole, '--workers', '2']);
  expect(code).toBe(0);
  expect(await rootOf(parts)).toBe(await rootOf(whole));
}, 900_000);
