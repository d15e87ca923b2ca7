import { MeasurandError } from '../../core/errors.ts';
import type { ModelDescription } from './describe.ts';
import type { ProviderName } from './model-id.ts';

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where a model is asked, and with what. */
export interface Endpoint {
  readonly baseUrl: string;
  /** Absent where the endpoint wants none. */
  readonly key?: string;
}

const ADDRESSES: Readonly<Partial<Record<ProviderName, string>>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function checkAddress(text: string, key: string | undefined, variable: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '') {
    throw new MeasurandError('invalid-endpoint', `${variable} holds no address of an endpoint`, {
      field: variable,
      next: 'Use http://HOST:PORT/v1 or https://HOST/v1, with no user, password or query in it',
    });
  }
  if (url.protocol === 'http:' && key !== undefined && !LOOPBACK.test(url.hostname)) {
    throw new MeasurandError('insecure-endpoint', `${variable} would send a key in the clear`, {
      field: variable,
      next: 'Use https, or an address of this machine',
    });
  }
}

/**
 * Address and key of a model, from the variables that its description names and from no others.
 *
 * @throws MeasurandError `missing-endpoint`, `missing-key`, `invalid-endpoint`, `insecure-endpoint`
 */
export function endpointOf({ id, provider, variables }: ModelDescription, environment: Variables): Endpoint {
  const baseUrl = environment[variables.address] || ADDRESSES[provider];
  const key = environment[variables.key] || undefined;
  if (baseUrl === undefined) {
    throw new MeasurandError('missing-endpoint', `It is not known where ${id} is served`, {
      field: variables.address,
      next: `Set ${variables.address} to its base URL, such as http://127.0.0.1:8080/v1`,
    });
  }
  if (key === undefined && provider !== 'compatible') {
    throw new MeasurandError('missing-key', `${id} needs a key`, {
      field: variables.key,
      next: `Set ${variables.key}, or choose a model that needs none`,
    });
  }
  checkAddress(baseUrl, key, variables.address);
  return { baseUrl, ...(key === undefined ? {} : { key }) };
}
