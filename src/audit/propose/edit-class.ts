import { canonicalJson } from '../../core/canonical.ts';
import type { JsonValue } from '../../core/json.ts';
import { isObject, type Path, pathText, placesOf, valueAt } from '../falsify/places.ts';

/** Ways in which a submission can differ from the correct one, told from the two alone and not from a name. */
export const EDIT_CLASSES = [
  'emptied',
  'items-missing',
  'items-repeated',
  'all-invented',
  'some-invented',
  'reordered',
  'report-changed',
  'field-missing',
  'field-added',
  'text-changed',
  'text-truncated',
  'letter-case',
  'white-space',
  'other',
] as const;
export type EditClass = (typeof EDIT_CLASSES)[number];

/** Items of a list that the other has too, more often than the other, not at all, and those that it lacks. */
function counted(before: readonly JsonValue[], after: readonly JsonValue[]) {
  const left = new Map<string, number>();
  for (const item of before.map(canonicalJson)) left.set(item, (left.get(item) ?? 0) + 1);
  const known = new Set(left.keys());
  const counts = { invented: 0, repeated: 0 };
  for (const item of after.map(canonicalJson)) {
    const rest = left.get(item) ?? 0;
    if (rest > 0) left.set(item, rest - 1);
    else counts[known.has(item) ? 'repeated' : 'invented'] += 1;
  }
  return { ...counts, missing: [...left.values()].reduce((sum, count) => sum + count, 0) };
}

/** Of a list: what became of its items, counted by value. */
function listClasses(before: readonly JsonValue[], after: readonly JsonValue[]): EditClass[] {
  if (after.length === 0) return before.length === 0 ? [] : ['emptied'];
  const { invented, repeated, missing } = counted(before, after);
  const moved =
    invented + repeated + missing === 0 && canonicalJson([...before]) !== canonicalJson([...after]);
  const holds: readonly (readonly [EditClass, boolean])[] = [
    ['items-repeated', repeated > 0],
    ['all-invented', invented === after.length],
    ['some-invented', invented > 0 && invented < after.length],
    ['items-missing', missing > invented],
    ['reordered', moved],
  ];
  return holds.filter(([, is]) => is).map(([name]) => name);
}

function textClass(before: string, after: string): EditClass {
  const bare = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  if (after === '') return 'emptied';
  if (bare(before) === bare(after)) return 'white-space';
  if (bare(before).toLowerCase() === bare(after).toLowerCase()) return 'letter-case';
  return before.startsWith(after) ? 'text-truncated' : 'text-changed';
}

const inList = (path: Path): boolean => path.some((step) => typeof step === 'number');

/** Names of the fields outside of lists, with the values that are no list and no object. */
function report(document: JsonValue): Map<string, string> {
  const places = placesOf(document).filter(({ path }) => !inList(path) && path.length > 0);
  return new Map(
    places.map(({ path, value }) => [
      pathText(path),
      isObject(value) || Array.isArray(value) ? 'structure' : JSON.stringify(value),
    ]),
  );
}

function reportClasses(correct: JsonValue, edited: JsonValue): EditClass[] {
  const before = report(correct);
  const after = report(edited);
  const changed = [...after].some(([name, value]) => before.has(name) && before.get(name) !== value);
  return [
    ...(changed ? (['report-changed'] as const) : []),
    ...([...before.keys()].some((name) => !after.has(name)) ? (['field-missing'] as const) : []),
    ...([...after.keys()].some((name) => !before.has(name)) ? (['field-added'] as const) : []),
  ];
}

/** How an edited submission differs from the correct one; equal ones differ in nothing. */
export function editClasses(correct: JsonValue, edited: JsonValue): readonly EditClass[] {
  if (canonicalJson(correct) === canonicalJson(edited)) return [];
  if (typeof correct === 'string' && typeof edited === 'string') return [textClass(correct, edited)];
  const lists = placesOf(correct).filter(({ path, value }) => Array.isArray(value) && !inList(path));
  const ofLists = lists.flatMap(({ path, value }) => {
    const after = valueAt(edited, path);
    return Array.isArray(after) ? listClasses(value as readonly JsonValue[], after) : [];
  });
  const found = new Set([...ofLists, ...reportClasses(correct, edited)]);
  return found.size === 0 ? ['other'] : EDIT_CLASSES.filter((each) => found.has(each));
}
