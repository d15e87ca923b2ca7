import type { JsonValue } from '../../core/json.ts';
import { isObject, placesOf, withValue } from '../falsify/places.ts';
import type { EditClass } from './edit-class.ts';

/** One probe of the battery that was made by hand, which a proposed one is compared with by what it does. */
export interface BatteryProbe {
  readonly id: string;
  readonly title: string;
  /** What a sound scorer does with it. */
  readonly expect: 'lower' | 'equal';
  readonly does: EditClass;
  /** Gives nothing where it does not apply. */
  apply(correct: JsonValue): JsonValue | undefined;
}

type Apply = BatteryProbe['apply'];

/** A change to the longest list of a submission. */
const onRows =
  (change: (rows: readonly JsonValue[]) => readonly JsonValue[] | undefined): Apply =>
  (correct) => {
    const lists = placesOf(correct).filter(
      ({ path, value }) =>
        Array.isArray(value) && value.length > 0 && path.every((step) => typeof step === 'string'),
    );
    const [longest] = lists.toSorted(
      (a, b) => (b.value as JsonValue[]).length - (a.value as JsonValue[]).length,
    );
    if (!longest) return undefined;
    const rows = change(longest.value as readonly JsonValue[]);
    return rows && withValue(correct, longest.path, rows);
  };

const onText =
  (change: (text: string) => string): Apply =>
  (correct) => {
    if (typeof correct !== 'string') return undefined;
    const text = change(correct);
    return text === correct ? undefined : text;
  };

/** Another value of the same type at every leaf. */
function invented(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value + 987_654;
  if (typeof value === 'string') return `invented-${value.length}`;
  if (Array.isArray(value)) return value.map(invented);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, invented(inner)]))
    : value;
}

/** The first number outside of lists, which is what a submission says of itself. */
const misreported: Apply = (correct) => {
  const place = placesOf(correct).find(
    ({ path, value }) =>
      typeof value === 'number' && path.length > 0 && path.every((step) => typeof step === 'string'),
  );
  return place && withValue(correct, place.path, 999_999);
};

const probe = (
  id: string,
  title: string,
  expect: BatteryProbe['expect'],
  does: EditClass,
  apply: Apply,
): BatteryProbe => ({ id, title, expect, does, apply });

/** The paper's shapes and their honest twins (Section 3.2; DESIGN §7), for submissions of records and of text. */
export const HAND_MADE_BATTERY: readonly BatteryProbe[] = [
  probe(
    'empty',
    'no record',
    'lower',
    'emptied',
    onRows(() => []),
  ),
  probe(
    'fabricated',
    'every record invented',
    'lower',
    'all-invented',
    onRows((rows) => rows.map(invented)),
  ),
  probe(
    'duplicate-laden',
    'every record twice',
    'lower',
    'items-repeated',
    onRows((rows) => [...rows, ...rows]),
  ),
  probe(
    'one-missing',
    'one record missing',
    'lower',
    'items-missing',
    onRows((rows) => (rows.length > 1 ? rows.slice(1) : undefined)),
  ),
  probe(
    'one-altered',
    'one record altered',
    'lower',
    'some-invented',
    onRows((rows) => (rows.length > 1 ? rows.with(0, invented(rows[0] as JsonValue)) : undefined)),
  ),
  probe('contradictory', 'the report says another number', 'equal', 'report-changed', misreported),
  probe(
    'reversed',
    'the records in reverse order',
    'equal',
    'reordered',
    onRows((rows) => (rows.length > 1 ? rows.toReversed() : undefined)),
  ),
  probe(
    'empty-text',
    'an empty answer',
    'lower',
    'emptied',
    onText(() => ''),
  ),
  probe(
    'fabricated-text',
    'another answer',
    'lower',
    'text-changed',
    onText(() => 'fabricated value'),
  ),
  probe(
    'truncated-text',
    'the last half of the answer is missing',
    'lower',
    'text-truncated',
    onText((text) => (text.length < 4 ? text : text.slice(0, text.length >> 1))),
  ),
  probe(
    'capitals',
    'the answer in capitals',
    'equal',
    'letter-case',
    onText((text) => text.toUpperCase()),
  ),
  probe(
    'spaces',
    'white space around the answer',
    'equal',
    'white-space',
    onText((text) => ` ${text} `),
  ),
];
