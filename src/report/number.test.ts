import { expect, test } from 'vitest';
import { cell, interval, pValue } from './number.ts';

test('cell writes a value in its column format and a dash where there is none', () => {
  expect(cell(0.7364, 'fixed:3')).toBe('0.736');
  expect(cell(-0.0001, 'signed:3')).toBe('+0.000');
  expect(cell(0.5, 'percent:0')).toBe('50%');
  expect(cell(12, 'integer')).toBe('12');
  expect(cell('always-retry', 'text')).toBe('always-retry');
  expect(cell(null, 'fixed:3')).toBe('–');
});

test('pValue never shows a small probability as zero', () => {
  expect(pValue(0.0355)).toBe('0.0355');
  expect(pValue(1e-9)).toBe('< 0.0001');
});

test('A number that is not finite is refused, not shown', () => {
  expect(() => cell(Number.NaN, 'fixed:3')).toThrow(/cannot write/);
  expect(() => interval(Number.NEGATIVE_INFINITY, 0, 3)).toThrow(/cannot write/);
});
