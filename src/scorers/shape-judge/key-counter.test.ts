import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { parsePythonJson } from '../../core/python/json.ts';
import { hashKey, isDict, type PythonDict } from '../../core/python/value.ts';
import { RowReader } from '../rows/row-reader.ts';
import { KeyCounter } from './key-counter.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const value = fc.constantFrom('1', '1.0', 'true', 'null', '"1"', '2', '"x"', '-0', '0.0', 'false', '1e0');
const row = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name })
  .map((members) => `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`);

/** Keys as the definition has them: tuples of what Python hashes, compared as tuples. */
function distinctKeys(rows: readonly string[], names: readonly string[]): number {
  const keys = rows.map((line) => {
    const object = parsePythonJson(line) as PythonDict;
    if (!isDict(object)) throw new TypeError('a row is no object');
    return JSON.stringify(names.map((name) => hashKey(object.get(name) ?? null)));
  });
  return new Set(keys).size;
}

function counted(rows: readonly string[], names: readonly string[]): number {
  const reader = new RowReader(rows.join('\n'));
  const counter = new KeyCounter(names, reader);
  while (reader.next()) if (reader.object) counter.add(reader.object);
  return counter.distinct;
}

test.prop([fc.array(row), fc.array(fc.constantFrom(...NAMES, 'absent'), { maxLength: 6 })], { numRuns: 800 })(
  'KeyCounter counts distinct tuples, whatever the order and number of fields',
  (rows, names) => {
    expect(counted(rows, names)).toBe(distinctKeys(rows, names));
  },
);

test('KeyCounter keeps apart keys whose nulls stand at different places', () => {
  expect(counted(['{"a":1}', '{"b":1}', '{"c":1}', '{}', '{"a":null}'], ['a', 'b', 'c'])).toBe(4);
});

test('KeyCounter works with as many names as a submission cares to declare', () => {
  const names = ['a', ...Array.from({ length: 100_000 }, (_, i) => `n${i}`)];
  const rows = Array.from({ length: 2000 }, (_, i) => `{"a":${i % 500}}`);
  expect(counted(rows, names)).toBe(500);
});

test('KeyCounter raises what Python raises for a list or an object in a key', () => {
  expect(() => counted(['{"a":[1]}'], ['a'])).toThrow("unhashable type: 'list'");
  expect(() => counted(['{"a":{}}'], ['a'])).toThrow("unhashable type: 'dict'");
  expect(() => counted(['{}'], [['a'] as never])).toThrow("unhashable type: 'list'");
});
