import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../core/json.ts';
import { outputText, taggedCalls } from './tool-call-text.ts';

const fetch = (page: number): string =>
  `<tool_call>{"name": "fetch_page", "arguments": {"page": ${page}}}</tool_call>`;

test.each([
  ['no call', 'I will fetch the data.', 0],
  ['tags around prose', '<tool_call>fetch page 1</tool_call>', 0],
  ['an object that is never closed', '<tool_call>{"name": "x"</tool_call>', 0],
  ['a closing tag alone', '{"name": "x"}</tool_call>', 0],
])('taggedCalls finds nothing in %s', (_, text, count) => {
  expect(taggedCalls(text)).toEqual({ count });
});

test('taggedCalls takes the last of several calls, with white space where the release allows it', () => {
  const text = `thinking\n${fetch(1)} and then\n<tool_call>\u0085\n {"name": "submit_results"} \x1c\n</tool_call> done`;
  expect(taggedCalls(text)).toEqual({ count: 2, last: { name: 'submit_results', args: {} } });
  expect(taggedCalls(`${fetch(1)}${fetch(2)}`).last).toEqual({ name: 'fetch_page', args: { page: 2 } });
});

test('a broken last call is not replaced by the good one before it', () => {
  expect(taggedCalls(`${fetch(1)}<tool_call>{"name": fetch_page}</tool_call>`)).toEqual({ count: 2 });
  expect(taggedCalls(`${fetch(1)}<tool_call>{"page": 1} trailing</tool_call>`)).toMatchObject({
    count: 1,
    last: { args: { page: 1 } },
  });
});

test('a call that swallows the opening tag of the next is one broken call, as in the release', () => {
  expect(taggedCalls(`<tool_call>{"name": ${fetch(2)}`)).toEqual({ count: 1 });
});

test('taggedCalls hands names and arguments on as they are', () => {
  expect(taggedCalls('<tool_call>{"name": 7, "arguments": null}</tool_call>').last).toEqual({
    name: 7,
    args: null,
  });
  expect(taggedCalls('<tool_call>{}</tool_call>').last).toEqual({ name: '', args: {} });
});

test('outputText closes a tag that generation stopped at, and writes structured calls as tags', () => {
  const move = { text: 'Next. <tool_call>{"name": "get_task_info"}', calls: [], stop: 'end' } as const;
  expect(taggedCalls(outputText(move)).last?.name).toBe('get_task_info');
  const calls = [
    { id: 'a', name: 'fetch_page', args: { page: 1 } },
    { id: 'b', name: 'fetch_page', args: { page: 2 } },
  ];
  expect(taggedCalls(outputText({ text: 'Both.', calls, stop: 'end' }))).toEqual({
    count: 2,
    last: { name: 'fetch_page', args: { page: 2 } },
  });
  expect(outputText({ text: 'No call.', calls: [], stop: 'end' })).toBe('No call.');
});

/** The same reading as one pattern, whose time is not linear: the oracle for short texts. */
const PATTERN = /<tool_call>\s*(\{.*?\})\s*<\/tool_call>/gs;

property.prop([
  fc.array(
    fc.constantFrom(
      '<tool_call>',
      '</tool_call>',
      '{',
      '}',
      ' ',
      '\n',
      '"name"',
      ':',
      '1',
      '{"name": 1}',
      'x',
    ),
    { maxLength: 24 },
  ),
])('taggedCalls reads any text as the pattern of the release does', (parts) => {
  const text = parts.join('');
  const matches = [...text.matchAll(PATTERN)].map(([, body]) => body as string);
  const found = taggedCalls(text);
  expect(found.count).toBe(matches.length);
  let last: JsonValue | undefined;
  try {
    last = JSON.parse(matches.at(-1) ?? '') as JsonValue;
  } catch {
    last = undefined;
  }
  expect(found.last !== undefined).toBe(last !== undefined);
});

test.each([
  ['opening tags', '<tool_call>{'.repeat(100_000)],
  ['closing tags after white space', `<tool_call>{${`${' '.repeat(50)}</tool_call>`.repeat(20_000)}`],
  ['white space', `<tool_call>${' '.repeat(1_000_000)}<tool_call>`],
])('taggedCalls takes time linear in a text of %s', (_, text) => {
  const start = performance.now();
  expect(taggedCalls(text).last).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(1500);
});
