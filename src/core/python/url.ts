import { isIPv6 } from 'node:net';
import { PythonError } from './errors.ts';

/** The six parts that `urllib.parse.urlparse` gives. */
export interface UrlParts {
  readonly scheme: string;
  readonly netloc: string;
  readonly path: string;
  readonly params: string;
  readonly query: string;
  readonly fragment: string;
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const LINE_BREAKS = /[\t\r\n]/g;
const FUTURE = /^v[a-fA-F0-9]+\.[^\n]+$/;
const NETLOC_MARKS = /[@:#?]/g;
const FORBIDDEN = /[/?#@:]/;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Schemes whose last path segment can carry parameters behind a semicolon. */
const WITH_PARAMS: readonly string[] = [
  '',
  'ftp',
  'hdl',
  'prospero',
  'http',
  'imap',
  'https',
  'shttp',
  'rtsp',
  'rtspu',
  'sip',
  'sips',
  'mms',
  'sftp',
  'tel',
];

const invalid = (message: string): PythonError => new PythonError('ValueError', message);

/** Control characters and blanks before a URL do not count. */
function withoutLead(url: string): string {
  let start = 0;
  while (start < url.length && url.charAt(start) <= ' ') start += 1;
  return url.slice(start).replace(LINE_BREAKS, '');
}

function checkBrackets(netloc: string): void {
  const isOpen = netloc.includes('[');
  if (isOpen !== netloc.includes(']')) throw invalid('Invalid IPv6 URL');
  if (!isOpen) return;
  const host = netloc.slice(netloc.indexOf('[') + 1).split(']')[0] as string;
  if (host.startsWith('v') ? !FUTURE.test(host) : !isIPv6(host)) throw invalid('Invalid IPv6 URL');
}

/** A host whose compatibility form gains a mark would be read as another host. */
function checkNetloc(netloc: string): void {
  if (!BEYOND_ASCII.test(netloc)) return;
  const bare = netloc.replace(NETLOC_MARKS, '');
  const normal = bare.normalize('NFKC');
  if (normal === bare || !FORBIDDEN.test(normal)) return;
  throw invalid(`netloc ${netloc} contains invalid characters under NFKC normalization`);
}

/** The text before and behind the first of a mark; the second is empty without one. */
function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function schemeOf(url: string): readonly [scheme: string, rest: string] {
  const at = url.indexOf(':');
  const scheme = url.slice(0, Math.max(at, 0));
  return SCHEME.test(scheme) ? [scheme.toLowerCase(), url.slice(at + 1)] : ['', url];
}

/** Parameters stand in the last segment alone. */
function splitParams(path: string): readonly [path: string, params: string] {
  const at = path.indexOf(';', Math.max(path.lastIndexOf('/'), 0));
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
}

/**
 * `urllib.parse.urlparse(url)` of Python 3.11.
 *
 * @throws PythonError `ValueError` for brackets that hold no IPv6 address, and for hosts that change under NFKC
 */
export function parseUrl(url: string): UrlParts {
  const [scheme, behind] = schemeOf(withoutLead(url));
  let rest = behind;
  let netloc = '';
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/);
    netloc = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
    rest = rest.slice(netloc.length + 2);
    checkBrackets(netloc);
  }
  const [unmarked, fragment] = cut(rest, '#');
  const [whole, query] = cut(unmarked, '?');
  checkNetloc(netloc);
  const [path, params] = WITH_PARAMS.includes(scheme) ? splitParams(whole) : [whole, ''];
  return { scheme, netloc, path, params, query, fragment };
}

/** `urllib.parse.unquote(text)`: each ASCII stretch is decoded for itself, bytes that are no UTF-8 as U+FFFD. */
function unquote(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/[\0-\x7f]+/g, (stretch) => (stretch.includes('%') ? unquoteAscii(stretch) : stretch));
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const HEX_PAIR = /%([0-9A-Fa-f]{2})/g;

function unquoteAscii(text: string): string {
  const bytes = text.replace(HEX_PAIR, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return UTF8.decode(Buffer.from(bytes, 'latin1'));
}

/** `urllib.parse.parse_qs(query)`: values of each name in their order; what has no value is left out. */
export function parseQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    const [name, value] = cut(pair, '=');
    if (value === '') continue;
    const key = unquote(name.replaceAll('+', ' '));
    const list = values.get(key) ?? [];
    list.push(unquote(value.replaceAll('+', ' ')));
    values.set(key, list);
  }
  return values;
}
