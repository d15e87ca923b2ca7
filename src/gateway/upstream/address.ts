import { MeasurandError } from '../../core/errors.ts';
import type { WireProtocol } from '../../trace/wire/request-view.ts';

/** Where the paths of a protocol begin when a base URL names only a host. */
const PREFIX: Readonly<Record<WireProtocol, string>> = {
  'anthropic-messages': '/v1',
  'openai-responses': '/v1',
  'openai-chat': '/v1',
  gemini: '/v1beta',
};

/** How each protocol carries its key. */
export function keyHeaders(protocol: WireProtocol, key: string): Readonly<Record<string, string>> {
  if (protocol === 'anthropic-messages') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return protocol === 'gemini' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

/** @throws MeasurandError `invalid-upstream` for anything but an http or https URL without credentials */
export function upstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && web && url.username === '' && url.password === '' && url.search === '') return url;
  throw new MeasurandError(
    'invalid-upstream',
    'the upstream is not an http or https URL without credentials',
    {
      field: 'upstream',
      next: 'Write for example https://api.openai.com/v1, and name the variable that holds the key',
    },
  );
}

/** Path of one model's method, for the protocol that has the model in its path. */
const geminiPath = (model: string): string => `/models/${encodeURIComponent(model)}:generateContent`;

/** The path at which an upstream of a protocol is asked for one whole answer. */
export function askPath(protocol: WireProtocol, model: string): string {
  if (protocol === 'anthropic-messages') return '/messages';
  if (protocol === 'openai-responses') return '/responses';
  return protocol === 'gemini' ? geminiPath(model) : '/chat/completions';
}

const TAIL =
  /\/(?:messages(?:\/count_tokens)?|responses(?:\/input_tokens)?|chat\/completions|models(?:\/.*)?)$/;

/** What of a request's path the protocol defines, whatever base URL the harness was given. */
export function tailOf(path: string): string {
  const [plain, query] = path.split('?', 2) as [string, string | undefined];
  const tail = TAIL.exec(plain)?.[0] ?? plain;
  return query === undefined ? tail : `${tail}?${query}`;
}

/** The whole address at an upstream. */
export function addressAt(upstream: URL, protocol: WireProtocol, tail: string): URL {
  const base = upstream.pathname.replace(/\/+$/, '');
  return new URL(`${upstream.origin}${base === '' ? PREFIX[protocol] : base}${tail}`);
}
