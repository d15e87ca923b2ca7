import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { metadataWithoutTime } from './submission.ts';

test('metadataWithoutTime ignores the execution time, key order and white space, and nothing else', () => {
  const one = metadataWithoutTime('{"row_count": 3, "execution_time_seconds": 4.25, "task_id": "T"}');
  expect(one).toBe('{"row_count":3,"task_id":"T"}');
  expect(metadataWithoutTime('{"task_id":"T","execution_time_seconds":9,"row_count":3}')).toBe(one);
  expect(metadataWithoutTime('{"task_id":"T","row_count":4}')).not.toBe(one);
  expect(metadataWithoutTime('{"stats":{"execution_time_seconds":1}}')).toContain('execution_time_seconds');
});

test.each(['', '{"a": 1', 'NaN', '{"a": 1e999}'])(
  'metadataWithoutTime keeps %j as it is, for it has no canonical form',
  (text) => {
    expect(metadataWithoutTime(text)).toBe(text);
  },
);

test('metadataWithoutTime survives nesting that no canonical form can follow', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect(metadataWithoutTime(deep)).toBe(deep);
});

test.prop([fc.string()])('metadataWithoutTime never throws and is stable under repetition', (text) => {
  const once = metadataWithoutTime(text);
  expect(metadataWithoutTime(once)).toBe(once);
});
