import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, release, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { MeasurandError } from '../../../core/errors.ts';
import type { Isolation } from '../contracts.ts';
import { checkIsolation } from './isolation.ts';
import type { ProgramRequest, ProgramResult } from './program-run.ts';
import { runProcess } from './run-process.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

const MISBEHAVING = resolve(import.meta.dirname, '../../../../test/fixtures');
const LONG_MS = 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'measurand-sandbox-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const newFolder = (): string => mkdtempSync(join(scratch, 'run-'));

const sandboxes: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
});

async function opened(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await openSandbox(options);
  sandboxes.push(sandbox);
  return sandbox;
}

const best = await checkIsolation();
const KINDS: readonly Isolation[] =
  best.kind === 'namespaces' ? [best, { kind: 'none', reason: 'asked for' }] : [best];

const textOf = ({ stdout }: ProgramResult): string => Buffer.from(stdout).toString('utf8');

/** Whether any living process of the machine has `mark` among its words; the words of one that has ended are gone. */
function isRunning(mark: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

describe.each(KINDS)('with isolation $kind', (isolation) => {
  const misbehave = (
    deed: string,
    argument = '',
    more: Partial<ProgramRequest> = {},
    folder = newFolder(),
  ): Promise<ProgramResult> =>
    runProcess({
      folder,
      isolation,
      programs: [MISBEHAVING],
      command: [process.execPath, join(MISBEHAVING, 'misbehaving.mjs')],
      args: [deed, argument, folder],
      env: { PATH: '/usr/bin:/bin', MARK: folder },
      timeoutMs: LONG_MS,
      ...more,
    });

  verifies('native.process.nothing-inherited', async () => {
    process.env['MEASURAND_TEST_SECRET'] = 'planted';
    const result = await misbehave('tell', 'an argument', { env: { PATH: '/usr/bin:/bin', GIVEN: 'x' } });
    delete process.env['MEASURAND_TEST_SECRET'];
    const { env, args } = JSON.parse(textOf(result)) as { env: Record<string, string>; args: string[] };
    const { PWD: _, MEASURAND_RUN: __, ...given } = env;
    expect(given).toEqual({ PATH: '/usr/bin:/bin', GIVEN: 'x' });
    expect(args[0]).toBe('an argument');
    expect(result.isolation.kind).toBe(isolation.kind);
  });

  test('an exit code and a death by signal are told apart', async () => {
    expect(await misbehave('exit', '143')).toMatchObject({ exitCode: 143, signal: null });
    const killed = await misbehave('hang', '', {
      signals: [{ signal: 'SIGTERM', target: 'process', when: () => Promise.resolve() }],
    });
    expect(killed).toMatchObject({ exitCode: null, signal: 'SIGTERM', timedOut: false });
    expect(killed.signalled).toMatchObject([{ signal: 'SIGTERM', target: 'process' }]);
  });

  test('a program that hangs is ended after its time, and one that ignores SIGTERM by SIGKILL', async () => {
    const hung = await misbehave('hang', '', { timeoutMs: 1000 });
    expect(hung).toMatchObject({ timedOut: true, limit: 'time', signal: 'SIGTERM' });
    const deaf = await misbehave('deaf', '', { timeoutMs: 2000, graceMs: 100 });
    expect(deaf).toMatchObject({ timedOut: true, limit: 'time', signal: 'SIGKILL' });
    expect(textOf(deaf)).toBe('deaf\n');
  });

  verifies('native.process.last-child', async () => {
    const folder = newFolder();
    const result = await misbehave('abandon', '600', {}, folder);
    expect(result.exitCode).toBe(0);
    expect(result.orphans).toEqual([expect.stringMatching(/misbehaving\.mjs hang/)]);
    expect(isRunning(folder)).toBe(false);
  });

  test('what one program leaves runs on beside the next, and is not counted as left by that one', async () => {
    const sandbox = await opened({ folder: newFolder(), isolation, programs: [MISBEHAVING] });
    const common = { env: { PATH: '/usr/bin:/bin' }, timeoutMs: LONG_MS };
    const command = [process.execPath, join(MISBEHAVING, 'misbehaving.mjs')] as const;
    const first = await sandbox.run({ ...common, command, args: ['abandon', '600'] });
    const second = await sandbox.run({ ...common, command, args: ['exit', '0'] });
    expect([first.orphans.length, second.orphans.length]).toEqual([1, 0]);
    expect(await sandbox.processes()).toHaveLength(1);
  });

  test('a flood of output is read to its end, kept to the limit, and said to be cut', async () => {
    const result = await misbehave('flood', String(64 * 2 ** 20), { outputLimit: 100_000 });
    expect(result).toMatchObject({
      exitCode: 0,
      truncated: true,
      written: { stdout: 64 * 2 ** 20, stderr: 0 },
    });
    expect(result.stdout.length).toBe(100_000);
    expect(await misbehave('flood', '65536', { outputLimit: 65_536 })).toMatchObject({ truncated: false });
  });

  verifies('native.process.bounded', async () => {
    const folder = newFolder();
    const result = await misbehave('bomb', '6', { limits: { processes: 30 } }, folder);
    expect(result).toMatchObject({ limit: 'processes', signal: 'SIGKILL' });
    expect(isRunning(folder)).toBe(false);
  });

  test('where the kernel can, it refuses more threads than so many processes have', async () => {
    const here = readFileSync('/proc/sys/kernel/pid_max', 'utf8');
    const request: Partial<ProgramRequest> = {
      command: ['/bin/cat', '/proc/sys/kernel/pid_max'],
      args: [],
      limits: { processes: 30 },
    };
    const seen = textOf(await misbehave('tell', '', request));
    const [major = 0, minor = 0] = release().split('.').map(Number);
    const owned = isolation.kind === 'namespaces' && (major > 6 || (major === 6 && minor >= 14));
    expect(seen).toBe(owned ? '480\n' : here);
    expect(readFileSync('/proc/sys/kernel/pid_max', 'utf8')).toBe(here);
  });

  test('a program that takes too much memory is ended', async () => {
    const result = await misbehave('gorge', '', { limits: { memoryBytes: 400 * 2 ** 20 } });
    expect(result).toMatchObject({ limit: 'memory', signal: 'SIGKILL' });
  });

  test('a file cannot grow past its limit', async () => {
    const folder = newFolder();
    await misbehave('fill', '../tmp/big', { limits: { fileBytes: 4 * 2 ** 20 } }, folder);
    expect(readFileSync(join(folder, 'tmp/big')).length).toBe(4 * 2 ** 20);
  });

  test('prepared files are written into the run and nowhere else, links included', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'home'));
    symlinkSync(scratch, join(folder, 'home/out'));
    const sandbox = await opened({ folder, isolation });
    const run = (path: string): Promise<ProgramResult> =>
      sandbox.run({
        command: ['/bin/cat', path],
        env: {},
        timeoutMs: LONG_MS,
        files: [{ path, text: 'prepared' }],
      });
    expect(textOf(await run(join(sandbox.layout.home, 'deep/er/file')))).toBe('prepared');
    for (const path of ['../escaped', '/etc/escaped', 'home/out/escaped', `${scratch}/escaped`]) {
      await expect(async () => run(path)).rejects.toThrow(
        expect.objectContaining({ code: 'file-outside-run' }),
      );
    }
    expect(existsSync(join(scratch, 'escaped'))).toBe(false);
  });

  test('an abort ends the run with its reason and leaves no process', async () => {
    const folder = newFolder();
    const controller = new AbortController();
    const reason = new MeasurandError('test', 'enough');
    const run = misbehave(
      'deaf',
      '',
      {
        signal: controller.signal,
        signals: [
          {
            signal: 'SIGINT',
            target: 'group',
            when: async ({ stdout }) => {
              while (stdout() === '') await new Promise((next) => setTimeout(next, 5));
              controller.abort(reason);
            },
          },
        ],
      },
      folder,
    );
    await expect(run).rejects.toBe(reason);
    expect(isRunning(folder)).toBe(false);
  });

  test('a program that is not there is said to be so by its exit code', async () => {
    const result = await runProcess({
      folder: newFolder(),
      isolation,
      command: ['/nowhere/program'],
      env: {},
      timeoutMs: LONG_MS,
    });
    expect(result.exitCode).toBe(127);
  });

  test('a program that kills the supervisor fails the run as apparatus, and is ended itself', async () => {
    const folder = newFolder();
    await expect(misbehave('usurp', '', {}, folder)).rejects.toThrow(
      expect.objectContaining({ code: 'sandbox-failed', kind: 'apparatus' }),
    );
    expect(isRunning(folder)).toBe(false);
  });
});

