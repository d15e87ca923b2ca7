import { cacheFolder, harnessFolder, installedVersions } from '../../scaffolds/native/install/cache.ts';
import { onPath } from '../../scaffolds/native/install/on-path.ts';
import { RECIPES } from '../../scaffolds/native/install/recipes/all.ts';

/** One harness, as far as it can be told without running it. */
export interface ListedHarness {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  /** The version that Measurand was tried with, which `install` takes unless told otherwise. */
  readonly version: string;
  readonly installed: readonly { readonly version: string; readonly folder: string }[];
  /** Its program on the PATH; null when there is none. */
  readonly onPath: string | null;
}

export interface HarnessList {
  /** The folder in which installed harnesses are kept. */
  readonly cache: string;
  readonly harnesses: readonly ListedHarness[];
}

/** Lists the harnesses that Measurand can drive, and where each is on this machine. Runs nothing. */
export function listHarnesses({ cache = cacheFolder() }: { readonly cache?: string } = {}): HarnessList {
  const harnesses = RECIPES.map(({ id, title, package: name, version, bin }) => ({
    id,
    title,
    package: name,
    version,
    installed: installedVersions(cache, id).map((installed) => ({
      version: installed,
      folder: harnessFolder(cache, id, installed),
    })),
    onPath: onPath(bin) ?? null,
  }));
  return { cache, harnesses };
}
