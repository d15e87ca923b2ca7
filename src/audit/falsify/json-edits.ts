import { canonicalJson } from '../../core/canonical.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import { isObject, type Place, placesOf, withValue } from './places.ts';
import type { TypedEdit } from './typed-edit.ts';

/** Picks a place that fits and puts something else there. */
function atPlace(
  id: string,
  title: string,
  fits: (place: Place) => boolean,
  change: (value: JsonValue, random: Random) => JsonValue | undefined,
  effect: TypedEdit['effect'] = 'degrading',
): TypedEdit {
  return {
    id,
    title,
    effect,
    apply(submission, random) {
      const places = placesOf(submission).filter(fits);
      if (places.length === 0) return undefined;
      const { path, value } = random.choice(places);
      const changed = change(value, random);
      return changed === undefined ? undefined : withValue(submission, path, changed);
    },
  };
}

const isList = ({ value }: Place): boolean => Array.isArray(value) && value.length > 0;
const isPair = ({ value }: Place): boolean => Array.isArray(value) && value.length > 1;
const hasFields = ({ value }: Place): boolean => isObject(value) && Object.keys(value).length > 0;

const isNumber = ({ value }: Place): boolean => typeof value === 'number' && Number.isFinite(value);
const isText = ({ value }: Place): boolean => typeof value === 'string' && value !== '';

const NUMBERS: readonly ((value: number) => number)[] = [
  (value) => value + 1,
  (value) => (value === 0 ? 1 : -value),
  (value) => (value === 0 ? 10 : value / 10),
  (value) => (value === 0 ? 2 : 0),
];

function otherText(text: string, random: Random): string {
  const ways = [
    `${text}x`,
    text.slice(0, text.length >> 1),
    `not ${text}`,
    'zzq',
    text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    text.replace(/[^\p{L}\p{N}\s]/u, ''),
  ].filter((way) => way !== text);
  return random.choice(ways);
}

/** The last digit of a decimal moved by one, where a tolerance that is too wide shows first. */
function nudged(value: number): number {
  const decimals = /^-?\d+\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return Number((value + 10 ** -decimals).toFixed(decimals));
}

/** The same word or figure as another type of JSON: what a comparison that converts its sides cannot tell apart. */
function otherType(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  return String(Number(value)) === value ? Number(value) : undefined;
}

function otherCase(text: string): string | undefined {
  const changed = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  return changed === text ? undefined : changed;
}

/** Everything that is said replaced by something of its type; names of fields stay. */
function invented(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(invented);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, invented(v)]));
  if (typeof value === 'string') return 'zzq';
  if (typeof value === 'number') return Number.isInteger(value) ? 987_654 : 987_654.5;
  return typeof value === 'boolean' ? !value : value;
}

/** An item like another one of the list, with one thing in it that nobody asked for. */
function likeAnother(value: JsonValue, random: Random): JsonValue | undefined {
  const item = random.choice(value as readonly JsonValue[]);
  const places = placesOf(item).filter((place) => isNumber(place) || isText(place));
  if (places.length === 0) return undefined;
  const { path, value: said } = random.choice(places);
  const other = typeof said === 'number' ? said + 7 : `${said as string}q`;
  return [...(value as readonly JsonValue[]), withValue(item, path, other)];
}

/** Two neighbours of a list change places. */
function swapped(value: JsonValue, random: Random): JsonValue {
  const items = value as readonly JsonValue[];
  const at = random.below(items.length - 1);
  return items.with(at, items[at + 1] as JsonValue).with(at + 1, items[at] as JsonValue);
}

/** Two items of a list whose field of the same name differs swap that field. */
function swapField(value: JsonValue, random: Random): JsonValue | undefined {
  const list = value as readonly JsonValue[];
  const a = random.below(list.length);
  const b = (a + 1 + random.below(list.length - 1)) % list.length;
  const [left, right] = [list[a], list[b]];
  if (!isObject(left) || !isObject(right)) return undefined;
  const names = Object.keys(left).filter(
    (name) =>
      right[name] !== undefined &&
      canonicalJson(left[name] as JsonValue) !== canonicalJson(right[name] as JsonValue),
  );
  if (names.length === 0) return undefined;
  const name = random.choice(names);
  return list
    .with(a, { ...left, [name]: right[name] as JsonValue })
    .with(b, { ...right, [name]: left[name] as JsonValue });
}

