import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { checkIdentity, placeInIdentity } from './identity.ts';

const statuses = (remark: string) => checkIdentity('x', remark).map(({ status }) => status);

test('checkIdentity works out every equation of a remark', () => {
  expect(statuses('909 + 430 = 783 + 556 = 1339')).toEqual(['exact', 'exact']);
  expect(statuses('(1351 - 1065) / 3420 = 286 / 3420 = 8.363% (1351 = 3420 - 2069 agent successes)')).toEqual(
    ['exact', 'exact', 'exact'],
  );
  expect(statuses('286 / 3420 = 8.363% prints as 8.4%')).toEqual(['exact', 'exact']);
  expect(statuses('combined pass requires 100 = 50 + 50')).toEqual(['exact']);
  expect(statuses('2 * (3 + 4) - 1 = 13 things; 7 / 2 = 3.5')).toEqual(['exact', 'exact']);
});

test('checkIdentity finds a wrong digit, and does not pass what it cannot read', () => {
  expect(statuses('46 + 45 + 4 = 96')).toEqual(['mismatch']);
  expect(statuses('842 / 1700 = 49.528%')).toEqual(['mismatch']);
  expect(statuses('909 + 430 = 783 + 557 = 1339')).toEqual(['mismatch', 'exact']);
  expect(statuses('1 + = 2')).toEqual(['mismatch']);
  expect(statuses('95 tasks')).toEqual(['mismatch']);
  expect(statuses('5 = 5')).toEqual(['mismatch']);
  expect(statuses('(1 + 2 = 3')).toEqual(['mismatch']);
});

test('placeInIdentity tells a result from an operand', () => {
  expect(placeInIdentity('1065 / 3420 = 31.140%', '31.1')).toBe('result');
  expect(placeInIdentity('612 / 36 = 17 tasks', '612')).toBe('operand');
  expect(placeInIdentity('612 / 36 = 17 tasks', '61')).toBe('absent');
});

property.prop([fc.string()])('Any text at all is read to an outcome', (text) => {
  for (const { status } of checkIdentity('x', text)) expect(['exact', 'mismatch']).toContain(status);
});

property.prop([
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1, max: 99 }),
])('Products bind closer than sums, and brackets closest', (a, b, c) => {
  expect(statuses(`${a} + ${b} * ${c} = ${a + b * c}`)).toEqual(['exact']);
  expect(statuses(`(${a} + ${b}) * ${c} = ${(a + b) * c}`)).toEqual(['exact']);
});
