import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { JsonValue } from '../json.ts';
import { PythonError } from './errors.ts';
import { floatRepr, formatFixed, round } from './float.ts';
import { fromJson } from './from-json.ts';
import { parseInteger } from './integer.ts';
import { parsePythonJson } from './json.ts';
import { repr, str } from './str.ts';
import { lengthOf, strip, universalNewlines } from './text.ts';
import { toJson } from './to-json.ts';
import { decodeUtf8, decodeUtf8Ignoring, requireEncodable } from './utf8.ts';
import {
  asComparable,
  equalsScalar,
  hashKey,
  isTruthy,
  PythonFloat,
  type PythonValue,
  typeName,
} from './value.ts';
import { writePythonJson } from './write-json.ts';

interface Recorded {
  readonly json: readonly {
    readonly text: string;
    readonly repr?: string;
    readonly raises?: string;
    readonly message?: string;
  }[];
  readonly floats: readonly {
    readonly repr: string;
    readonly f1: string;
    readonly f0: string;
    readonly round1: string;
    readonly round4: string;
  }[];
  readonly utf8: readonly {
    readonly bytes: readonly number[];
    readonly text: string | null;
    readonly error: string | null;
    readonly ignoring: string;
  }[];
  readonly strip: readonly (readonly [string, string, number])[];
}

const recorded: Recorded = JSON.parse(
  readFileSync(new URL('../../../test/vectors/recorded/python.json', import.meta.url), 'utf8'),
);

function raised(run: () => unknown): { type: string; message: string } | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof PythonError) return { type: error.type, message: error.message };
    throw error;
  }
  return undefined;
}

verifies('scorers.python.recorded', () => {
  expect(recorded.json.length).toBeGreaterThan(200);
  for (const { text, repr: printed, raises, message } of recorded.json) {
    if (raises === undefined) expect(repr(parsePythonJson(text)), text).toBe(printed);
    else
      expect(
        raised(() => parsePythonJson(text)),
        text,
      ).toEqual({ type: raises, message });
  }
  for (const { repr: printed, f1, f0, round1, round4 } of recorded.floats) {
    const value = Number(printed);
    expect(floatRepr(value)).toBe(printed);
    expect([formatFixed(value, 1), formatFixed(value, 0)]).toEqual([f1, f0]);
    expect([floatRepr(round(value, 1)), floatRepr(round(value, 4))]).toEqual([round1, round4]);
  }
  for (const { bytes, text, error, ignoring } of recorded.utf8) {
    const data = Uint8Array.from(bytes);
    expect(decodeUtf8Ignoring(data)).toBe(ignoring);
    if (error === null) expect(decodeUtf8(data)).toBe(text);
    else expect(raised(() => decodeUtf8(data))).toEqual({ type: 'UnicodeDecodeError', message: error });
  }
  for (const [text, stripped, length] of recorded.strip) {
    expect([strip(text), lengthOf(text)]).toEqual([stripped, length]);
  }
});

test.prop([fc.json()])('parsePythonJson gives what JSON.parse gives where both can', (text) => {
  const value = JSON.parse(text) as JsonValue;
  expect(toJson(parsePythonJson(text))).toEqual(toJson(fromJson(value)));
});

test.prop([fc.string({ unit: 'binary' }), fc.json()])(
  'parsePythonJson raises a PythonError or gives a value, whatever the text',
  (noise, text) => {
    const at = noise.length % (text.length + 1);
    const spoiled = text.slice(0, at) + noise + text.slice(at);
    for (const hostile of [noise, spoiled, text.slice(0, at)]) {
      const error = raised(() => parsePythonJson(hostile));
      if (error) expect(error.message).not.toBe('');
      else expect(writePythonJson(parsePythonJson(hostile))).not.toBe('');
    }
  },
);

const python = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.bigInt().map((value) => parsePythonJson(String(value))),
    fc.double().map((value) => new PythonFloat(value)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')).map((value) => new Map(Object.entries(value))),
  ),
})).value;

test.prop([python])(
  'writePythonJson writes what parsePythonJson reads back the same, ints and floats apart',
  (value) => {
    expect(repr(parsePythonJson(writePythonJson(value)))).toBe(repr(value));
  },
);

