import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { measurand, PROGRAM, ROOT, run, temporaryFolder } from './program.ts';

const E1 = join(ROOT, 'examples/e1.yaml');
const PART = ['run', E1, '--models', 'perfect,never-submits', '--seeds', '0'];

async function rootOf(archive: string): Promise<unknown> {
  const { code, out } = await measurand(['verify', archive, '--json']);
  expect(code).toBe(0);
  return (JSON.parse(out) as { readonly root: unknown }).root;
}

async function undisturbed(folder: string): Promise<unknown> {
  const archive = join(folder, 'undisturbed');
  expect((await measurand([...PART, '--archive', archive])).code).toBe(0);
  return rootOf(archive);
}

test('a study is planned on the screen and in JSON, and a plan of what cannot be planned is refused', async () => {
  const shown = await measurand(['plan', join(ROOT, 'examples/b2.yaml')]);
  expect([shown.code, shown.err]).toEqual([0, '']);
  expect(shown.out).toContain('160 planned = 160 to run + 0 excluded');
  expect(shown.out).toMatch(/Cost: nothing/);
  expect(shown.out).toContain('[rules-only]');
  const { out } = await measurand(['plan', join(ROOT, 'examples/b2.yaml'), '--json']);
  expect(JSON.parse(out)).toMatchObject({ format: 'measurand.plan/1', registration: null });
  expect(await measurand(['plan', 'b2'])).toMatchObject({ code: 2, out: '' });
});

test('a study is frozen, deviated from and reported from the command line', async () => {
  using folder = temporaryFolder();
  const study = join(folder.path, 'b2.yaml');
  const archive = join(folder.path, 'archive');
  cpSync(join(ROOT, 'examples/b2.yaml'), study);
  const frozen = await measurand(['run', study, '--freeze', '--archive', archive]);
  expect(frozen.out).toMatch(/Decision, confirmatory: met/);
  const digest = /registration ([0-9a-f]{64})/.exec(frozen.out)?.[1];
  expect(readFileSync(join(folder.path, 'b2.prereg.json'), 'utf8')).toContain(`"${digest}"`);
  const report = await measurand(['report', archive, '--study', study]);
  expect(report.out).toContain(`Registered as ${digest}`);
  const peeked = await measurand(['run', study, '--seeds', '0-18', '--archive', archive]);
  expect(peeked.out).toMatch(/Deviation: seeds/);
  expect(peeked.out).toMatch(/Decision, exploratory/);
  const after = await measurand(['report', archive, '--study', study]);
  expect(after.out).toMatch(/Deviation: looks: an undeclared look at 19 seeds/);
  expect(after.out).not.toMatch(/Decision, confirmatory/);
}, 120_000);

const linesIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

verifies(
  'study.run.stale-lock',
  async () => {
    using folder = temporaryFolder();
    const archive = join(folder.path, 'archive');
    const line = [...PART, '--archive', archive];
    const child = spawn(process.execPath, [PROGRAM, ...line], { stdio: 'ignore' });
    while (linesIn(join(archive, 'segments/001.jsonl')) < 10 && child.exitCode === null) await delay(5);
    child.kill('SIGKILL');
    await once(child, 'close');
    const locks = readdirSync(archive, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /lock$/.test(name),
    );
    expect(locks, 'the killed run left its lock').not.toEqual([]);
    const again = await measurand(line);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/180 planned = .*; \d+ run now, [1-9]\d* held before/);
    expect(await rootOf(archive)).toBe(await undisturbed(folder.path));
  },
  120_000,
);

verifies(
  'study.run.disk-full',
  async () => {
    using folder = temporaryFolder();
    const archive = join(folder.path, 'archive');
    const line = [...PART, '--archive', archive];
    // A file may grow to 64 blocks of 1,024 bytes; past that a write fails as on a full disk, and is not a signal.
    const limited = 'trap "" XFSZ; ulimit -f 64; exec "$@"';
    const full = await run('bash', ['-c', limited, 'bash', process.execPath, PROGRAM, ...line]);
    expect([full.code, full.out]).toEqual([4, '']);
    expect(full.err).toMatch(/\[archive-write\]/);
    const again = await measurand(line);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/180 planned = .*; \d+ run now, [1-9]\d* held before/);
    expect(await rootOf(archive)).toBe(await undisturbed(folder.path));
  },
  120_000,
);
