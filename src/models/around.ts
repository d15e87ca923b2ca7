import type { Model } from '../core/contracts/index.ts';

/** The same model, deciding by way of something else. */
export function around({ id, kind, holdsLimit }: Model, decide: Model['decide']): Model {
  return { id, kind, ...(holdsLimit === undefined ? {} : { holdsLimit }), decide };
}
