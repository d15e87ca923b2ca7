import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { JsonValue } from './json.ts';
import { spacedJson } from './spaced-json.ts';

test('spacedJson separates as Python does and keeps the order of keys', () => {
  expect(spacedJson({ b: [1, 'é', null], a: { c: true }, d: [] })).toBe(
    '{"b": [1, "\\u00e9", null], "a": {"c": true}, "d": []}',
  );
});

test.prop([fc.jsonValue({ stringUnit: 'binary' })])(
  'spaced JSON reads back as the value it was written from, in ASCII',
  (value) => {
    const text = spacedJson(value as JsonValue);
    expect(/^[\x20-\x7e]*$/.test(text)).toBe(true);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
  },
);
