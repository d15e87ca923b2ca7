import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { cacheFolder, harnessFolder, installedVersions } from './cache.ts';
import { findHarness } from './find.ts';
import { installHarness } from './install.ts';
import { THIS_MACHINE } from './recipe.ts';
import { CLAUDE_CODE } from './recipes/claude-code.ts';
import { removeHarness } from './remove.ts';

/**
 * Stands in for npm: writes the package that was asked for, with a program that prints FAKE_PRINTS. It is told what
 * else to do by FAKE_NPM: to pick another version, to fail, or to die in the middle.
 */
const FAKE_NPM = `#!/usr/bin/env node
const { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { FAKE_NPM: deed = '', FAKE_PRINTS: prints, FAKE_CALLS: calls } = process.env;
appendFileSync(calls, JSON.stringify(process.argv.slice(2)) + '\\n');
const folder = process.argv[process.argv.indexOf('--prefix') + 1];
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
for (const [name, version] of Object.entries(dependencies)) {
  const file = join(folder, 'node_modules', name, 'package.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ name, version: deed === 'pick' ? '0.0.1' : version }));
}
if (deed === 'die') process.kill(process.pid, 'SIGKILL');
if (deed === 'fail') { process.stderr.write('E404 no such version\\n'); process.exit(1); }
const program = join(folder, ${JSON.stringify(CLAUDE_CODE.program(THIS_MACHINE) ?? '')});
mkdirSync(dirname(program), { recursive: true });
writeFileSync(program, '#!/bin/sh\\necho "' + prints + '"\\n');
chmodSync(program, 0o755);
writeFileSync(join(folder, 'package-lock.json'), '{}');
`;

let scratch = '';
let cache = '';
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'measurand-install-'));
  cache = join(scratch, 'cache');
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), FAKE_NPM);
  chmodSync(join(bin, 'npm'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH'] ?? ''}`);
  vi.stubEnv('FAKE_CALLS', join(scratch, 'calls'));
  vi.stubEnv('FAKE_PRINTS', '2.1.332 (Claude Code)');
  vi.stubEnv('FAKE_NPM', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(scratch, { recursive: true, force: true });
});

const install = () => installHarness('claude-code', { cache });
const leftOver = (): readonly string[] =>
  existsSync(join(cache, 'harnesses/claude-code')) ? readdirSync(join(cache, 'harnesses/claude-code')) : [];

verifies('native.install.exact', async () => {
  const { receipt, installed } = await install();
  expect({ installed, ...receipt }).toMatchObject({
    installed: true,
    version: '2.1.332',
    reported: '2.1.332',
  });
  expect(await findHarness('claude-code', { cache })).toMatchObject({ source: 'cache', version: '2.1.332' });
  await removeHarness('claude-code@2.1.332', { cache });
  expect(installedVersions(cache, 'claude-code')).toEqual([]);

  vi.stubEnv('FAKE_NPM', 'pick');
  await expect(install()).rejects.toThrow(expect.objectContaining({ code: 'harness-version' }));
  vi.stubEnv('FAKE_NPM', '');
  vi.stubEnv('FAKE_PRINTS', '2.1.197');
  await expect(install()).rejects.toThrow('says that it is 2.1.197');
  vi.stubEnv('FAKE_PRINTS', 'hello');
  await expect(install()).rejects.toThrow(expect.objectContaining({ code: 'harness-unusable' }));
  expect(leftOver()).toEqual([]);
});

verifies('native.install.atomic', async () => {
  vi.stubEnv('FAKE_NPM', 'die');
  await expect(install()).rejects.toThrow(expect.objectContaining({ code: 'install-failed' }));
  expect(installedVersions(cache, 'claude-code')).toEqual([]);
  // What a killed process of ours leaves: a half-filled hidden folder, and a folder without a receipt.
  mkdirSync(join(cache, 'harnesses/claude-code/.install-2.1.332-dead/node_modules'), { recursive: true });
  mkdirSync(join(harnessFolder(cache, 'claude-code', '2.1.332'), 'node_modules'), { recursive: true });
  vi.stubEnv('FAKE_NPM', '');
  expect(await install()).toMatchObject({ installed: true });
  expect(leftOver()).toEqual(['2.1.332']);
});

test('installHarness() lets those that install the same at once take turns: one installs, the others find it', async () => {
  const results = await Promise.all([install(), install(), install()]);
  expect(results.map(({ installed }) => installed).sort()).toEqual([false, false, true]);
});

test('installHarness() says what npm said', async () => {
  vi.stubEnv('FAKE_NPM', 'fail');
  await expect(install()).rejects.toThrow('E404 no such version');
});

test('installHarness() has npm run no scripts and asks it for exact versions only', async () => {
  await install();
  const words = JSON.parse(readFileSync(join(scratch, 'calls'), 'utf8').trim()) as string[];
  expect(words).toContain('--ignore-scripts');
  const { dependencies } = JSON.parse(
    readFileSync(join(harnessFolder(cache, 'claude-code', '2.1.332'), 'package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  expect(dependencies).toEqual({ '@anthropic-ai/claude-code': '2.1.332' });
});

test('findHarness() prefers what is given, then what is installed, then the PATH, and says when there is none', async () => {
  await expect(findHarness('claude-code', { cache })).rejects.toThrow(
    expect.objectContaining({ code: 'harness-missing', kind: 'unsupported' }),
  );
  const onPath = join(scratch, 'bin/claude');
  writeFileSync(onPath, '#!/bin/sh\necho 9.9.9\n');
  chmodSync(onPath, 0o755);
  expect(await findHarness('claude-code', { cache })).toMatchObject({ source: 'path', version: '9.9.9' });
  await expect(findHarness('claude-code', { cache, version: '2.1.332' })).rejects.toThrow(
    expect.objectContaining({ code: 'harness-version' }),
  );
  await install();
  expect(await findHarness('claude-code', { cache })).toMatchObject({ source: 'cache', version: '2.1.332' });
  expect(await findHarness('claude-code', { cache, path: onPath })).toMatchObject({
    source: 'given',
    version: '9.9.9',
  });
});

test('cacheFolder() follows MEASURAND_CACHE, then an absolute XDG_CACHE_HOME', () => {
  expect(cacheFolder({ MEASURAND_CACHE: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
  expect(cacheFolder({ XDG_CACHE_HOME: '/b' })).toBe('/b/measurand');
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative' })).not.toContain('relative');
});
