import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { cacheFolder, harnessFolder, installedVersions, nodeFolder, readReceipt } from './cache.ts';
import { cachedNode } from './node.ts';
import { isProgram, onPath } from './on-path.ts';
import { type InstallRecipe, THIS_MACHINE } from './recipe.ts';
import { recipeOf } from './recipes/all.ts';
import { readVersion, type StartedBy } from './version.ts';

/** A harness that can be started. */
export interface FoundHarness extends StartedBy {
  readonly id: string;
  readonly version: string;
  readonly source: 'given' | 'cache' | 'path';
}

export interface FindOptions {
  /** A program to use in place of any other. */
  readonly path?: string;
  /** The version that it must have. @default with no path: the newest tried one in the cache, else what is on the PATH */
  readonly version?: string;
  readonly cache?: string;
  readonly signal?: AbortSignal;
}

const SHEBANG_BYTES = 64;

/** Whether a program is a script for Node. */
function isNodeScript(program: string): boolean {
  const head = readFileSync(program).subarray(0, SHEBANG_BYTES).toString('latin1');
  return /^#!.*\bnode\b/.test(head) || /\.[cm]?js$/.test(program);
}

/** The folder that a program needs to see: all of its `node_modules`, or its own. */
function homeOf(program: string): string {
  const parts = program.split(sep);
  const at = parts.indexOf('node_modules');
  return at > 0 ? parts.slice(0, at).join(sep) || sep : dirname(program);
}

function startOf(recipe: InstallRecipe, program: string, cache: string): StartedBy {
  const folder = homeOf(program);
  // A program in a folder of the system is seen as it stands.
  const own = folder === sep || dirname(folder) === sep ? [] : [folder];
  if (!isNodeScript(program)) return { command: [program], programs: own };
  const node = recipe.node === undefined ? undefined : cachedNode(cache, recipe.node);
  if (node === undefined || recipe.node === undefined)
    return { command: [realpathSync(process.execPath), program], programs: own };
  return { command: [node, program], programs: [...own, nodeFolder(cache, recipe.node)] };
}

function requireVersion(found: FoundHarness, wanted: string | undefined): FoundHarness {
  if (wanted === undefined || found.version === wanted) return found;
  throw new MeasurandError(
    'harness-version',
    `${found.id} is ${found.version}, and ${wanted} was asked for`,
    {
      file: found.command.at(-1) ?? '',
      next: `Run measurand harness install ${found.id}@${wanted}`,
    },
  );
}

function inCache(recipe: InstallRecipe, version: string, cache: string): FoundHarness | undefined {
  const folder = harnessFolder(cache, recipe.id, version);
  const receipt = readReceipt(folder);
  const program = recipe.program(THIS_MACHINE);
  if (receipt === undefined || program === undefined) return undefined;
  const full = join(folder, program);
  const node = receipt.node === null ? undefined : cachedNode(cache, receipt.node);
  if (!existsSync(full) || (receipt.node !== null && node === undefined)) return undefined;
  const start: StartedBy =
    receipt.node === null || node === undefined
      ? { command: [full], programs: [folder] }
      : { command: [node, full], programs: [folder, nodeFolder(cache, receipt.node)] };
  return { id: recipe.id, version: receipt.version, source: 'cache', ...start };
}

async function atPath(
  recipe: InstallRecipe,
  program: string,
  source: 'given' | 'path',
  { cache = cacheFolder(), signal }: FindOptions,
): Promise<FoundHarness> {
  const start = startOf(recipe, program, cache);
  return { id: recipe.id, source, version: await readVersion(start, recipe.versionArgs, signal), ...start };
}

/**
 * Finds a harness: the program that is given, else an installed one, else what is on the PATH. Of installed ones it is
 * the version asked for, else the one that Measurand was tried with, else the last. The version is read back.
 *
 * @throws MeasurandError `unknown-harness`, `harness-missing`, `harness-version`, `harness-unusable`
 */
export async function findHarness(id: string, options: FindOptions = {}): Promise<FoundHarness> {
  const recipe = recipeOf(id);
  const { path, version, cache = cacheFolder() } = options;
  if (path !== undefined) {
    if (!isProgram(path)) {
      throw new MeasurandError('harness-missing', `there is no program to start at ${JSON.stringify(path)}`, {
        next: `Give the path of the program of ${recipe.title}`,
      });
    }
    return requireVersion(await atPath(recipe, realpathSync(resolve(path)), 'given', options), version);
  }
  const candidates =
    version === undefined ? [recipe.version, installedVersions(cache, id).at(-1)] : [version];
  for (const candidate of candidates) {
    const found = candidate === undefined ? undefined : inCache(recipe, candidate, cache);
    if (found) return found;
  }
  const program = onPath(recipe.bin);
  if (program !== undefined) return requireVersion(await atPath(recipe, program, 'path', options), version);
  throw new MeasurandError('harness-missing', `${recipe.title} is neither installed nor on the PATH`, {
    kind: 'unsupported',
    next: `Run measurand harness install ${id}@${version ?? recipe.version}`,
  });
}
