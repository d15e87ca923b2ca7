import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test('nearest finds the word that was meant, and none when nothing is near', () => {
  const known = ['audit', 'reproduce', 'serve'];
  expect(nearest('reprodcue', known)).toBe('reproduce');
  expect(nearest('audits', known)).toBe('audit');
  expect(nearest('frobnicate', known)).toBeUndefined();
  expect(nearest('x', ['ab'])).toBeUndefined();
  expect(nearest('audit'.repeat(10_000), known)).toBeUndefined();
  expect(nearest('audit', [])).toBeUndefined();
});
