import type { IncomingHttpHeaders } from 'node:http';
import { byCodePoint } from '../../core/canonical.ts';

/** Headers that say what a client is and wants; every other one may hold a secret and is left out. */
const KEPT: ReadonlySet<string> = new Set([
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'content-type',
  'openai-beta',
  'retry-after',
  'user-agent',
  'x-goog-api-client',
  'x-should-retry',
  'x-stainless-retry-count',
]);

/** The headers of an allow-list, in the order of their names. */
export function keptHeaders(
  headers: IncomingHttpHeaders,
  clean: (text: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(headers).sort(byCodePoint)) {
    const value = headers[name];
    if (!KEPT.has(name) || value === undefined) continue;
    kept[name] = clean(Array.isArray(value) ? value.join(', ') : value);
  }
  return kept;
}

/** A path less the key that clients of one protocol put into its query. */
export function keptPath(path: string, clean: (text: string) => string): string {
  const [plain, query] = path.split('?', 2) as [string, string | undefined];
  if (query === undefined) return clean(plain);
  const rest = query.split('&').filter((pair) => !pair.startsWith('key='));
  return clean(rest.length === 0 ? plain : `${plain}?${rest.join('&')}`);
}
