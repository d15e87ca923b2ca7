import { expect, test } from 'vitest';
import { parsePythonJson } from './json.ts';
import { writePythonJson } from './write-json.ts';
import { writePythonString } from './write-string.ts';

// The right-hand sides were printed by CPython 3.11.
test('writePythonString escapes as json.dumps does, with and without ensure_ascii', () => {
  const text = 'é\u007f€😀"\\\n\t\u0001/';
  expect(writePythonString(text, true)).toBe('"\\u00e9\\u007f\\u20ac\\ud83d\\ude00\\"\\\\\\n\\t\\u0001/"');
  expect(writePythonString(text, false)).toBe('"é\u007f€😀\\"\\\\\\n\\t\\u0001/"');
});

test('a lone surrogate is escaped in ASCII and left as it is otherwise', () => {
  expect(writePythonString('a\ud800', true)).toBe('"a\\ud800"');
  expect(writePythonString('a\ud800\\ud800"', false)).toBe('"a\ud800\\\\ud800\\""');
  expect(writePythonJson(parsePythonJson('{"\\ud800": ["\\udfff"]}'))).toBe('{"\ud800": ["\udfff"]}');
});
