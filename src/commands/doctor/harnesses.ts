import { MeasurandError } from '../../core/errors.ts';
import { findHarness } from '../../scaffolds/native/install/find.ts';
import type { InstallRecipe } from '../../scaffolds/native/install/recipe.ts';
import { RECIPES } from '../../scaffolds/native/install/recipes/all.ts';
import { readVersion } from '../../scaffolds/native/install/version.ts';
import { broken, type DoctorCheck, type Finding, missing, ok } from './check.ts';

async function look({ id, version, versionArgs }: InstallRecipe, signal?: AbortSignal): Promise<Finding> {
  const stop = signal === undefined ? {} : { signal };
  const next = `Run measurand harness install ${id}@${version}`;
  try {
    const found = await findHarness(id, stop);
    const told = found.source === 'cache' ? await readVersion(found, versionArgs, signal) : found.version;
    if (told !== found.version) return broken(`it says that it is ${told}, not ${found.version}`, next);
    const place = found.source === 'cache' ? 'installed' : `on the PATH at ${found.command.at(-1)}`;
    const tried = told === version ? '' : `; Measurand was tried with ${version}`;
    return ok(`${told}, ${place}${tried}`);
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    if (error.code === 'harness-missing') return missing('neither installed nor on the PATH', next);
    return broken(error.message, next);
  }
}

/** Each harness: found, started in a sandbox, and asked for its version. */
export const HARNESS_CHECKS: readonly DoctorCheck[] = RECIPES.map((recipe) => ({
  id: recipe.id,
  title: recipe.title,
  for: `scaffold ${recipe.id}`,
  look: (signal) => look(recipe, signal),
}));
