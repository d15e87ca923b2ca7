import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT, run, temporaryFolder } from '../e2e/program.ts';
import { verifies } from '../requirements.ts';

verifies('cli.package.installs', async () => {
  using folder = temporaryFolder();
  const packed = await run('npm', [
    'pack',
    '--ignore-scripts',
    '--silent',
    '--pack-destination',
    folder.path,
  ]);
  expect(packed.code).toBe(0);
  const [tarball = ''] = readdirSync(folder.path);
  const installed = await run(
    'npm',
    ['install', '--global', '--prefix', folder.path, '--no-fund', '--no-audit', '--prefer-offline', tarball],
    { cwd: folder.path },
  );
  expect([installed.code, installed.code === 0 ? '' : installed.err]).toEqual([0, '']);
  const program = join(folder.path, 'bin/measurand');
  const help = await run(program, ['--help'], { cwd: folder.path });
  expect([help.code, help.err]).toEqual([0, '']);
  const audit = await run(program, ['audit', 'comtrade', '--json'], { cwd: folder.path });
  expect(audit.code).toBe(0);
  const { profiles } = JSON.parse(audit.out) as { profiles: Record<string, { card: unknown }> };
  expect(new Set(Object.keys(profiles))).toEqual(new Set(['as-published', 'repaired']));
});

verifies('cli.start.fresh-clone', async () => {
  using folder = temporaryFolder();
  const files = (await run('git', ['ls-files', '-z'])).out;
  const copied = await run('sh', ['-c', 'xargs -0 cp --parents -t "$0"', folder.path], {
    input: files,
    cwd: ROOT,
  });
  expect(copied.code).toBe(0);
  const started = performance.now();
  const { code, out, err } = await run('npm', ['start', '--silent'], { cwd: folder.path });
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  expect(out).toMatch(/as-published/);
  expect(out).toMatch(/repaired/);
  expect(performance.now() - started).toBeLessThan(60_000);
});
