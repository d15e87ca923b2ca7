import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { cacheFolder, harnessFolder, installedVersions } from './cache.ts';
import { RECIPES, recipeOf } from './recipes/all.ts';
import { requireExact } from './reference.ts';
import { inTurn } from './waiting-lock.ts';

export interface RemoveResult {
  readonly harness: string;
  readonly versions: readonly string[];
}

/** Removes the Nodes that no harness is left to use. */
function removeUnusedNodes(cache: string): void {
  const isUsed = RECIPES.some(({ id }) => installedVersions(cache, id).length > 0);
  const folder = join(cache, 'node');
  if (isUsed || !existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Removes a version of a harness from the cache, or all of its versions.
 *
 * @param reference such as `codex` or `codex@0.171.0`
 * @throws MeasurandError `unknown-harness`, `inexact-version`, `harness-missing`
 */
export async function removeHarness(
  reference: string,
  { cache = cacheFolder(), signal }: { readonly cache?: string; readonly signal?: AbortSignal } = {},
): Promise<RemoveResult> {
  const at = reference.indexOf('@');
  const recipe = recipeOf(at < 0 ? reference : reference.slice(0, at));
  const wanted = at < 0 ? undefined : requireExact(reference.slice(at + 1));
  return inTurn(
    join(cache, 'harnesses', `${recipe.id}.lock`),
    () => {
      const installed = installedVersions(cache, recipe.id);
      const versions = wanted === undefined ? installed : installed.filter((version) => version === wanted);
      if (versions.length === 0) {
        throw new MeasurandError('harness-missing', `${reference} is not installed`, {
          next: 'See measurand harness list',
        });
      }
      for (const version of versions)
        rmSync(harnessFolder(cache, recipe.id, version), { recursive: true, force: true });
      removeUnusedNodes(cache);
      return Promise.resolve({ harness: recipe.id, versions });
    },
    signal === undefined ? {} : { signal },
  );
}
