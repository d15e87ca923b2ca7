import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { readPythonJson, writePythonJson } from './python-json.ts';

const roundTrip = (text: string): string => writePythonJson(readPythonJson(text));

// The right-hand sides were printed by CPython 3.11 with json.dumps(json.loads(text), ensure_ascii=False).
test.each([
  [
    '{"a":1.0,"b":[1e5,-0,-0.0,NaN,-Infinity],"a":12345678901234567890123,"c":1E400}',
    '{"a": 12345678901234567890123, "b": [100000.0, 0, -0.0, NaN, -Infinity], "c": Infinity}',
  ],
  [' {"x" : "\\u00e9\\ud83d\\ude00\\/" } ', '{"x": "é😀/"}'],
  ['"x"', '"x"'],
  ['\t[ ]\r\n', '[]'],
  ['1.10', '1.1'],
  ['[true, false, null]', '[true, false, null]'],
  ['"\\\\\\"\\\\"', '"\\\\\\"\\\\"'],
])('readPythonJson takes %s as Python does', (text, written) => {
  expect(roundTrip(text)).toBe(written);
});

test.each([
  '',
  '{"a":01}',
  '{"a":1,}',
  '[1,]',
  '{a:1}',
  '\ufeff{}',
  '{"a":"\n"}',
  'nul',
  '--1',
  '1.',
  '.5',
  '+1',
  '{"a" 1}',
  '"\\x"',
  '{"a":1}x',
  '"abc',
  '"abc\\"',
  '[',
  '{"a":',
  "{'a':1}",
  '"\\u12g4"',
  '-',
  '1e',
  'Infinit',
])('readPythonJson refuses %j with a SyntaxError', (text) => {
  expect(() => readPythonJson(text)).toThrow(SyntaxError);
});

test('readPythonJson gives up on deep nesting and on very long integers with a RangeError, never by exhausting the stack', () => {
  expect(() => readPythonJson('['.repeat(1_000_000))).toThrow(RangeError);
  expect(() => readPythonJson('{"a":'.repeat(5000))).toThrow(RangeError);
  expect(() => readPythonJson('9'.repeat(4301))).toThrow(RangeError);
  expect(roundTrip('9'.repeat(4300))).toBe('9'.repeat(4300));
});

test('readPythonJson takes time linear in strings full of escaped quotes', () => {
  const text = JSON.stringify('\\"'.repeat(500_000));
  const start = performance.now();
  expect(roundTrip(text)).toBe(text);
  expect(performance.now() - start).toBeLessThan(2000);
});

property.prop([fc.json({ stringUnit: 'binary' })])(
  'readPythonJson agrees with JSON.parse on JSON that means the same to both',
  (text) => {
    expect(JSON.parse(roundTrip(text))).toEqual(
      JSON.parse(text, (_, value) => (Object.is(value, -0) ? 0 : value)),
    );
  },
);

property.prop([fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0e-.1tnN '.split('')) })])(
  'readPythonJson answers or refuses, whatever the text',
  (text) => {
    try {
      expect(typeof roundTrip(text)).toBe('string');
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
    }
  },
);
