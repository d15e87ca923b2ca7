import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { displayWidth, padTo, wrap } from './columns.ts';

test('displayWidth counts wide characters twice and combining ones not at all', () => {
  expect(displayWidth('abc')).toBe(3);
  expect(displayWidth('漢字')).toBe(4);
  expect(displayWidth('e\u0301')).toBe(1);
  expect(displayWidth('✗ ✓ ○ –')).toBe(7);
});

test('wrap breaks at white space and cuts a word only when it is longer than a line', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrap('', 8)).toEqual(['']);
});

property.prop([fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 60 })])(
  'wrap keeps every character that is not white space, in lines that fit',
  (text, width) => {
    const lines = wrap(text, width);
    expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    for (const line of lines) expect(displayWidth(padTo(line, width))).toBe(width);
  },
);
