import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { cacheFolder, harnessFolder, nodeFolder, type Receipt, readReceipt } from './cache.ts';
import { cachedNode, installNode } from './node.ts';
import { npmInstall } from './npm.ts';
import { parseReference } from './reference.ts';
import { programOf, type Runner, sealInstall } from './seal.ts';
import { staged } from './staged.ts';
import { inTurn } from './waiting-lock.ts';

export interface InstallOptions {
  /** @default `MEASURAND_CACHE`, else `measurand` in the user's cache folder */
  readonly cache?: string;
  readonly signal?: AbortSignal;
  /** Told what happens, one sentence at a time. */
  readonly onStep?: (what: string) => void;
}

export interface InstallResult {
  readonly receipt: Receipt;
  readonly folder: string;
  /** False when it was there already. */
  readonly installed: boolean;
}

/**
 * Installs one exact version of a harness into the cache, unless it is there: from the npm registry as the user's npm
 * is configured, without running a script of any package, with a Node of its own where it is JavaScript. Its version
 * is read back from the program. Processes that install at the same time take turns, and an interrupted installation
 * leaves nothing that could be taken for a whole one.
 *
 * @param reference such as `codex` or `codex@0.171.0`
 * @throws MeasurandError `unknown-harness`, `inexact-version`, `npm-missing`, `install-failed`, `harness-version`,
 *   `harness-platform`, `harness-unusable`; the reason of the signal
 */
export async function installHarness(
  reference: string,
  options: InstallOptions = {},
): Promise<InstallResult> {
  const { cache = cacheFolder(), signal, onStep = () => undefined } = options;
  const wanted = parseReference(reference);
  const { recipe, version } = wanted;
  programOf(wanted);
  const folder = harnessFolder(cache, recipe.id, version);
  const before = readReceipt(folder);
  if (before) return { receipt: before, folder, installed: false };
  const stop = signal === undefined ? {} : { signal };
  let runner: Runner | undefined;
  if (recipe.node !== undefined) {
    if (cachedNode(cache, recipe.node) === undefined) onStep(`Installing Node.js ${recipe.node}`);
    const program = await installNode(cache, recipe.node, stop);
    runner = { program, folder: nodeFolder(cache, recipe.node), version: recipe.node };
  }
  return inTurn(
    join(cache, 'harnesses', `${recipe.id}.lock`),
    async () => {
      const meanwhile = readReceipt(folder);
      if (meanwhile) return { receipt: meanwhile, folder, installed: false };
      onStep(`Installing ${recipe.package}@${version}`);
      await staged(folder, async (temporary) => {
        await npmInstall({
          folder: temporary,
          dependencies: { [recipe.package]: version, ...recipe.besides?.(version) },
          ...(runner === undefined ? {} : { node: runner.program }),
          ...(recipe.ignorePeers ? { ignorePeers: true } : {}),
          ...stop,
        });
        onStep(`Asking ${recipe.title} for its version`);
        await sealInstall(wanted, temporary, runner, signal);
      });
      const receipt = readReceipt(folder);
      if (receipt) return { receipt, folder, installed: true };
      throw new MeasurandError(
        'install-failed',
        `${recipe.id}@${version} was removed while it was installed`,
        {
          kind: 'failed',
          next: 'Run the same command again',
        },
      );
    },
    { ...stop, onWait: () => onStep(`Waiting for another process that installs ${recipe.id}`) },
  );
}
