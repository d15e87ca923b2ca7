import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { reducerNamed } from './reducers.ts';

const reduce = (name: string, values: readonly number[]) => reducerNamed(name)?.(values);

test('reducers make of repeats what Inspect says that they make', () => {
  const values = [0, 1, 1, 0.5];
  expect(
    ['mean', 'median', 'mode', 'max', 'at_least_2', 'at_least_3', 'pass_at_1', 'pass_at_2', 'pass_k_2'].map(
      (name) => reduce(name, values),
    ),
  ).toEqual([0.625, 0.75, 1, 1, 1, 0, 0.5, 1 - 1 / 6, 1 / 6]);
  expect(reducerNamed('my_own')).toBeUndefined();
});

test('a reducer that needs more repeats than there are says nothing', () => {
  expect(
    ['mean', 'median', 'mode', 'max', 'at_least_1', 'pass_at_1', 'pass_k_1'].map((name) => reduce(name, [])),
  ).toEqual(new Array(7).fill(null));
  expect([reduce('pass_at_3', [1, 1]), reduce('pass_k_3', [1, 1])]).toEqual([null, null]);
});

property.prop([
  fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 8 }),
  fc.integer({ min: 1, max: 8 }),
])('pass_k of the failures and pass_at of the successes add up to 1', (values, k) => {
  const failures = values.map((value) => 1 - value);
  if (values.length >= k)
    expect((reduce(`pass_at_${k}`, values) ?? 0) + (reduce(`pass_k_${k}`, failures) ?? 0)).toBeCloseTo(1, 12);
});
