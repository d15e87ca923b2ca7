import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../core/digest.ts';
import { MeasurandError } from '../../../core/errors.ts';
import { RECEIPT_FILE, type Receipt } from './cache.ts';
import { THIS_MACHINE } from './recipe.ts';
import type { HarnessReference } from './reference.ts';
import { readVersion, type StartedBy } from './version.ts';

/** @throws MeasurandError `harness-platform` when there is none for this machine */
export function programOf({ recipe, version }: HarnessReference): string {
  const program = recipe.program(THIS_MACHINE);
  if (program !== undefined) return program;
  const { platform, arch } = THIS_MACHINE;
  throw new MeasurandError(
    'harness-platform',
    `${recipe.id}@${version} is not made for ${platform}-${arch}`,
    {
      kind: 'unsupported',
      next: 'Use another machine, or give a program that you have by its path',
    },
  );
}

/** The version in the package that was installed: npm may quietly pick one that fits the Node that runs it. */
function requireVersion({ recipe, version }: HarnessReference, folder: string): void {
  const file = join(folder, 'node_modules', recipe.package, 'package.json');
  const found = (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown }).version;
  if (found === version) return;
  throw new MeasurandError(
    'harness-version',
    `npm installed ${recipe.package} ${String(found)}, not ${version}`,
    {
      kind: 'failed',
      file,
      next: 'Ask for a version that the registry has',
    },
  );
}

/** A Node in the cache, with the folder to mount for it. */
export interface Runner {
  readonly program: string;
  readonly folder: string;
  readonly version: string;
}

/** How an installed harness is started, and what a run must see of the machine for it. */
function startedBy(reference: HarnessReference, folder: string, runner: Runner | undefined): StartedBy {
  const program = join(folder, programOf(reference));
  return runner === undefined
    ? { command: [program], programs: [folder] }
    : { command: [runner.program, program], programs: [folder, runner.folder] };
}

/**
 * Has the program of an installation tell its version, and writes down what the installation is.
 *
 * @throws MeasurandError `harness-version`, `harness-platform`, `harness-unusable`
 */
export async function sealInstall(
  reference: HarnessReference,
  folder: string,
  runner: Runner | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { recipe, version } = reference;
  requireVersion(reference, folder);
  const start = startedBy(reference, folder, runner);
  const program = start.command.at(-1) ?? '';
  if (!existsSync(program)) {
    throw new MeasurandError(
      'harness-platform',
      `${recipe.package}@${version} brought no program for this machine`,
      {
        kind: 'unsupported',
        file: program,
        next: 'Check that npm is not told to omit optional dependencies',
      },
    );
  }
  if (recipe.settles) await readVersion({ ...start, programsWritable: true }, recipe.versionArgs, signal);
  const reported = await readVersion(start, recipe.versionArgs, signal);
  if (reported !== version) {
    throw new MeasurandError('harness-version', `${recipe.id}@${version} says that it is ${reported}`, {
      kind: 'failed',
      next: 'Install the version that it says, or report it',
    });
  }
  const receipt: Receipt = {
    format: 'measurand.harness/1',
    harness: recipe.id,
    package: recipe.package,
    version,
    reported,
    node: runner?.version ?? null,
    lock: sha256(readFileSync(join(folder, 'package-lock.json'))),
  };
  writeFileSync(join(folder, RECEIPT_FILE), `${JSON.stringify(receipt, undefined, 2)}\n`);
}