async function tryToWriteOutside(): Promise<void> {
  const folder = newFolder();
  const kept = ['workspace/x', 'home/x', 'tmp/x'].map((path) => join('/mnt/session', path));
  const passing = ['/tmp', '/var/tmp', homedir()].map((path) => join(path, `litter-${process.pid}`));
  const refused = ['/etc', '/usr', '/', MISBEHAVING, '/mnt/tools', '/mnt/program'].map((path) =>
    join(path, `litter-${process.pid}`),
  );
  const result = await runProcess({
    folder,
    isolation: best,
    programs: [MISBEHAVING],
    command: [process.execPath, join(MISBEHAVING, 'misbehaving.mjs')],
    args: ['litter', [...kept, ...passing, ...refused].join(',')],
    env: {},
    timeoutMs: LONG_MS,
  });
  const written = JSON.parse(textOf(result)) as string[];
  expect(written.filter((path) => refused.includes(path))).toEqual([]);
  expect(written).toEqual(expect.arrayContaining(kept));
  expect([...passing, ...refused].filter((path) => existsSync(path))).toEqual([]);
  expect(readFileSync(join(folder, 'workspace/x'), 'utf8')).toBe('litter');
}

if (best.kind === 'namespaces') verifies('native.process.nothing-outside', tryToWriteOutside);
else test.skip(`nothing outside can be written: not tried, since ${best.reason}`);
