import { readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MeasurandError } from '../../../core/errors.ts';

/** The root of this package's modules, as sources or as they were built. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Ending of the package's modules: sources run as they are under Node 22.18 and later. */
export const MODULE_ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Imports that are there when a module runs; those of types alone are not. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

const SOURCE_MAP = /^\/\/# sourceMappingURL=.*$/m;

/** Where a module stands below the root, with `/`. */
const placeOf = (file: string): string => relative(ROOT, file).split(sep).join('/');

/**
 * Modules of this package with all that they import, by their place below its root, so that they run where the package is
 * not. A module in `instead` is not read: the text given stands in its place.
 *
 * @param entries places below the root, without their ending
 * @throws MeasurandError `module-missing` for an import of another package
 */
export function moduleFiles(
  entries: readonly string[],
  instead: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting = entries.map((entry) => resolve(ROOT, `${entry}${MODULE_ENDING}`));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const place = placeOf(file);
    if (found.has(place)) continue;
    const replaced = instead.get(place);
    const text = replaced ?? readFileSync(file, 'utf8').replace(SOURCE_MAP, '');
    found.set(place, text);
    if (replaced !== undefined) continue;
    for (const [, specifier = ''] of text.matchAll(IMPORTS)) {
      if (specifier.startsWith('node:')) continue;
      if (!specifier.startsWith('.')) {
        throw new MeasurandError('module-missing', `imports ${specifier}, which stands outside the package`, {
          file: place,
          kind: 'unsupported',
        });
      }
      waiting.push(resolve(dirname(file), specifier));
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
