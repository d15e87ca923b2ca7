import type { WireProtocol } from '../../trace/wire/request-view.ts';

const ANTHROPIC: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const GEMINI: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function openai(status: number, message: string): object {
  const code = status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : null;
  const type = status >= 500 ? 'server_error' : status === 429 ? 'requests' : 'invalid_request_error';
  return { error: { message, type, param: null, code } };
}

/** The body of an error as the provider of the protocol words it. Without a protocol, as most servers do. */
export function errorBody(protocol: WireProtocol | undefined, status: number, message: string): string {
  if (protocol === 'anthropic-messages') {
    const type = ANTHROPIC[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
    return JSON.stringify({ type: 'error', error: { type, message } });
  }
  if (protocol === 'gemini') {
    const name = GEMINI[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
    return JSON.stringify({ error: { code: status, message, status: name } });
  }
  return JSON.stringify(openai(status, message));
}
