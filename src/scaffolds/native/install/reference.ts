import { MeasurandError } from '../../../core/errors.ts';
import type { InstallRecipe } from './recipe.ts';
import { recipeOf } from './recipes/all.ts';

/** A version as npm publishes it; ranges and tags would give another one tomorrow. */
const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** One version of one harness. */
export interface HarnessReference {
  readonly recipe: InstallRecipe;
  readonly version: string;
}

/** @throws MeasurandError `inexact-version` */
export function requireExact(version: string): string {
  if (EXACT.test(version)) return version;
  throw new MeasurandError('inexact-version', `${JSON.stringify(version)} is not an exact version`, {
    next: 'Name one exact version, such as codex@0.171.0: a harness behaves as its version does',
  });
}

/**
 * Reads `codex` or `codex@0.171.0`. Without a version it is the one that Measurand was tried with.
 *
 * @throws MeasurandError `unknown-harness`, `inexact-version`
 */
export function parseReference(text: string): HarnessReference {
  const at = text.indexOf('@');
  const recipe = recipeOf(at < 0 ? text : text.slice(0, at));
  return { recipe, version: at < 0 ? recipe.version : requireExact(text.slice(at + 1)) };
}
