import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { isJsonObject } from '../../core/json.ts';
import type { VectorOutcome, VectorSuite } from './vector-suite.ts';
import { runVectors, selftestExit } from './vectors.ts';

/** Recognises {outcomes: [...]} and gives each outcome back; the word `throw` breaks down. */
const ECHO: VectorSuite = {
  id: 'echo',
  recognises: (document) => isJsonObject(document) && Array.isArray(document['outcomes']),
  cases: (document) =>
    (document as unknown as { outcomes: (VectorOutcome | 'throw')[] }).outcomes.map((outcome, index) => ({
      id: `case ${index}`,
      run: () => {
        if (outcome === 'throw') throw new Error('it broke');
        return outcome;
      },
    })),
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measurand-vectors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
const passed = { state: 'passed' };

test('runVectors walks folders in order, counts per file, and lists what no suite recognises', async () => {
  mkdirSync(join(folder, 'b'));
  put('b/two.json', { outcomes: [passed, { state: 'failed', why: 'wrong' }] });
  put('a.json', { outcomes: [passed, { state: 'unsupported', why: 'no engine' }] });
  put('c.json', [1, 2]);
  put('notes.txt', 'not JSON by name');
  const report = await runVectors(folder, [ECHO]);
  expect(
    report.files.map(({ path, failures, unsupportedCases }) => [path, failures, unsupportedCases]),
  ).toEqual([
    ['a.json', [], [{ id: 'case 1', why: 'no engine' }]],
    ['b/two.json', [{ id: 'case 1', why: 'wrong' }], []],
  ]);
  expect(report.unrecognised).toEqual(['c.json']);
  expect([report.passed, report.failed, report.unsupported]).toEqual([2, 1, 1]);
});

test('runVectors counts a file that is not JSON, or not readable, as one failed case with its reason', async () => {
  writeFileSync(join(folder, 'torn.json'), '{"outcomes": [');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.json'));
  const report = await runVectors(folder, [ECHO]);
  expect(report.failed).toBe(2);
  expect(report.files.map(({ failures }) => failures[0]?.why)).toEqual([
    expect.stringContaining('ENOENT'),
    expect.stringContaining('is not JSON'),
  ]);
});

test('runVectors does not read a file beyond its bound', async () => {
  put('huge.json', {});
  truncateSync(join(folder, 'huge.json'), 300 * 2 ** 20);
  const report = await runVectors(folder, [ECHO]);
  expect(report.files[0]?.failures[0]?.why).toContain('more than the');
});

test('runVectors counts a case that throws as failed and goes on', async () => {
  put('a.json', { outcomes: ['throw', passed] });
  const report = await runVectors(folder, [ECHO]);
  expect([report.passed, report.failed]).toEqual([1, 1]);
  expect(report.files[0]?.failures).toEqual([{ id: 'case 0', why: 'threw it broke' }]);
});

test('runVectors follows links without going round in circles', async () => {
  put('a.json', { outcomes: [passed] });
  symlinkSync(folder, join(folder, 'again'));
  expect((await runVectors(folder, [ECHO])).passed).toBe(1);
});

test('runVectors takes one file, and refuses a folder that is not there', async () => {
  put('a.json', { outcomes: [passed] });
  expect((await runVectors(join(folder, 'a.json'), [ECHO])).passed).toBe(1);
  await expect(runVectors(join(folder, 'missing'), [ECHO])).rejects.toThrow(/cannot be read/);
});

test('runVectors stops when it is told to', async () => {
  put('a.json', { outcomes: [passed] });
  await expect(runVectors(folder, [ECHO], { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
});

verifies('selftest.exit.by-worst-outcome', () => {
  expect(selftestExit({ passed: 9, failed: 1, unsupported: 1 })).toBe(1);
  expect(selftestExit({ passed: 9, failed: 0, unsupported: 1 })).toBe(3);
  expect(selftestExit({ passed: 9, failed: 0, unsupported: 0 })).toBe(0);
  expect(selftestExit({ passed: 0, failed: 0, unsupported: 0 })).toBe(2);
});

property.prop([fc.string()])(
  'runVectors turns any text into counts, never into an exception',
  async (text) => {
    writeFileSync(join(folder, 'any.json'), text);
    const report = await runVectors(folder, [ECHO]);
    expect(report.failed + report.unrecognised.length + report.files.length).toBeGreaterThan(0);
  },
);
