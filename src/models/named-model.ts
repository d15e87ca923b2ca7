import type { EpisodeCoordinates, Model } from '../core/contracts/index.ts';
import { isLocalId, localModel } from './local/local-model.ts';
import { isProviderId } from './providers/model-id.ts';
import { type ProviderModelOptions, providerModel } from './providers/provider-model.ts';
import { isReplayId, namedReplay } from './recording/named-replay.ts';
import { modelNamed } from './registry.ts';

/** What a model that is more than a rule may need. */
export interface ModelContext extends Partial<ProviderModelOptions> {
  /** The episode that it shall decide in: a replay answers for one only. */
  readonly coordinates?: EpisodeCoordinates;
}

/** Whether a language model answers, over a wire or computed here, so that answers can differ and fail. */
export function isLive(id: string): boolean {
  return isProviderId(id) || isLocalId(id);
}

/**
 * A model of any kind by its id: an archetype or policy by name; `openai:…`, `anthropic:…`, `google:…` or
 * `compatible:ENDPOINT/…` of a provider; `local:PATH` a GGUF file; `replay:FILE#ID` a recorded one. Asks nobody and loads
 * no client library yet.
 *
 * @throws MeasurandError `unknown-model`, and what the kinds of model refuse
 */
export function namedModel(id: string, context: ModelContext = {}): Model {
  if (isProviderId(id)) return providerModel(id, { environment: process.env, ...context });
  if (isLocalId(id)) return localModel(id);
  if (isReplayId(id)) return namedReplay(id, context.coordinates);
  return modelNamed(id);
}
