import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { nodeFolder } from './cache.ts';
import { type NpmInstall, npmInstall } from './npm.ts';
import { THIS_MACHINE } from './recipe.ts';
import { staged } from './staged.ts';
import { inTurn } from './waiting-lock.ts';

const packageName = (): string => `node-${THIS_MACHINE.platform}-${THIS_MACHINE.arch}`;

/** The program of a Node in the cache; undefined when it is not there. */
export function cachedNode(cache: string, version: string): string | undefined {
  const program = join(nodeFolder(cache, version), 'node_modules', packageName(), 'bin', 'node');
  return existsSync(program) ? program : undefined;
}

/**
 * Brings a Node of one exact version into the cache, from the same registry as the harnesses, unless it is there.
 *
 * @returns its program
 * @throws what `npmInstall` throws; MeasurandError `install-failed` when the package holds no program
 */
export async function installNode(
  cache: string,
  version: string,
  options: Pick<NpmInstall, 'signal'> = {},
): Promise<string> {
  const folder = nodeFolder(cache, version);
  await inTurn(
    join(cache, 'node.lock'),
    async () => {
      if (cachedNode(cache, version) === undefined)
        await staged(folder, (temporary) =>
          npmInstall({ folder: temporary, dependencies: { [packageName()]: version }, ...options }),
        );
    },
    options,
  );
  const program = cachedNode(cache, version);
  if (program !== undefined) return program;
  throw new MeasurandError('install-failed', `${packageName()}@${version} holds no Node for this machine`, {
    kind: 'unsupported',
    next: 'Give a harness that is installed already by its path',
  });
}
