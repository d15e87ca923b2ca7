import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { FAILURE_MODES, ORACLE_CHECKS } from '../../audit/mutants/index.ts';
import { selftestOracle } from './oracle.ts';

const paper = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../data/paper/${name}.json`, import.meta.url), 'utf8')) as T;

verifies('audit.oracle.thirteen', async () => {
  const report = await selftestOracle();
  const printed = paper<{ rows: { oracle_checks: string }[] }>('coverage').rows.map(
    ({ oracle_checks }) => oracle_checks,
  );
  expect(report.rows.map(({ caught, checks }) => `${caught}/${checks.length}`)).toEqual(printed);
  expect(report.failed).toBe(0);
  for (const { modelCalls, adapterLines, benchmark } of report.rows) {
    expect(modelCalls).toBe(0);
    expect(adapterLines).toBeGreaterThan(50);
    expect(report.timing[benchmark]).toBeGreaterThan(0);
  }
  expect(report.coreLines).toBeGreaterThan(1000);
});

verifies('audit.failure-modes.stated', async () => {
  const { rows } = paper<{ rows: { condition: string }[] }>('failure_modes');
  expect(FAILURE_MODES).toHaveLength(rows.length);
  for (const [at, mode] of FAILURE_MODES.entries()) {
    expect(rows[at]?.condition.startsWith(mode.condition)).toBe(true);
    expect(await mode.observe()).toEqual(mode.stated);
  }
});

test('an oracle check that lets its fault pass, and a condition that is answered otherwise, are counted', async () => {
  const [check] = ORACLE_CHECKS;
  const [mode] = FAILURE_MODES;
  if (!check || !mode) throw new Error('nothing to plant in');
  const blind = { ...check, run: () => Promise.resolve({ mutant: 'pass', twin: 'pass' } as const) };
  const other = { ...mode, observe: () => Promise.resolve({ criterion: 'pass' }) };
  const thrown = { ...mode, observe: () => Promise.reject(new Error('no such target')) };
  const report = await selftestOracle({}, [blind], [other, thrown]);
  expect([report.passed, report.failed]).toEqual([0, 3]);
  expect(report.failureModes[1]?.observed).toEqual({ threw: 'Error: no such target' });
});
