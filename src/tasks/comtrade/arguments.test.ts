import { expect, test } from 'vitest';
import type { JsonValue } from '../../core/json.ts';
import { readArguments } from './arguments.ts';
import { saysRetryable, toolError } from './tool-errors.ts';

test('readArguments takes exactly what is declared, and converts nothing', () => {
  const kinds = { page: 'integer', ids: 'texts' } as const;
  expect(readArguments({ page: 3, ids: ['a'] }, kinds)).toEqual({
    ok: true,
    values: { page: 3, ids: ['a'] },
  });
  expect(readArguments(null, {})).toEqual({ ok: true, values: {} });
});

test.each<[JsonValue, string]>([
  [7, 'The arguments must be an object, not 7'],
  [[1, 2], 'The arguments must be an object, not a list of 2'],
  [null, 'The argument page is missing'],
  [{ page: 1, size: 2 }, 'There is no argument "size": this tool takes only page'],
  [{ page: 1.5 }, 'page must be an integer, not 1.5'],
  [{ page: null }, 'page must be an integer, not null'],
  [{ page: {} }, 'page must be an integer, not an object'],
  [{ page: 'x'.repeat(50) }, `page must be an integer, not the text "${'x'.repeat(40)}…"`],
])('readArguments says what is wrong with %j', (args, message) => {
  expect(readArguments(args, { page: 'integer' })).toEqual({ ok: false, message });
});

test('readArguments says that a tool without arguments takes none', () => {
  expect(readArguments({ page: 1 }, {})).toMatchObject({
    message: expect.stringMatching(/takes no arguments$/),
  });
});

test('toolError says that a retry can help for the transient classes only, in a form that saysRetryable reads', () => {
  expect(toolError('rate-limited', 'm').value).toEqual({
    error: { class: 'rate-limited', status: 429, message: 'm', retryable: true },
  });
  expect(saysRetryable(toolError('server-error', 'm').value)).toBe(true);
  for (const other of [
    'invalid-arguments',
    'page-out-of-range',
    'page-past-end',
    'budget-exhausted',
    'already-submitted',
    'submission-too-large',
    'unknown-tool',
  ] as const) {
    expect(saysRetryable(toolError(other, 'm').value)).toBe(false);
  }
  expect(saysRetryable({ status: 422, error: 'HTTP Error 422', retry: true })).toBe(true);
  expect(saysRetryable({ error: 'Request limit exceeded for this episode.' })).toBe(false);
  expect(saysRetryable([true])).toBe(false);
});
