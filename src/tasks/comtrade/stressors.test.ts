import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { MeasurandError } from '../../core/errors.ts';
import { parseStressors } from './stressors.ts';

test('parseStressors sorts stressors by who carries them out', () => {
  expect(parseStressors([])).toEqual({ environment: [], limits: {} });
  expect(parseStressors(['hidden-totals', 'observation-window:3000', 'misleading-retry'])).toEqual({
    environment: ['misleading-retry', 'hidden-totals'],
    limits: { observationCharacters: 3000 },
  });
});

test.each([
  ['misleading', 'unknown-stressor', /Choose from misleading-retry, hidden-totals, observation-window:N/],
  ['', 'unknown-stressor', /There is no stressor ""/],
  ['hidden-totals:3', 'unknown-stressor', /hidden-totals:3/],
  ['observation-window', 'invalid-stressor', /such as observation-window:3000/],
  ['observation-window:0', 'invalid-stressor', /positive integer/],
  ['observation-window:1e3', 'invalid-stressor', /positive integer/],
  ['observation-window:-5', 'invalid-stressor', /positive integer/],
  ['observation-window:99999999999999999', 'invalid-stressor', /positive integer/],
])('parseStressors refuses %j as %s', (name, code, message) => {
  expect(() => parseStressors([name])).toThrow(expect.objectContaining({ code }));
  expect(() => parseStressors([name])).toThrow(message);
});

test('parseStressors takes no stressor twice, not even with another number', () => {
  for (const names of [
    ['hidden-totals', 'hidden-totals'],
    ['observation-window:1', 'observation-window:2'],
  ]) {
    expect(() => parseStressors(names)).toThrow(expect.objectContaining({ code: 'repeated-stressor' }));
  }
});

test.prop([fc.array(fc.string())])('parseStressors throws nothing but coded errors', (names) => {
  try {
    expect(parseStressors(names).environment.length).toBeLessThanOrEqual(names.length);
  } catch (error) {
    expect(error).toBeInstanceOf(MeasurandError);
  }
});
