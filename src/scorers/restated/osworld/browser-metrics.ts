import { PythonError } from '../../../core/python/errors.ts';
import { equal, item, iterate, length } from '../../../core/python/operations.ts';
import { isDict, isTruthy, type PythonValue } from '../../../core/python/value.ts';
import { memberKeys, sameMembers } from './members.ts';
import { type Metric, metricOf } from './metric.ts';
import { sameAddress, sameWithoutQuery } from './urls.ts';

const notSupported = (): PythonError => new PythonError('TypeError', 'not support yet!');

/** The two names of one extension count as one. */
const ALIAS: ReadonlyMap<PythonValue, string> = new Map<PythonValue, string>([
  ['Zoom for Google Chrome', 'Zoom Chrome Extension'],
]);
const named = (name: PythonValue): PythonValue => ALIAS.get(name) ?? name;

/** More than what is expected may be installed. */
const extensions = metricOf((installed, rule) => {
  if (!isTruthy(installed)) return false;
  const expected = iterate(item(rule, 'expected')).map(named);
  const given = memberKeys(iterate(installed).map(named));
  return [...memberKeys(expected)].every((key) => given.has(key));
});

const urlOf = (tab: PythonValue): PythonValue => (isDict(tab) ? (tab.get('url') ?? null) : tab);

const activeTab = (isSame: (expected: PythonValue, actual: PythonValue) => boolean): Metric =>
  metricOf((tab, rule) => {
    if (!isTruthy(tab) || item(rule, 'type') !== 'url') return false;
    return isSame(item(rule, 'url'), urlOf(tab));
  });

/** As many tabs as expected, and for each expected one some tab; tabs that are open twice hide others. */
const tabs = metricOf((open, rule) => {
  if (!isTruthy(open) || item(rule, 'type') !== 'url') return false;
  const expected = item(rule, 'urls');
  const actual = iterate(open).map((tab) => item(tab, 'url'));
  if (length(expected) !== actual.length) return false;
  return iterate(expected).every((url) => actual.some((other) => sameAddress(url, other)));
});

const childrenOf = (bookmark: PythonValue, type: string, field: string): readonly PythonValue[] =>
  iterate(item(bookmark, 'children'))
    .filter((child) => equal(item(child, 'type'), type))
    .map((child) => item(child, field));

/**
 * Whether the addresses are one choice from each group: every group holds one, and each is taken by a group of its own.
 * A matching, because trying every choice takes time that doubles with each group.
 */
function isChoice(groups: readonly PythonValue[], addresses: ReadonlySet<string>): boolean {
  const sets = groups.map((group) => memberKeys(typeof group === 'string' ? [group] : group));
  if (!sets.every((set) => [...set].some((key) => addresses.has(key)))) return false;
  const takenBy = new Map<number, string>();
  const place = (address: string, seen: Set<number>): boolean =>
    sets.some((set, group) => {
      if (!set.has(address) || seen.has(group)) return false;
      seen.add(group);
      const other = takenBy.get(group);
      if (other !== undefined && !place(other, seen)) return false;
      takenBy.set(group, address);
      return true;
    });
  return [...addresses].every((address) => place(address, new Set()));
}

function likedAuthors(bar: PythonValue, rule: PythonValue): boolean {
  const folder = iterate(item(bar, 'children')).find(
    (child) => equal(item(child, 'type'), 'folder') && equal(item(child, 'name'), 'Liked Authors'),
  );
  if (folder === undefined) return false;
  return isChoice(iterate(item(rule, 'urls')), memberKeys(childrenOf(folder, 'url', 'url')));
}

const bookmarks = metricOf((all, rule) => {
  if (!isTruthy(all)) return false;
  const type = item(rule, 'type');
  if (type !== 'bookmark_bar_folders_names' && type !== 'bookmark_bar_websites_urls') {
    if (type !== 'liked_authors_websites_urls') throw notSupported();
    return likedAuthors(item(all, 'bookmark_bar'), rule);
  }
  const bar = item(all, 'bookmark_bar');
  return type === 'bookmark_bar_folders_names'
    ? sameMembers(childrenOf(bar, 'folder', 'name'), item(rule, 'names'))
    : sameMembers(childrenOf(bar, 'url', 'url'), item(rule, 'urls'));
});

const cookies = metricOf((data, rule) => {
  if (item(rule, 'type') !== 'domains') throw notSupported();
  const domains = iterate(data).map((cookie) => item(cookie, 1));
  return iterate(item(rule, 'domains')).every((domain) =>
    domains.every((other) => !sameAddress(domain, other)),
  );
});

/** Metrics of what a browser reports. */
export const BROWSER_METRICS: Readonly<Record<string, Metric>> = {
  is_expected_installed_extensions: extensions,
  is_expected_active_tab: activeTab(sameAddress),
  is_expected_active_tab_approximate: activeTab(sameWithoutQuery),
  is_expected_tabs: tabs,
  is_expected_bookmarks: bookmarks,
  is_cookie_deleted: cookies,
};
