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
): TypedEdit {
  return {
    id,
    title,
    effect: 'degrading',
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
  atPlace('change_number', 'one number is another', isNumber, (value, random) =>
    random.choice(NUMBERS)(value as number),
  ),
  atPlace('change_text', 'one text is another', isText, (value, random) =>
    otherText(value as string, random),
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
