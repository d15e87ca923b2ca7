import { expect, test } from 'vitest';
import { shownResult } from './prompts.ts';

test('a result within the window is shown whole', () => {
  expect(shownResult('{"a": 1}', 8)).toEqual({
    text: '<tool_result>{"a": 1}</tool_result>',
    full: 8,
    cut: 0,
  });
});

test('a longer one is cut at the window, marked, and says how much was withheld', () => {
  expect(shownResult('abcdef', 4)).toEqual({
    text: '<tool_result>abcd...(truncated)</tool_result>',
    full: 6,
    cut: 2,
  });
});

test('characters are code points: no pair is cut in half', () => {
  expect(shownResult('😀😀😀', 2)).toEqual({
    text: '<tool_result>😀😀...(truncated)</tool_result>',
    full: 3,
    cut: 1,
  });
  expect(shownResult('a😀', 2).cut).toBe(0);
});