test('parsePythonJson refuses what Python calls too deep or too long, and takes what is just below', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(raised(() => parsePythonJson(nested(990)))).toBeUndefined();
  expect(raised(() => parsePythonJson(nested(100_000)))).toMatchObject({ type: 'RecursionError' });
  expect(parsePythonJson('9'.repeat(4300))).toBe(10n ** 4300n - 1n);
  expect(raised(() => parsePythonJson(`-${'9'.repeat(4301)}`))).toEqual({
    type: 'ValueError',
    message: expect.stringContaining('value has 4301 digits'),
  });
});

test('parseInteger counts needless zeros among the digits, as Python does', () => {
  expect([parseInteger('007'), parseInteger('-0')]).toEqual([7, 0]);
  expect(raised(() => parseInteger('0'.repeat(4301)))?.message).toContain('value has 4301 digits');
});

test('hashKey and equalsScalar take 1, 1.0 and true for one value, and never a text for a number', () => {
  const one: PythonValue[] = [1, new PythonFloat(1), true];
  expect(new Set(one.map(hashKey)).size).toBe(1);
  expect(one.every((value) => equalsScalar(value, 1))).toBe(true);
  expect(hashKey('1')).not.toBe(hashKey(1));
  expect(equalsScalar('1', 1)).toBe(false);
  expect(hashKey(new PythonFloat(1e22))).toBe(hashKey(10n ** 22n));
  expect(hashKey(new PythonFloat(-0))).toBe(hashKey(0));
  expect(hashKey('null')).not.toBe(hashKey(null));
  expect([hashKey([]), hashKey(new Map())]).toEqual([undefined, undefined]);
  expect(equalsScalar(new PythonFloat(Number.NaN), 1)).toBe(false);
});

test('typeName, isTruthy and asComparable see values as Python does', () => {
  const cases: readonly (readonly [PythonValue, string, boolean, number | undefined])[] = [
    [null, 'NoneType', false, undefined],
    [false, 'bool', false, 0],
    [0, 'int', false, 0],
    [2, 'int', true, 2],
    [new PythonFloat(0), 'float', false, 0],
    [new PythonFloat(Number.NaN), 'float', true, Number.NaN],
    ['', 'str', false, undefined],
    ['0', 'str', true, undefined],
    [[], 'list', false, undefined],
    [[0], 'list', true, undefined],
    [new Map(), 'dict', false, undefined],
  ];
  for (const [value, name, truthy, number] of cases) {
    expect([typeName(value), isTruthy(value), asComparable(value)]).toEqual([name, truthy, number]);
  }
});

test('str prints a text as it is and all else as repr', () => {
  expect(str("it's")).toBe("it's");
  expect(str(["it's", 'both \' and "', '\u00a0\u{1F600}\u{E0001}\n'])).toBe(
    `["it's", 'both \\' and "', '\\xa0\u{1F600}\\U000e0001\\n']`,
  );
});

test('universalNewlines makes one line feed of every line end', () => {
  expect(universalNewlines('a\r\nb\rc\n\rd\r\r\n')).toBe('a\nb\nc\n\nd\n\n');
});

test('requireEncodable names the surrogates that stand alone, counted in code points', () => {
  expect(() => requireEncodable('a\u{1F600}b')).not.toThrow();
  expect(raised(() => requireEncodable('\u{1F600}\ud800b'))?.message).toBe(
    "'utf-8' codec can't encode character '\\ud800' in position 1: surrogates not allowed",
  );
  expect(raised(() => requireEncodable('a\ude00\ud800'))?.message).toContain('characters in position 1-2');
});

test.prop([fc.uint8Array()])(
  'decodeUtf8 takes exactly what is UTF-8, and decodeUtf8Ignoring takes anything',
  (bytes) => {
    expect(raised(() => decodeUtf8(bytes)) === undefined).toBe(isUtf8(bytes));
    expect(isUtf8(Buffer.from(decodeUtf8Ignoring(bytes)))).toBe(true);
  },
);
