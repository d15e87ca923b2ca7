import { MeasurandError } from '../../core/errors.ts';

export const PROVIDERS = ['openai', 'anthropic', 'google', 'compatible'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const TOKEN_LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;

/** Everything in an id that can change an answer. What is absent is not sent, so the provider's own default holds. */
export interface AskOptions {
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  /** Ask for the answer in pieces. The move is the same; the wire differs. */
  readonly stream?: boolean;
  /** OpenAI wire: the field that carries the output-token limit, over what is known of the model. */
  readonly tokenLimit?: (typeof TOKEN_LIMIT_FIELDS)[number];
  /** `none`: the model cannot call tools, so a view that has some is refused. */
  readonly tools?: 'none';
}

/** A model id taken apart: `PROVIDER:NAME?OPTION=VALUE&…`; for `compatible`, `compatible:ENDPOINT/NAME`. */
export interface ModelAddress {
  readonly id: string;
  readonly provider: ProviderName;
  /** As the provider knows the model. */
  readonly name: string;
  /** Names the variables that hold address and key: the provider, or the endpoint of `compatible`. */
  readonly endpoint: string;
  readonly options: AskOptions;
}

function invalid(id: string, what: string, next: string): MeasurandError {
  return new MeasurandError('invalid-model-id', `${JSON.stringify(id)} ${what}`, { field: 'model', next });
}

function numberIn(id: string, name: string, text: string, low: number, high: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw invalid(id, `has ${name}=${text}`, `Use a number from ${low} to ${high}`);
}

function oneOf<T extends string>(id: string, name: string, text: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw invalid(id, `has ${name}=${text}`, `Use ${words.join(' or ')}`);
}

const OPTIONS: Readonly<Record<string, (id: string, text: string) => AskOptions>> = {
  seed: (id, text) => {
    if (!/^\d{1,9}$/.test(text)) throw invalid(id, `has seed=${text}`, 'Use an integer from 0 to 999999999');
    return { seed: Number(text) };
  },
  stream: (id, text) => ({ stream: oneOf(id, 'stream', text, ['true', 'false']) === 'true' }),
  temperature: (id, text) => ({ temperature: numberIn(id, 'temperature', text, 0, 2) }),
  'token-limit': (id, text) => ({ tokenLimit: oneOf(id, 'token-limit', text, TOKEN_LIMIT_FIELDS) }),
  tools: (id, text) => ({ tools: oneOf(id, 'tools', text, ['none']) }),
  'top-p': (id, text) => ({ topP: numberIn(id, 'top-p', text, 0, 1) }),
};

/** Names must stand in order, each once: one setting has one spelling, so that it has one episode id. */
function readOptions(id: string, text: string): AskOptions {
  let last = '';
  let options: AskOptions = {};
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0));
    const read = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (!read) {
      throw invalid(
        id,
        `has the option ${JSON.stringify(part)}`,
        `Choose from ${Object.keys(OPTIONS).join(', ')}`,
      );
    }
    if (name <= last)
      throw invalid(id, `names ${name} after ${last}`, 'Name each option once, in alphabetical order');
    last = name;
    options = { ...options, ...read(id, part.slice(at + 1)) };
  }
  return options;
}

/** Whether an id names a provider's model. */
export function isProviderId(id: string): boolean {
  return PROVIDERS.some((provider) => id.startsWith(`${provider}:`));
}

/** @throws MeasurandError `invalid-model-id` */
export function parseModelId(id: string): ModelAddress {
  const provider = PROVIDERS.find((name) => id.startsWith(`${name}:`));
  if (!provider) throw invalid(id, 'names no provider', `Begin with ${PROVIDERS.join(':, ')}:`);
  const rest = id.slice(provider.length + 1);
  const query = rest.indexOf('?');
  const whole = query < 0 ? rest : rest.slice(0, query);
  const options = query < 0 ? {} : readOptions(id, rest.slice(query + 1));
  const slash = provider === 'compatible' ? whole.indexOf('/') : -1;
  const endpoint = provider === 'compatible' ? whole.slice(0, Math.max(slash, 0)) : provider;
  const name = whole.slice(slash + 1);
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(endpoint)) {
    throw invalid(
      id,
      'names no endpoint',
      'Write compatible:ENDPOINT/MODEL, such as compatible:local/llama3',
    );
  }
  if (!/^[\w.:@/+-]{1,200}$/.test(name)) throw invalid(id, 'names no model', `Write ${provider}:MODEL`);
  return { id, provider, name, endpoint, options };
}
