import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_GROUPS } from '../../src/cli/help.ts';
import { studyTitles } from '../../src/commands/run.ts';
import { verifies } from '../requirements.ts';
import { measurand, PROGRAM, ROOT, run, temporaryFolder } from './program.ts';

/** Names and descriptions of the commands that the overview lists. */
async function listed(): Promise<Map<string, string>> {
  const { out } = await measurand(['--help']);
  const groups = out
    .split('\n\n')
    .filter((block) => COMMAND_GROUPS.some((group) => block.startsWith(`${group}:`)));
  const rows = groups.flatMap((block) =>
    block
      .split('\n')
      .slice(1)
      .join('\n')
      .split(/\n(?! {4})/),
  );
  return new Map(
    rows.map((row) => {
      const [name = '', ...words] = row.trim().split(/\s+/);
      return [name, words.join(' ')];
    }),
  );
}

verifies('cli.help.groups', async () => {
  const commands = await listed();
  expect([...commands.keys()]).toContain('audit');
  for (const [name, description] of commands) {
    const { code, out, err } = await measurand([name, '--help']);
    expect([name, code, err]).toEqual([name, 0, '']);
    const [paragraph = ''] = out.split('\n\nUsage:');
    expect(paragraph.replaceAll('\n', ' ')).toBe(description);
    expect(out).toContain(`Usage: measurand ${name}`);
    expect(out).toMatch(/\n {2}(-\w, )?--json /);
    expect(out).toMatch(new RegExp(`\\nExamples:\\n {2}measurand ${name}[^\\n]*\\n {6}\\S`));
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  }
});

/** Every module that a run of the program loaded, as Node's own coverage lists them. */
async function loadedModules(args: readonly string[]): Promise<string[]> {
  using folder = temporaryFolder();
  await measurand(args, { env: { NODE_V8_COVERAGE: folder.path } });
  const modules = readdirSync(folder.path).flatMap((name) => {
    const text = readFileSync(join(folder.path, name), 'utf8');
    return (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url);
  });
  return modules.filter((url) => url.startsWith('file:')).map((url) => url.replace(`file://${ROOT}/`, ''));
}

verifies('cli.help.lazy', async () => {
  expect(new Set(await loadedModules(['--help']))).toEqual(
    new Set([
      'dist/cli/arguments.js',
      'dist/cli/help.js',
      'dist/cli/main.js',
      'dist/cli/program.js',
      'dist/cli/terminal.js',
      'dist/core/errors.js',
      'dist/core/nearest.js',
      'dist/core/version.js',
    ]),
  );
});

test('explaining one command loads no package and no other command', async () => {
  const keys = [...(await listed()).keys()];
  for (const name of keys) {
    const modules = await loadedModules([name, '--help']);
    expect(modules.filter((file) => file.startsWith('node_modules/'))).toEqual([]);
    const others = keys.filter((other) => other !== name).map((other) => `dist/cli/${other}.js`);
    expect(modules.filter((file) => others.includes(file))).toEqual([]);
  }
});

test('the help of run names every built-in study', async () => {
  const { out } = await measurand(['run', '--help']);
  for (const study of Object.keys(studyTitles())) expect(out).toMatch(new RegExp(`STUDY.*\\b${study}\\b`));
});

test('a mistyped command, and a command without what it needs, end with exit code 2 and nothing on standard output', async () => {
  const mistyped = await measurand(['adit']);
  expect(mistyped).toMatchObject({ code: 2, out: '' });
  expect(mistyped.err).toContain('Did you mean measurand audit?');
  expect(await measurand([])).toMatchObject({ code: 2, out: '' });
  expect(await measurand(['audit', '--frobnicate'])).toMatchObject({ code: 2, out: '' });
});

test('a reader that stops early ends the program without a complaint', async () => {
  const pipe = 'set -o pipefail; "$0" "$1" reproduce --json | head -c 100';
  const { code, err } = await run('bash', ['-c', pipe, process.execPath, PROGRAM]);
  expect([code, err]).toEqual([0, '']);
});