function without(value: JsonValue, random: Random): JsonValue {
  const dropped = random.choice(Object.keys(value as JsonObject));
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([name]) => name !== dropped));
}

const list = (value: JsonValue): readonly JsonValue[] => value as readonly JsonValue[];

/** Edits of any JSON submission that leave less of it right. Each is one change at one place. */
export const JSON_EDITS: readonly TypedEdit[] = [
  {
    id: 'fabricated',
    title: 'all that is said is invented, each of the type that it was',
    effect: 'degrading',
    group: 'battery',
    apply: (submission) => invented(submission),
  },
  atPlace('change_number', 'one number is another', isNumber, (value, random) =>
    random.choice(NUMBERS)(value as number),
  ),
  atPlace('change_text', 'one text is another', isText, (value, random) =>
    otherText(value as string, random),
  ),
  atPlace('nudge_number', 'the last digit of a number is another', isNumber, (value) =>
    nudged(value as number),
  ),
  atPlace(
    'other_type',
    'one value is of another type, such as a text for a number or 1 for true',
    ({ path, value }) => path.length > 0 && otherType(value) !== undefined,
    otherType,
  ),
  atPlace(
    'flip_boolean',
    'one yes is a no, or the other way round',
    ({ value }) => typeof value === 'boolean',
    (value) => !value,
  ),
  atPlace(
    'null_value',
    'nothing stands in place of one value',
    ({ value, path }) => path.length > 0 && value !== null && typeof value !== 'object',
    () => null,
  ),
  atPlace('drop_item', 'one item of a list is missing', isList, (value, random) =>
    list(value).toSpliced(random.below(list(value).length), 1),
  ),
  atPlace('repeat_item', 'one item of a list stands twice', isList, (value, random) => [
    ...list(value),
    random.choice(list(value)),
  ]),
  atPlace('invented_item', 'a list has one invented item more', isList, likeAnother),
  atPlace('copy_item', 'one item of a list stands in place of another', isPair, (value, random) => {
    const at = random.below(list(value).length);
    return list(value).with((at + 1) % list(value).length, list(value)[at] as JsonValue);
  }),
  atPlace('swap_field', 'two items of a list swap one field', isPair, swapField),
  atPlace('drop_field', 'one field is missing', hasFields, without),
  atPlace(
    'add_field',
    'one field is added',
    ({ value }) => isObject(value),
    (value) => ({ ...(value as JsonObject), invented: 1 }),
  ),
  atPlace('empty_list', 'one list is empty', isList, () => []),
];

function reversedKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversedKeys(inner)]),
  );
}

/** The order of the fields of an object says nothing in JSON. */
export const JSON_TWINS: readonly TypedEdit[] = [
  {
    id: 'fields_reversed',
    title: 'the fields of every object stand in reverse order',
    effect: 'equivalent',
    apply(submission) {
      const changed = reversedKeys(submission);
      return JSON.stringify(changed) === JSON.stringify(submission) ? undefined : changed;
    },
  },
];

/** What some benchmarks mean and others do not. */
export const JSON_UNDECIDED: readonly TypedEdit[] = [
  atPlace(
    'letter_case',
    'one text is in other letters, capital or small',
    (place) => isText(place) && otherCase(place.value as string) !== undefined,
    (value) => otherCase(value as string),
    'undecided',
  ),
  atPlace(
    'text_padded',
    'white space stands around one text',
    isText,
    (value) => ` ${value as string} `,
    'undecided',
  ),
];

/** Whether order says something depends on what the list is of. */
export const ITEMS_SWAPPED = atPlace(
  'items_swapped',
  'two neighbours of a list change places',
  isPair,
  swapped,
  'undecided',
);
