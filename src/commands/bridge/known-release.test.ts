import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { compareRelease } from '../../audit/bridge/release.ts';
import { auditTarget } from './audit-target.ts';
import { readKnownRelease, shippedRelease } from './known-release.ts';
import { targetNames } from './target-definitions.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/bridge');
const folder = mkdtempSync(join(tmpdir(), 'known-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, value: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
};

verifies('bridge.release.expected', async () => {
  const target = {
    scorer: `${join(FIXTURES, 'scorers.mjs')}#exact`,
    cases: join(FIXTURES, 'cases.jsonl'),
    tasks: 1,
  };
  const first = await auditTarget(target);
  const { provenance } = Object.values(first.profiles)[0]?.measurements.apparatus ?? {};
  const again = compareRelease(provenance ?? { files: [] }, readKnownRelease(written('audit.json', first)));
  expect(again.verdict).toBe('same');

  const files = { 'scorers.mjs': '0'.repeat(64) };
  const other = written('other.json', { format: 'measurand.release/1', name: 'release 7', files });
  const changed = await auditTarget({ ...target, expect: other });
  expect(changed.provenance).toContain('differs from the audited version, release 7');
  expect(changed.cards[0]?.id).not.toBe(first.cards[0]?.id);
  const table = changed.panels.tables.find(({ id }) => id === 'release');
  expect(table?.rows).toEqual([['scorers.mjs', 'differs']]);
});

test('a file that no release lists decides nothing, and without any that is listed the release is unknown', () => {
  const ran = {
    files: [
      { path: 'a.py', sha256: 'x', role: 'scorer' },
      { path: 'b.py', sha256: 'y', role: 'scorer' },
    ],
  };
  expect(compareRelease(ran, { name: 'r', files: { 'a.py': 'x' } }).verdict).toBe('same');
  expect(compareRelease(ran, { name: 'r', files: { 'a.py': 'y' } }).verdict).toBe('differs');
  expect(compareRelease(ran, { name: 'r', files: {} }).verdict).toBe('unknown');
});

test('every release that ships is of a target, and a file that is none is refused with its name', () => {
  const shipped = targetNames().flatMap((name) => shippedRelease(name) ?? []);
  expect(shipped.length).toBeGreaterThan(0);
  for (const { files } of shipped) expect(Object.keys(files).length).toBeGreaterThan(0);
  expect(shippedRelease('chess')).toBeUndefined();
  for (const file of [written('none.json', { format: 'measurand.release/1' }), join(folder, 'absent.json')]) {
    expect(() => readKnownRelease(file)).toThrow(
      expect.objectContaining({ code: 'invalid-release', exitCode: 2 }),
    );
  }
});
