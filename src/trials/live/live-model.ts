import { MeasurandError } from '../../core/errors.ts';
import { proxied } from '../../gateway/backends/proxied.ts';
import { replayed } from '../../gateway/backends/replayed.ts';
import { scripted } from '../../gateway/backends/scripted.ts';
import type { GatewayBackend } from '../../gateway/contracts.ts';
import { isLocalId, localModel } from '../../models/local/local-model.ts';
import { describeModel } from '../../models/providers/describe.ts';
import { endpointOf, type Variables } from '../../models/providers/endpoint.ts';
import { isProviderId, type ProviderName, parseModelId } from '../../models/providers/model-id.ts';
import type { HarnessAdapter } from '../../scaffolds/native/contracts.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';
import { ModelAnswers } from './model-answers.ts';

/** Where the answers of one live run come from. */
export interface LiveSource {
  /** The id of the model, as the run's coordinates have it. */
  readonly model: string;
  /** What must never be recorded. */
  readonly keys: readonly string[];
  open(place: { readonly adapter: HarnessAdapter; readonly workspace: string }): GatewayBackend;
}

export interface LiveModelOptions {
  /** Where addresses and keys of providers come from. */
  readonly environment: Variables;
  /** Base URL in place of the one that the environment or the provider has. */
  readonly baseUrl?: string;
}

/** OpenAI has two protocols: where a harness speaks one of them its bytes pass through. */
function protocolOf(provider: ProviderName, harness: WireProtocol): WireProtocol {
  if (provider === 'anthropic') return 'anthropic-messages';
  if (provider === 'google') return 'gemini';
  return provider === 'openai' && harness === 'openai-responses' ? harness : 'openai-chat';
}

function providerSource(id: string, { environment, baseUrl }: LiveModelOptions): LiveSource {
  const { provider, name, options } = parseModelId(id);
  if (Object.keys(options).length > 0) {
    throw new MeasurandError('unsupported-sampling', 'under a harness its own settings of sampling hold', {
      field: 'model',
      next: `Write ${id.replace(/\?.*/, '')}`,
    });
  }
  const description = describeModel(id);
  const { baseUrl: url, key = '' } = endpointOf(
    description,
    baseUrl === undefined ? environment : { ...environment, [description.variables.address]: baseUrl },
  );
  return {
    model: id,
    keys: key === '' ? [] : [key],
    open: ({ adapter }) =>
      proxied({ url, key, model: name, protocol: protocolOf(provider, adapter.protocol) }),
  };
}

/**
 * A model that answers live: `openai:…`, `anthropic:…`, `google:…` or `compatible:ENDPOINT/…` over the wire, `local:PATH`
 * computed here. Asks nobody yet.
 *
 * @throws MeasurandError `unknown-model`, `unsupported-sampling`, and what {@link endpointOf} refuses
 */
export function liveModel(id: string, options: LiveModelOptions): LiveSource {
  if (isProviderId(id)) return providerSource(id, options);
  if (isLocalId(id)) {
    const model = localModel(id);
    return { model: id, keys: [], open: (place) => new ModelAnswers({ model, ...place }) };
  }
  throw new MeasurandError('unknown-model', `${JSON.stringify(id)} is no live model`, {
    field: 'model',
    next: 'Name openai:MODEL, anthropic:MODEL, google:MODEL, compatible:ENDPOINT/MODEL or local:PATH',
  });
}

const spent = (): never => {
  throw new MeasurandError('recording-spent', 'the recording holds no answer', { kind: 'apparatus' });
};

/**
 * What a live model answered in one recorded run, again and to the byte.
 *
 * @param folder the boundary log of that run
 * @throws MeasurandError `no-boundary`, `boundary-damaged`
 */
export async function replayedLive(model: string, folder: string): Promise<LiveSource> {
  let backend: GatewayBackend;
  try {
    backend = await replayed(folder, 'conversation');
  } catch (error) {
    // A provider that is made to fail never comes to answer, and then there is nothing to answer again.
    if (!(error instanceof MeasurandError && error.code === 'empty-recording')) throw error;
    backend = scripted(spent, 'replayed');
  }
  return { model, keys: [], open: () => backend };
}
