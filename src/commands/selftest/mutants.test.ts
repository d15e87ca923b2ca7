import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { AUDIT_MUTANTS } from '../../audit/mutants/index.ts';
import { CARD_ITEMS } from '../../audit/types.ts';
import { selftestMutants } from './mutants.ts';

verifies('audit.mutants.all-caught', async () => {
  const { mutants, failed } = await selftestMutants();
  expect(mutants.filter(({ caught }) => !caught)).toEqual([]);
  expect(failed).toBe(0);
});

test('every card item has at least one mutant', () => {
  const checks = new Set(AUDIT_MUTANTS.map(({ check }) => check));
  expect(CARD_ITEMS.filter((item) => !checks.has(item))).toEqual([]);
});

test('selftestMutants counts a check that lets its mutant pass, that fails its twin, or that throws', async () => {
  const planted = { check: 'x', fault: 'y' };
  const { mutants, passed, failed } = await selftestMutants({}, [
    { ...planted, id: 'blind', run: () => Promise.resolve({ mutant: 'pass', twin: 'pass' }) },
    { ...planted, id: 'trigger-happy', run: () => Promise.resolve({ mutant: 'fail', twin: 'fail' }) },
    { ...planted, id: 'broken', run: () => Promise.reject(new Error('no such file')) },
    { ...planted, id: 'not-probed', run: () => Promise.resolve({ mutant: 'not-probed', twin: 'pass' }) },
    { ...planted, id: 'good', run: () => Promise.resolve({ mutant: 'fail', twin: 'pass' }) },
  ]);
  expect([passed, failed]).toEqual([1, 4]);
  expect(mutants[2]).toMatchObject({ mutant: 'threw', why: 'no such file' });
});
