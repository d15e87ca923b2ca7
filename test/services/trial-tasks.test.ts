import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { exportTrialTask } from '../../src/commands/trial/export-task.ts';
import { TRIALS } from '../../src/trials/suite/all-trials.ts';

const MINUTES = 60_000;
const scratch = mkdtempSync(join(tmpdir(), 'measurand-tasks-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const run = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

async function answers(address: string): Promise<void> {
  for (;;) {
    const ok = await fetch(`${address}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

/** A task laid out as containers would, without them: its own programs, started as they are. */
async function rewards(task: string): Promise<readonly [idle: string, solved: string]> {
  const folder = mkdtempSync(join(scratch, 'run-'));
  const [workspace = '', logs = '', temporary = ''] = ['app', 'logs', 'tmp'].map((at) => join(folder, at));
  for (const each of [workspace, temporary]) mkdirSync(each);
  const given = join(task, 'environment', 'workspace');
  if (existsSync(given)) cpSync(given, workspace, { recursive: true });
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    // Sources of TypeScript run as they are under Node 22.18 and later.
    NODE_OPTIONS: `--import=${import.meta.resolve('tsx')}`,
    ...{ TRIAL_WORKSPACE: workspace, TRIAL_LOGS: logs, TMPDIR: temporary, PORT: String(port) },
    TRIAL_APPARATUS: `http://127.0.0.1:${port}`,
  };
  const steps = existsSync(join(task, 'steps'))
    ? readdirSync(join(task, 'steps'))
        .sort()
        .map((name) => join(task, 'steps', name))
    : [task];
  const start = join(task, 'environment', 'apparatus', 'apparatus.mjs');
  const apparatus: ChildProcess | undefined = existsSync(start)
    ? spawn(process.execPath, [start], { env, stdio: 'ignore' })
    : undefined;
  const reward = async (): Promise<string> => {
    await run('/bin/sh', [join(steps.at(-1) ?? '', 'tests', 'test.sh')], { cwd: workspace, env });
    return readFileSync(join(logs, 'reward.txt'), 'utf8').trim();
  };
  try {
    if (apparatus) await answers(env.TRIAL_APPARATUS);
    const idle = await reward();
    for (const step of steps)
      await run('/bin/sh', [join(step, 'solution', 'solve.sh')], { cwd: workspace, env });
    return [idle, await reward()];
  } finally {
    apparatus?.kill();
  }
}

test.for(TRIALS.filter(({ id }) => id !== 'T60').map(({ id }) => id))(
  '%s as a task gives nothing for an untouched workspace and 1 for its solution',
  { timeout: 3 * MINUTES },
  async (trial) => {
    const folder = join(scratch, trial);
    await exportTrialTask({ trial, folder });
    expect(await rewards(folder)).toEqual(['0', '1']);
  },
);

test('a trial whose truth is the end of the harness itself is not exported', async () => {
  const made = exportTrialTask({ trial: 'T60', folder: join(scratch, 'T60') });
  await expect(made).rejects.toMatchObject({ code: 'not-exportable', kind: 'unsupported' });
  expect(existsSync(join(scratch, 'T60'))).toBe(false);
});
