import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { damageOnce, fillArchive, knowArchive } from '../../../test/samples/bit-flips.ts';
import { openArchive, readArchive } from '../../archive/folder.ts';
import { verifyArchive } from '../../archive/verify.ts';
import { sha256 } from '../../core/digest.ts';
import { Random } from '../../core/random.ts';
import { writeRelease } from './release.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-release-'));
const archive = join(scratch, 'archive');
beforeAll(() => fillArchive(archive));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Every file below a folder with its bytes. */
function contents(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

/** The same episodes, written in another order by more sessions. */
function shuffled(folder: string): void {
  using from = readArchive(archive);
  for (const records of [[...from.records()].reverse().slice(0, 7), [...from.records()]]) {
    using to = openArchive(folder);
    for (const record of records) {
      for (const digest of [record.trace, ...Object.values(record.submission ?? {})]) {
        if (digest !== undefined) to.putBlob(from.blob(digest));
      }
      to.put(record);
    }
  }
}

verifies('archive.release.checkable', () => {
  const [one, two] = [join(scratch, 'one'), join(scratch, 'two')];
  const other = join(scratch, 'shuffled');
  shuffled(other);
  const { root } = writeRelease({ archive, out: one });
  writeRelease({ archive: other, out: two });
  using from = readArchive(archive);
  expect(root).toBe(from.root());
  expect(verifyArchive(one)).toMatchObject({ root, state: 'closed', episodes: 40, damaged: [], remarks: [] });
  expect(contents(one)).toEqual(contents(two));
  const files = [...contents(one)];
  expect(files.map(([name]) => name)).toEqual([
    'README.md',
    'SHA256SUMS',
    'blobs/001.pack',
    'digests.tsv',
    'manifest.json',
    'schemas/archive-1.schema.json',
    'schemas/episode-1.schema.json',
    'schemas/segment-1.schema.json',
    'segments/001.jsonl',
  ]);
  for (const [name, text] of files) {
    expect(text, name).not.toContain(`"${hostname()}"`);
    expect(text, name).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
    if (name !== 'SHA256SUMS') {
      expect(files[1]?.[1]).toContain(`${sha256(Buffer.from(text, 'latin1'))}  ${name}\n`);
    }
  }
});

test('damage anywhere in a release is found, in what stands beside the archive too', () => {
  const out = join(scratch, 'damaged');
  writeRelease({ archive, out });
  const random = new Random(8);
  const known = knowArchive(out);
  const faults = Array.from({ length: 150 }, () => damageOnce(known, random)).filter(({ fault }) => fault);
  // A digest that is damaged in the list accuses the file that it stands for.
  expect(
    faults.filter(({ file, fault }) => !(file === 'SHA256SUMS' && fault === 'another file was named')),
  ).toEqual([]);
  expect(faults.length).toBeLessThan(40);
});

test('a release is written into a new folder only, and no half of one is left', () => {
  const out = join(scratch, 'taken');
  mkdirSync(out);
  writeFileSync(join(out, 'thesis.tex'), '');
  expect(() => writeRelease({ archive, out })).toThrow(expect.objectContaining({ code: 'folder-taken' }));
  expect(readdirSync(out)).toEqual(['thesis.tex']);
  const stopped = join(scratch, 'stopped');
  const controller = new AbortController();
  const onProgress = (): void => controller.abort();
  expect(() => writeRelease({ archive, out: stopped, signal: controller.signal, onProgress })).toThrow();
  expect(existsSync(stopped)).toBe(false);
});
