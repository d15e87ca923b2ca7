import { adapterOf } from '../../src/scaffolds/native/adapters/catalogue.ts';
import { cacheFolder, harnessFolder, readReceipt } from '../../src/scaffolds/native/install/cache.ts';
import { installHarness } from '../../src/scaffolds/native/install/install.ts';

/** Installed where they are absent; the others are tried where somebody has installed them. */
const INSTALLED_HERE: readonly string[] = ['pi', 'codex'];

/**
 * Makes a harness ready, or says why a test of it is skipped.
 *
 * @throws Error where one that these tests install cannot be installed
 */
export async function lacking(id: string): Promise<string | undefined> {
  const { version } = adapterOf(id).package;
  if (INSTALLED_HERE.includes(id)) {
    try {
      await installHarness(`${id}@${version}`);
    } catch (cause) {
      throw new Error(
        `${id}@${version} is not in ${cacheFolder()} and could not be installed: these tests need the npm registry once, as your npm is configured for it. ${(cause as Error).message}`,
        { cause },
      );
    }
    return undefined;
  }
  if (readReceipt(harnessFolder(cacheFolder(), id, version)) !== undefined) return undefined;
  return `not installed: measurand harness install ${id}@${version}`;
}
