import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { checkIsolation } from '../process/isolation.ts';
import type { InstallRecipe } from './recipe.ts';
import { sealInstall } from './seal.ts';

/** Starts only when it has taken away what its installation left to be done, as one harness does. */
const PROGRAM = `#!/bin/sh
cd "$(dirname "$0")"
if [ -f pending ]; then rm pending || exit 1; fi
echo 1.2.3
`;

const RECIPE: InstallRecipe = {
  id: 'late',
  title: 'Late',
  package: 'late',
  version: '1.2.3',
  bin: 'late',
  program: () => 'node_modules/late/late.sh',
  versionArgs: [],
};

let folder = '';
const pending = (): string => join(folder, 'node_modules/late/pending');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measurand-seal-'));
  mkdirSync(join(folder, 'node_modules/late'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/late/package.json'), '{"version":"1.2.3"}');
  writeFileSync(join(folder, 'node_modules/late/late.sh'), PROGRAM, { mode: 0o755 });
  writeFileSync(pending(), '');
  writeFileSync(join(folder, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

verifies('native.install.settled', async () => {
  await sealInstall({ recipe: { ...RECIPE, settles: true }, version: '1.2.3' }, folder, undefined, undefined);
  expect(existsSync(pending())).toBe(false);
  expect(existsSync(join(folder, 'receipt.json'))).toBe(true);
  if ((await checkIsolation()).kind === 'none') return;
  writeFileSync(pending(), '');
  await expect(
    sealInstall({ recipe: RECIPE, version: '1.2.3' }, folder, undefined, undefined),
  ).rejects.toThrow(expect.objectContaining({ code: 'harness-unusable' }));
});
