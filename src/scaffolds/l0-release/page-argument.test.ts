import { expect, test } from 'vitest';
import type { JsonValue } from '../../core/json.ts';
import { loggedPage } from './page-argument.ts';

test.each<[JsonValue, string]>([
  [{}, '7'],
  [{ page: 0 }, '0'],
  [{ page: -1.9 }, '-1'],
  [{ page: true }, '1'],
  [{ page: ' 1_0 ' }, '10'],
  [{ page: '+3' }, '3'],
  [{ page: 1e21 }, '1000000000000000000000'],
])('the page of %j is logged as Python’s int has it, or as the number of the turn', (args, page) => {
  expect(loggedPage(args, 7)).toBe(page);
});

test.each<JsonValue>([{ page: null }, { page: 'one' }, { page: '1.0' }, { page: [] }, null, [1], 'page'])(
  'the release breaks on %j',
  (args) => {
    expect(loggedPage(args, 7)).toBeUndefined();
  },
);
