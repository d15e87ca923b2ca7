import { PythonError } from '../../../core/python/errors.ts';
import { parseUrl, type UrlParts } from '../../../core/python/url.ts';
import { type PythonValue, typeName } from '../../../core/python/value.ts';
import { NotRestated } from '../outcome.ts';

const WITH_SCHEME = /^[a-zA-Z][a-zA-Z0-9+\-.]*:\/\//;

function textFor(url: PythonValue): string {
  if (typeof url === 'string') return url;
  throw new PythonError('TypeError', `expected string or bytes-like object, got '${typeName(url)}'`);
}

const partsOf = (url: string): UrlParts => parseUrl(WITH_SCHEME.test(url) ? url : `http://${url}`);

/** All but the host: scheme, path without a lone slash, and what follows it. */
const restOf = ({ scheme, path, params, query, fragment }: UrlParts): readonly string[] => [
  scheme,
  path === '/' ? '' : path,
  params,
  query,
  fragment,
];

/**
 * Whether two addresses are one after normalising. The release drops a host's public suffix by a list that it carries, so
 * hosts that differ are left open.
 *
 * @throws NotRestated where two different hosts decide
 */
export function sameAddress(left: PythonValue, right: PythonValue): boolean {
  if (left === null || right === null) return left === right;
  const [a, b] = [partsOf(textFor(left)), partsOf(textFor(right))];
  const others = restOf(b);
  if (!restOf(a).every((part, index) => part === others[index])) return false;
  if (a.netloc.toLowerCase() === b.netloc.toLowerCase()) return true;
  throw new NotRestated('whether two hosts are one depends on a list of public suffixes');
}

/** The address written without its query, as `urlunparse` writes it. */
function withoutQuery(url: string): string {
  const { scheme, netloc, path, params, fragment } = parseUrl(url);
  const isRooted = netloc !== '' || (scheme !== '' && WITH_NETLOC.includes(scheme) && !path.startsWith('//'));
  const place = isRooted ? `//${netloc}${path !== '' && !path.startsWith('/') ? '/' : ''}${path}` : path;
  const tail = `${params === '' ? '' : `;${params}`}${fragment === '' ? '' : `#${fragment}`}`;
  return `${scheme === '' ? '' : `${scheme}:`}${place}${tail}`;
}

/** Schemes that `urlunparse` writes with two slashes even without a host. */
const WITH_NETLOC: readonly string[] = (
  'ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtspu rsync svn svn+ssh sftp nfs git ' +
  'git+ssh ws wss'
).split(' ');

export function sameWithoutQuery(left: PythonValue, right: PythonValue): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') {
    throw new NotRestated('an address that is no text');
  }
  return withoutQuery(left) === withoutQuery(right);
}
