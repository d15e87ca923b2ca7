import { PythonError } from '../../../core/python/errors.ts';
import { parseQuery, parseUrl } from '../../../core/python/url.ts';
import { type Restated, restated } from '../outcome.ts';

const RULE = 'GOLD in PRED';

interface Address {
  /** Host and path. */
  readonly base: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
}

function addressOf(url: string): Address {
  const { netloc, path, query } = parseUrl(url);
  return { base: netloc + path, query: parseQuery(query) };
}

/** A loop, because the pattern of trailing slashes takes quadratic time on slashes in the middle. */
function withoutSlashes(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** Values that any reference gives each name of the query. */
function wantedQueries(references: readonly Address[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { query } of references) {
    for (const [name, values] of query) {
      wanted.set(name, new Set([...(wanted.get(name) ?? []), ...values]));
    }
  }
  return wanted;
}

function match(reference: string, url: string, rule: string): number {
  const references = reference.split(' |OR| ').map(withoutSlashes);
  if (rule !== RULE) throw new PythonError('ValueError', `Unknown matching rule: ${rule}`);
  const addresses = references.map(addressOf);
  const given = addressOf(withoutSlashes(url));
  const hasBase = addresses.some(({ base }) => given.base.includes(base));
  const hasQueries = [...wantedQueries(addresses)].every(([name, values]) =>
    given.query.get(name)?.some((value) => values.has(value)),
  );
  return hasBase && hasQueries ? 1 : 0;
}

/**
 * WebArena's `url_match`: host and path of one reference occur somewhere in those of the page, and each name of any
 * reference's query has one of the values listed for it.
 *
 * Source: rules of external-targets §4, of web-arena-x/webarena f62e0b99.
 *
 * @param reference one URL, or several with ` |OR| ` between them
 * @param url where the agent ended
 * @param rule the task's `url_note`; only one is known
 * @returns 1 or 0
 */
export function webarenaUrlMatch(reference: string, url: string, rule: string = RULE): Restated<number> {
  return restated(() => match(reference, url, rule));
}
