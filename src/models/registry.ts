import type { Model } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { ARCHETYPES } from './archetypes/index.ts';
import { policyModels } from './policies/index.ts';

/** Every model that needs no key: archetypes, then rule policies. */
export const BUILT_IN_MODELS: readonly Model[] = [...ARCHETYPES, ...policyModels()];

const BY_ID = new Map(BUILT_IN_MODELS.map((model) => [model.id, model]));

/**
 * A built-in model by its name. Models of providers, of files and of recordings are named by `namedModel`, which loads
 * more.
 *
 * @throws MeasurandError `unknown-model`, naming the models there are
 */
export function modelNamed(id: string): Model {
  const model = BY_ID.get(id);
  if (model) return model;
  throw new MeasurandError('unknown-model', `There is no model ${JSON.stringify(id)}`, {
    field: 'model',
    next: `Choose from ${[...BY_ID.keys()].join(', ')}`,
  });
}

/** Whether a name is that of a built-in model. */
export function isBuiltInModel(id: string): boolean {
  return BY_ID.has(id);
}
