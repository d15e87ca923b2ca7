import { type ModelAddress, type ProviderName, parseModelId, type TOKEN_LIMIT_FIELDS } from './model-id.ts';

/** Where a provider, or one of its models, is not like the others. Data, so that a study can show it. */
export interface ModelQuirks {
  /** The field that carries the output-token limit. */
  readonly tokenLimit: (typeof TOKEN_LIMIT_FIELDS)[number] | 'maxOutputTokens';
  /** Sent when a view sets no limit, because the provider demands one. */
  readonly tokenLimitWhenUnset?: number;
  /** `rejected`: the provider refuses a request that sets it, so an id that does is refused before anything is sent. */
  readonly temperature: 'accepted' | 'rejected';
  readonly seed: 'accepted' | 'rejected';
  /** Of a streamed answer: `on-request` is asked for, `as-sent` may be missing. */
  readonly streamedUsage: 'on-request' | 'as-sent';
  readonly tools: 'native' | 'none';
  /** `object`: arguments that are no object go back to the model inside `{"unparsed_arguments": …}`. */
  readonly argumentsWire: 'text' | 'object';
  /** The wire has no place for a reply without text and calls: it is left out of what the model is shown next. */
  readonly emptyReply: 'kept' | 'left out';
}

/** What a study shows of a model before it is asked anything. */
export interface ModelDescription {
  readonly id: string;
  readonly provider: ProviderName;
  readonly name: string;
  readonly stream: boolean;
  /** What is sent besides the view; everything else is the provider's default. */
  readonly sampling: Readonly<Record<string, number>>;
  readonly quirks: ModelQuirks;
  /** Rules of the table that changed the provider's common quirks. */
  readonly because: readonly string[];
  readonly variables: { readonly key: string; readonly address: string };
}

const COMMON: Readonly<Record<ProviderName, ModelQuirks>> = {
  openai: {
    tokenLimit: 'max_completion_tokens',
    temperature: 'accepted',
    seed: 'accepted',
    streamedUsage: 'on-request',
    tools: 'native',
    argumentsWire: 'text',
    emptyReply: 'kept',
  },
  compatible: {
    tokenLimit: 'max_tokens',
    temperature: 'accepted',
    seed: 'accepted',
    streamedUsage: 'as-sent',
    tools: 'native',
    argumentsWire: 'text',
    emptyReply: 'kept',
  },
  anthropic: {
    tokenLimit: 'max_tokens',
    tokenLimitWhenUnset: 4096,
    temperature: 'accepted',
    seed: 'rejected',
    streamedUsage: 'as-sent',
    tools: 'native',
    argumentsWire: 'object',
    emptyReply: 'left out',
  },
  google: {
    tokenLimit: 'maxOutputTokens',
    temperature: 'accepted',
    seed: 'accepted',
    streamedUsage: 'as-sent',
    tools: 'native',
    argumentsWire: 'object',
    emptyReply: 'left out',
  },
};

interface QuirkRule {
  readonly provider: ProviderName;
  readonly name: RegExp;
  readonly quirks: Partial<ModelQuirks>;
  readonly because: string;
}

/** In force for every model whose name matches; a later rule goes over an earlier one. */
const RULES: readonly QuirkRule[] = [
  {
    provider: 'openai',
    name: /^(o\d|gpt-5)/,
    quirks: { temperature: 'rejected' },
    because: 'reasoning models refuse temperature and top-p',
  },
  {
    provider: 'openai',
    name: /^gpt-3\.5/,
    quirks: { tokenLimit: 'max_tokens' },
    because: 'models of that age know only max_tokens',
  },
];

/** Conventional key variables; a compatible endpoint has one of ours, named after it. */
const KEYS: Readonly<Partial<Record<ProviderName, string>>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GEMINI_API_KEY',
};

const shouted = (endpoint: string): string => endpoint.toUpperCase().replaceAll('-', '_');

function samplingOf({ options }: ModelAddress): Readonly<Record<string, number>> {
  const { temperature, topP, seed } = options;
  const given = Object.entries({ temperature, topP, seed }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Record<string, number>;
}

/**
 * What is known of a provider's model: what is sent, what its wire cannot say, where key and address come from. Needs
 * no key and asks nobody.
 *
 * @throws MeasurandError `invalid-model-id`
 */
export function describeModel(id: string): ModelDescription {
  const address = parseModelId(id);
  const { provider, name, endpoint, options } = address;
  const rules = RULES.filter((rule) => rule.provider === provider && rule.name.test(name));
  const named: Partial<ModelQuirks> = {
    ...(options.tokenLimit === undefined ? {} : { tokenLimit: options.tokenLimit }),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
  };
  const quirks = Object.assign(
    {},
    COMMON[provider],
    ...rules.map((rule) => rule.quirks),
    named,
  ) as ModelQuirks;
  return {
    id,
    provider,
    name,
    stream: options.stream ?? false,
    sampling: samplingOf(address),
    quirks,
    because: rules.map(({ because }) => because),
    variables: {
      key: KEYS[provider] ?? `MEASURAND_KEY_${shouted(endpoint)}`,
      address: `MEASURAND_ENDPOINT_${shouted(endpoint)}`,
    },
  };
}
