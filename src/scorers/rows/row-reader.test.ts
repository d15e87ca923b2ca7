import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { PythonError } from '../../core/python/errors.ts';
import { parsePythonJson } from '../../core/python/json.ts';
import { repr } from '../../core/python/str.ts';
import { strip } from '../../core/python/text.ts';
import { asComparable, hashKey, isDict, type PythonValue } from '../../core/python/value.ts';
import { kindOf } from './kinds.ts';
import { RowReader } from './row-reader.ts';

/** A row as plain data: the error, the value printed, or the fields with their kinds, numbers and keys. */
type Seen = { error: string } | { other: string } | { fields: readonly (readonly unknown[])[] };

function fieldsOf(object: ReadonlyMap<string, PythonValue>): Seen {
  const fields = [...object].map(([name, value]) => [
    name,
    kindOf(value),
    Number(asComparable(value) ?? 0),
    hashKey(value),
    repr(value),
  ]);
  return { fields };
}

/** The rows as the definition has them: split, strip, parse. */
function expectedRows(text: string): Seen[] {
  const lines = text.split(/\r\n|\r|\n/).map(strip);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      try {
        const value = parsePythonJson(line);
        return isDict(value) ? fieldsOf(value) : { other: repr(value) };
      } catch (error) {
        return { error: (error as PythonError).message };
      }
    });
}

/** The row that the reader stands at; throws where its columns contradict one another. */
function seenRow({ object, other, error, names, indexOf }: View): Seen {
  if ([object, other, error].filter((part) => part !== undefined).length !== 1)
    throw new Error('not one row');
  if (error) return { error: error.message };
  if (!object) return { other: repr(other as PythonValue) };
  const slots = object.slots.slice(0, object.count);
  const misplaced = names.some(({ slot }) => indexOf(slot) !== slots.indexOf(slot));
  if (misplaced) throw new Error('a field is not where it should be');
  const fields = slots.map((slot, index) => [
    names.find((known) => known.slot === slot)?.name,
    object.kinds[index],
    object.numbers[index],
    object.key(index),
    repr(object.value(index)),
  ]);
  return { fields };
}

interface View extends Pick<RowReader, 'object' | 'other' | 'error'> {
  readonly names: readonly { readonly name: string; readonly slot: number }[];
  indexOf(slot: number): number;
}

/** The fields that a row says to be those of the row before must be so. */
function repeatsHold({ object }: RowReader, row: Seen, before: Seen | undefined): boolean {
  if (!object || !('fields' in row)) return true;
  return row.fields.every((field, index) => {
    if (object.repeats[index] !== 1) return true;
    return before !== undefined && 'fields' in before && String(before.fields[index]) === String(field);
  });
}

/** The rows as the reader gives them, every column checked against the others. */
function readRows(text: string, known: readonly string[]): Seen[] {
  const reader = new RowReader(text);
  const names = known.map((name) => ({ name, slot: reader.names.slotOf(name) }));
  const rows: Seen[] = [];
  while (reader.next()) {
    const { object, other, error } = reader;
    const row = seenRow({ object, other, error, names, indexOf: (slot) => reader.indexOf(slot) });
    if (!repeatsHold(reader, row, rows.at(-1))) throw new Error('a repeat is none');
    rows.push(row);
  }
  return rows;
}

const NAMES = ['year', 'hs', 'record_id', 'qty', 'é', '__proto__', '', 'constructor'];
const scalar = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '2020',
    '2020.0',
    '1e5',
    'NaN',
    '"a"',
    '"09"',
    '""',
  ),
  fc.constantFrom(
    '"\\u0041"',
    '"q\\"q"',
    '"\u{1F600}"',
    '"\u0085 "',
    '01',
    '1.',
    '-',
    'tru',
    '"\t"',
    "'a'",
    '[1]',
    '{}',
  ),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.string().map((text) => JSON.stringify(text)),
);
const PLAIN = [
  '{"year":2020,"hs":"09","qty":12,"record_id":"T-1"}',
  '{"year": 2020, "hs": "09", "qty": 12, "record_id": "T-1"}',
  '{"qty":null,"year":true,"hs":-5}',
];
const space = fc.constantFrom('', '', '', ' ', '\t', '  ', '\u00a0', '\v');
const member = fc
  .tuple(fc.constantFrom(...NAMES), space, space, scalar, space)
  .map(([name, a, b, value, c]) => `${JSON.stringify(name)}${a}:${b}${value}${c}`);
const row = fc
  .tuple(
    space,
    fc.array(fc.tuple(space, member), { maxLength: 6 }),
    space,
    fc.constantFrom('', '', '', 'x', '}', ','),
  )
  .map(
    ([before, members, after, tail]) =>
      `${before}{${members.map((part) => part.join('')).join(',')}}${after}${tail}`,
  );
/** Lines that differ little from one another, as those of a table do. */
const similar = fc
  .tuple(
    fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
    fc.array(fc.array(scalar, { minLength: 4, maxLength: 4 })),
  )
  .map(([names, rows]) =>
    rows.map((values) => `{${names.map((name, i) => `${JSON.stringify(name)}: ${values[i]}`).join(', ')}}`),
  )
  .map((lines) => lines.join('\n'));
