import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { scaffoldNamed } from '../../registry.ts';
import { withHarnessVersions } from './bind-versions.ts';
import { nativeId, nativeName } from './name.ts';

const empty = mkdtempSync(join(tmpdir(), 'measurand-empty-'));
afterAll(() => {
  rmSync(empty, { recursive: true, force: true });
});

verifies('native.scaffold.version-bound', async () => {
  vi.stubEnv('PATH', empty);
  try {
    expect(scaffoldNamed('codex@0.171.0')).toMatchObject({ id: 'codex@0.171.0', adjustable: true });
    expect(() => scaffoldNamed('codex')).toThrow(expect.objectContaining({ code: 'scaffold-version' }));
    await expect(withHarnessVersions(['l2', 'codex@0.171.0'], { cache: empty })).rejects.toThrow(
      /measurand harness install codex@0\.171\.0/,
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a harness that cannot reach tool servers is refused before anything runs', async () => {
  const refused = expect.objectContaining({ code: 'harness-without-tools' });
  expect(() => scaffoldNamed('pi@0.73.1')).toThrow(refused);
  await expect(withHarnessVersions(['pi'])).rejects.toThrow(refused);
});

test.each(['codex@0.171.0', 'codex@0.171.0+own-tools', 'claude-code@2.1.332'])(
  '%s is written as it is read',
  (id) => {
    const name = nativeName(id);
    expect(name && nativeId(name)).toBe(id);
  },
);

test.each(['l2', 'codex@', 'codex+tools', 'nobody@1', 'codex@../..'])('%s names no native harness', (id) => {
  expect(nativeName(id)).toBeUndefined();
});
