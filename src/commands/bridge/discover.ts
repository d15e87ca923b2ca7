import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasurandError } from '../../core/errors.ts';
import { type FlatTables, readFlatToml } from './flat-toml.ts';
import { type Interpreter, installedPackage, pythonInterpreter } from './interpreter.ts';
import type { TargetDefinition } from './target-definitions.ts';

/** What the user says about where a target is. */
export interface TargetPlace {
  readonly root?: string;
  readonly domain?: string;
  readonly scorer?: string;
  readonly cases?: string;
  readonly python?: string;
}

/** A target that was found, and how it is started. */
export interface FoundTarget {
  readonly command: readonly string[];
  readonly readOnly: readonly string[];
  /** Which of the four ways found it. */
  readonly by: 'option' | 'variable' | 'configuration' | 'import';
}

/** Settings of the project: `measurand.toml` with one table a target. */
const CONFIGURATION = 'measurand.toml';

const SHIMS = new URL('../../../bridges/', import.meta.url);

/** A file of ours that is run by another language. */
export const shimPath = (name: string): string => fileURLToPath(new URL(name, SHIMS));

function configured(folder: string, name: string): TargetPlace {
  const file = join(folder, CONFIGURATION);
  if (!existsSync(file)) return {};
  const tables: FlatTables = readFlatToml(file);
  return tables[name] ?? tables[`targets.${name}`] ?? {};
}

type Ways = readonly (readonly [FoundTarget['by'], string | undefined])[];

function firstOf(ways: Ways): readonly [FoundTarget['by'], string] | undefined {
  for (const [by, value] of ways) if (value !== undefined && value !== '') return [by, value];
  return undefined;
}

function missing(
  { name, needs, variable, module, marker }: TargetDefinition,
  detail: string,
): MeasurandError {
  const say = {
    checkout: `Give --root with a checkout (it holds ${marker}), or set ${variable}`,
    package: `Install it for an interpreter (it is imported as ${module}), and name that with --python or ${variable}`,
    scorer: `Give --scorer FILE:FUNCTION, or set ${variable}`,
  }[needs];
  return new MeasurandError('target-missing', `${name} is not here: ${detail}`, {
    kind: 'unsupported',
    next: `${say}. Nothing is downloaded; every cell stays not-probed`,
  });
}

function domainOf({ name, domains }: TargetDefinition, asked: string | undefined): readonly string[] {
  if (domains.length === 0) return asked === undefined ? [] : [asked];
  const domain = asked ?? (domains[0] as string);
  if (domains.includes(domain)) return [domain];
  throw new MeasurandError('unknown-domain', `${name} has no domain ${JSON.stringify(domain)}`, {
    next: `Choose one of ${domains.join(', ')}`,
  });
}

function checkout(
  definition: TargetDefinition,
  place: TargetPlace,
  ways: Ways,
  python: Interpreter,
): FoundTarget {
  const { shim, marker, module } = definition;
  const imported = installedPackage(python, module);
  const found = firstOf([...ways, ['import', imported === undefined ? undefined : dirname(imported)]]);
  if (!found)
    throw missing(definition, `no root was named, and ${python.executable} cannot import ${module}`);
  const root = resolve(found[1]);
  if (!existsSync(join(root, marker))) throw missing(definition, `${root} holds no ${marker}`);
  const cases = definition.cases && place.cases !== undefined ? [resolve(place.cases)] : [];
  const command = [python.executable, shimPath(shim), root, ...domainOf(definition, place.domain), ...cases];
  return { command, readOnly: [realpathSync(root)], by: found[0] };
}

function packaged(
  definition: TargetDefinition,
  place: TargetPlace,
  by: FoundTarget['by'],
  python: Interpreter,
) {
  const { shim, module } = definition;
  const folder = installedPackage(python, module);
  if (folder === undefined) throw missing(definition, `${python.executable} cannot import ${module}`);
  const command = [python.executable, shimPath(shim), ...domainOf(definition, place.domain)];
  return { command, readOnly: [realpathSync(folder)], by };
}

function scorerFile(
  definition: TargetDefinition,
  place: TargetPlace,
  ways: Ways,
  python: Interpreter,
): FoundTarget {
  const { shim, installed, module } = definition;
  const imported = installed !== undefined && installedPackage(python, module) !== undefined;
  const found = firstOf([...ways, ['import', imported ? installed : undefined]]);
  if (!found)
    throw missing(definition, `no scorer was named, and ${python.executable} cannot import ${module}`);
  const [by, spec] = found;
  const file = spec === installed ? undefined : resolve(spec.slice(0, spec.lastIndexOf(':')));
  if (file?.endsWith('.py') && !existsSync(file)) throw missing(definition, `there is no file ${file}`);
  const named = file?.endsWith('.py') ? `${file}${spec.slice(spec.lastIndexOf(':'))}` : spec;
  const cases = place.cases === undefined ? [] : [resolve(place.cases)];
  return {
    command: [python.executable, shimPath(shim), named, ...cases],
    readOnly: file?.endsWith('.py') ? [realpathSync(dirname(file))] : [],
    by,
  };
}

/**
 * Finds the user's own copy of a benchmark: by option, then by variable, then by the project's configuration, then by
 * what the chosen interpreter can import. Nothing is ever downloaded.
 *
 * @param folder where the project's configuration is looked for
 * @throws MeasurandError `target-missing` and `no-interpreter`, of kind `unsupported`: the exit code is 3
 */
export function discoverTarget(
  definition: TargetDefinition,
  place: TargetPlace,
  folder: string,
  variables: Readonly<Record<string, string | undefined>>,
): FoundTarget {
  const own = configured(folder, definition.name);
  const settled: TargetPlace = { ...own, ...place };
  const variable = variables[definition.variable];
  const isPackage = definition.needs === 'package';
  const chosen = firstOf([
    ['option', place.python],
    ['variable', isPackage ? variable : undefined],
    ['configuration', own.python],
  ]);
  const python = pythonInterpreter(chosen?.[1]);
  if (isPackage) return packaged(definition, settled, chosen?.[0] ?? 'import', python);
  const key = definition.needs === 'checkout' ? 'root' : 'scorer';
  const ways: Ways = [
    ['option', place[key]],
    ['variable', variable],
    ['configuration', own[key]],
  ];
  return definition.needs === 'checkout'
    ? checkout(definition, settled, ways, python)
    : scorerFile(definition, settled, ways, python);
}