/** A plain line, then the same with one character changed, so that what is taken over from the line before is not all. */
const nearCopy = fc
  .tuple(fc.constantFrom(...PLAIN), fc.nat(), fc.constantFrom('', ...'"{}:,.1 eE-x\\\t'), fc.nat({ max: 1 }))
  .map(([plain, place, put, cut]) => {
    const at = place % plain.length;
    return `${plain}\n${plain.slice(0, at)}${put}${plain.slice(at + cut)}\n${plain}`;
  });
const line = fc.oneof(
  row,
  similar,
  nearCopy,
  fc.json(),
  fc.string(),
  fc.constantFrom('', ' ', '\u001c', '\ufeff{}', '{', '{"year": 2'),
);
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n')), { maxLength: 12 })
  .map((lines) => lines.map((part) => part.join('')).join(''));

const namesIn = (text: string): string[] => {
  const names = new Set(NAMES);
  for (const seen of expectedRows(text)) {
    if ('fields' in seen) for (const [name] of seen.fields) names.add(name as string);
  }
  return [...names];
};

verifies('scorers.rows.one-reading', () => {
  fc.assert(
    fc.property(text, (lines) => {
      expect(readRows(lines, namesIn(lines))).toEqual(expectedRows(lines));
    }),
    { numRuns: 1500 },
  );
});

test.prop([fc.array(line, { minLength: 1, maxLength: 5 }), fc.nat({ max: 120 })])(
  'RowReader reads across the ends of its window as within it',
  (lines, short) => {
    const filler = `{"hs": "${'x'.repeat(65_536 - short)}"}`;
    const joined = [filler, ...lines, filler, ...lines].join('\n');
    expect(readRows(joined, namesIn(joined))).toEqual(expectedRows(joined));
  },
);

test('RowReader compares nothing with a row that its window has left behind', () => {
  const value = 'x'.repeat(480);
  const [before, after] = [`{"a" :1,"c":"${value}"}`, `{"ab":1,"c":"${value}"}`];
  const filler = (length: number): string => `{"f":"${'f'.repeat(length - 8)}"}`;
  const start = 65_040;
  const first = filler(start - 1);
  const second = filler(start - after.length - 2);
  const joined = [first, before, after, second, after].join('\n');
  expect(joined.indexOf(before)).toBe(start);
  expect(joined.lastIndexOf(after) - joined.indexOf(after)).toBe(start);
  expect(readRows(joined, namesIn(joined))).toEqual(expectedRows(joined));
});

test('RowReader reads a line longer than its window, and one that holds more fields than it reads fast', () => {
  const long = `{"hs": ${JSON.stringify('x'.repeat(200_000))}, "qty": 1}`;
  const wide = `{${Array.from({ length: 100 }, (_, i) => `"f${i}": ${i}`).join(', ')}}`;
  const joined = [wide, long, wide, long].join('\r\n');
  expect(readRows(joined, namesIn(joined))).toEqual(expectedRows(joined));
});

test('RowReader keeps apart two readers that are read in turn, and stays at its end', () => {
  const texts = ['{"a": 1}\n{"a": 2}', '{"b": "x"}\n{"b": "y"}\n{"b": "z"}'];
  const [one, other] = texts.map((text) => new RowReader(text)) as [RowReader, RowReader];
  const values: unknown[] = [];
  for (const reader of [one, other, one, other, one, one, other, other]) {
    values.push(reader.next() ? reader.object?.value(0) : 'end');
    if (values.at(-1) === 'end') new RowReader('{"c": 0}').next();
  }
  expect(values).toEqual([1, 'x', 2, 'y', 'end', 'end', 'z', 'end']);
});

test('RowReader tells where in the text each row begins', () => {
  const reader = new RowReader('\n  {"a": 1}\r\n\r\n{"a": 2}\nnope');
  const offsets: number[] = [];
  while (reader.next()) offsets.push(reader.offset);
  expect(offsets).toEqual([3, 15, 24]);
});

test('RowReader refuses over a million field names with a coded error', () => {
  const names = Array.from({ length: 2 ** 20 + 1 }, (_, i) => `{"${i}":0}`);
  const reader = new RowReader(names.join('\n'));
  let rows = 0;
  expect(() => {
    while (reader.next()) rows += 1;
  }).toThrow(expect.objectContaining({ code: 'too-many-fields' }));
  expect(rows).toBe(2 ** 20);
});

test('RowReader takes time in proportion to the text when every line is broken and none ends in CR', () => {
  const broken = (lines: number): number => {
    const reader = new RowReader('{"a": \n'.repeat(lines));
    const start = performance.now();
    while (reader.next()) if (!reader.error) throw new PythonError('ValueError', 'a broken line was read');
    return performance.now() - start;
  };
  broken(20_000);
  expect(broken(160_000)).toBeLessThan(40 * Math.max(broken(20_000), 5));
});
