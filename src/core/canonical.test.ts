import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { byCodePoint, canonicalJson } from './canonical.ts';
import type { JsonValue } from './json.ts';

test.prop([fc.jsonValue()])('canonicalJson round-trips every JSON value', (value) => {
  expect(JSON.parse(canonicalJson(value as JsonValue))).toEqual(JSON.parse(JSON.stringify(value)));
});

verifies('core.canonical.order-free', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.integer()), (object) => {
      const reversed = Object.fromEntries(Object.entries(object).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(object));
    }),
  );
});

test('canonicalJson writes -0 as 0 and refuses what JSON cannot carry, naming the place', () => {
  expect(canonicalJson({ b: -0, a: [1, null] })).toBe('{"a":[1,null],"b":0}');
  expect(() => canonicalJson({ a: [Number.NaN] })).toThrow(/\$\.a\[0\]/);
  expect(() => canonicalJson(Number.POSITIVE_INFINITY)).toThrow(/Infinity/);
});

test('byCodePoint orders astral characters after the whole basic plane', () => {
  expect(['\u{1F600}', '\uFFFD', 'a'].sort(byCodePoint)).toEqual(['a', '\uFFFD', '\u{1F600}']);
});
