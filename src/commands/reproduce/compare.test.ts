import { expect, test } from 'vitest';
import { compared, comparedText, consistent, notRecomputable, onlyMismatches } from './compare.ts';

test('compared rounds to the printed places, whatever sign or zero is printed', () => {
  expect(compared('x', '+0.087', 0.0873).status).toBe('exact');
  expect(compared('x', '.0011', 0.0011).status).toBe('exact');
  expect(compared('x', '-0.014', -0.0141).status).toBe('exact');
  expect(compared('x', '-0.000', 0).status).toBe('exact');
  expect(compared('x', '0.013', -0.013).status).toBe('mismatch');
  expect(compared('x', '21', 21).status).toBe('exact');
  expect(compared('x', '4.33', 4.335).status).toBe('exact');
  expect(compared('x', '0.88', 0.8735).status).toBe('mismatch');
});

test('compared refuses what is printed as no number, and data that disagree with themselves', () => {
  expect(compared('x', 'n/a', 1)).toMatchObject({ status: 'mismatch' });
  expect(compared('x', '', 1)).toMatchObject({ status: 'mismatch' });
  expect(compared('x', '0.5', 0.5, { twin: 0.51 })).toMatchObject({ status: 'mismatch' });
  expect(notRecomputable('x', '0.5', 'raw data not printed', { twin: 0.51 }).status).toBe('mismatch');
  expect(notRecomputable('x', '0.5', 'raw data not printed', { twin: 0.5 }).status).toBe('not-recomputable');
});

test('consistent weakens an agreement and never hides a mismatch', () => {
  expect(consistent(comparedText('x', 'a', 'a'), 'quoted')).toMatchObject({
    status: 'consistent',
    note: 'quoted',
  });
  expect(consistent(comparedText('x', 'a', 'b'), 'quoted').status).toBe('mismatch');
  expect(onlyMismatches([comparedText('x', 'a', 'a'), comparedText('y', 'a', 'b')])).toHaveLength(1);
});
