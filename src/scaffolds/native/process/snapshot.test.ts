import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { compareSnapshots, snapshotFolder } from './snapshot.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-snapshot-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('compareSnapshots() tells what was added, removed, rewritten and given other permissions', () => {
  const folder = folderWith({ kept: 'a', gone: 'b', 'deep/rewritten': 'c', moded: 'd' });
  const before = snapshotFolder(folder);
  rmSync(join(folder, 'gone'));
  writeFileSync(join(folder, 'deep/rewritten'), 'C');
  writeFileSync(join(folder, 'new'), 'n');
  chmodSync(join(folder, 'moded'), 0o600);
  const { added, removed, changed } = compareSnapshots(before, snapshotFolder(folder));
  expect(added.map(({ path }) => path)).toEqual(['new']);
  expect(removed.map(({ path }) => path)).toEqual(['gone']);
  expect(changed.map(({ after }) => after.path)).toEqual(['deep/rewritten', 'moded']);
});

test('snapshotFolder() names links and follows none, round in circles or out of the folder', () => {
  const folder = folderWith({ 'a/file': 'x' });
  symlinkSync('..', join(folder, 'a/round'));
  symlinkSync('/etc', join(folder, 'out'));
  const { entries, incomplete } = snapshotFolder(folder);
  expect(entries.map(({ path, kind, target }) => [path, kind, target])).toEqual([
    ['a', 'folder', undefined],
    ['a/file', 'file', undefined],
    ['a/round', 'link', '..'],
    ['out', 'link', '/etc'],
  ]);
  expect(incomplete).toBeUndefined();
});

test('snapshotFolder() says what its bounds left out', () => {
  const folder = folderWith({ a: 'x'.repeat(100), b: 'y', c: 'z' });
  expect(snapshotFolder(folder, { entries: 2 })).toMatchObject({ incomplete: 'more than 2 entries' });
  const { entries, incomplete } = snapshotFolder(folder, { bytes: 50 });
  expect(incomplete).toBe('more bytes than are read');
  expect(entries.map(({ path, size, digest }) => [path, size, digest !== undefined])).toEqual([
    ['a', 100, false],
    ['b', 1, true],
    ['c', 1, true],
  ]);
});
