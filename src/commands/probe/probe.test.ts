import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { MeasurandError } from '../../core/errors.ts';
import { PROBE_SESSIONS, PROBES } from '../../scaffolds/native/probes/catalogue.ts';
import { knownCells } from '../../scaffolds/native/probes/known-cells.ts';
import { type ProbeMatrix, ProbeMatrixSchema } from '../../scaffolds/native/probes/matrix.ts';
import { cellOf } from './cell.ts';
import { compareProbes, readProbeMatrix } from './compare.ts';
import { matrixText } from './matrix-text.ts';
import { probe } from './probe.ts';

const played = vi.hoisted(() => vi.fn());
vi.mock('../../scaffolds/native/probes/play-session.ts', () => ({ playSession: played }));

const folders: string[] = [];

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mrnd-probe-test-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const reading = (value: string, excerpt = 'words') => ({
  probe: 'exit-3',
  reading: { value, excerpt, place: 'request 1 (main)' },
});

const PLACE = { probe: 'exit-3', harness: 'pi' };

verifies('native.probe.evidence', () => {
  const cell = cellOf(PLACE, '0.73.1', [
    reading('code told'),
    reading('code not told'),
    reading('code told'),
  ]);
  expect(cell).toMatchObject({
    state: 'probed',
    value: 'code told',
    agreed: 2,
    of: 3,
    expected: 'code told',
  });
  const matrix: ProbeMatrix = {
    format: 'measurand.probe-matrix/1',
    repeats: 3,
    harnesses: [{ id: 'pi', version: '0.73.1', isolation: 'none', firstRequests: [] }],
    probes: [{ id: 'exit-3', title: 'exit 3', group: 'output' }],
    cells: [cell],
  };
  expect(ProbeMatrixSchema.parse(matrix)).toEqual(matrix);
  const text = matrixText(matrix);
  expect(text).toContain('code told (only 2/3, as known)');
  expect(text).toContain('“words” — request 1 (main)');
});

test('a cell of another version is set beside nothing that is known', () => {
  expect(cellOf(PLACE, '0.73.2', [reading('code told')])).toMatchObject({ expected: null });
});

verifies('native.probe.not-probed', async () => {
  vi.stubEnv('MEASURAND_CACHE', emptyFolder());
  vi.stubEnv('PATH', emptyFolder());
  const matrix = await probe({ harnesses: ['codex', 'pi'], probes: ['exit-3', 'mcp-error'] });
  expect(matrix.harnesses.map(({ version }) => version)).toEqual([null, null]);
  expect(matrix.cells).toHaveLength(4);
  for (const cell of matrix.cells) {
    expect(cell.state === 'not-probed' && cell.reason).toMatch(/neither installed nor on the PATH/);
  }
  expect(matrixText(matrix)).toContain('0 of 4 cells probed; 0 of 0 known ones as known');
  expect(cellOf(PLACE, '0.73.1', [{ probe: 'exit-3', notProbed: 'no tool bash is declared' }])).toEqual({
    ...PLACE,
    state: 'not-probed',
    reason: 'no tool bash is declared',
  });
});

function matrixWith(version: string, values: Readonly<Record<string, string | null>>): ProbeMatrix {
  return {
    format: 'measurand.probe-matrix/1',
    repeats: 1,
    harnesses: [{ id: 'pi', version, isolation: 'none', firstRequests: [] }],
    probes: [],
    cells: Object.entries(values).map(([id, value]) =>
      value === null
        ? { probe: id, harness: 'pi', state: 'not-probed', reason: 'r' }
        : {
            probe: id,
            harness: 'pi',
            state: 'probed',
            value,
            agreed: 1,
            of: 1,
            expected: null,
            readings: [],
          },
    ),
  };
}

verifies('native.probe.compare', () => {
  const before = matrixWith('1', { a: 'x', b: 'x', c: 'x', d: null, e: null });
  const after = matrixWith('2', { a: 'x', b: 'y', c: null, e: null, f: 'z' });
  expect(compareProbes(before, after)).toEqual({
    format: 'measurand.probe-comparison/1',
    versions: [{ harness: 'pi', before: '1', after: '2' }],
    compared: 2,
    differences: [
      { probe: 'b', harness: 'pi', before: 'x', after: 'y' },
      { probe: 'c', harness: 'pi', before: 'x', after: null },
      { probe: 'f', harness: 'pi', before: null, after: 'z' },
    ],
  });
  expect(compareProbes(before, before).differences).toEqual([]);
});

test('a file that is no matrix is refused by name', () => {
  const file = join(emptyFolder(), 'matrix.json');
  for (const text of ['', '{"format":"measurand.probe-matrix/2"}', '[]']) {
    writeFileSync(file, text);
    expect(() => readProbeMatrix(file)).toThrow(/matrix\.json/);
  }
});

test('probe refuses names that it does not know', async () => {
  await expect(probe({ harnesses: ['vim'] })).rejects.toThrow(/no harness "vim"/);
  await expect(probe({ probes: ['exit-4'] })).rejects.toThrow(/no probe "exit-4"/);
});

test('every known cell names a probe, and every key of the sessions is its own', () => {
  const ids = new Set(PROBES.map(({ id }) => id));
  expect(ids.size).toBe(PROBES.length);
  for (const [harness, { cells }] of Object.entries(knownCells())) {
    for (const id of Object.keys(cells)) expect(ids, `${harness} ${id}`).toContain(id);
  }
  expect(new Set(PROBE_SESSIONS.map(({ id }) => id)).size).toBe(PROBE_SESSIONS.length);
});

verifies('native.probe.apparatus', async () => {
  const cache = emptyFolder();
  const bin = emptyFolder();
  const program = join(bin, 'pi');
  writeFileSync(program, '#!/bin/sh\necho 0.73.1\n', { mode: 0o755 });
  vi.stubEnv('MEASURAND_CACHE', cache);
  vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
  played.mockRejectedValueOnce(
    new MeasurandError('sandbox-failed', 'the sandbox failed', { kind: 'apparatus' }),
  );
  played.mockResolvedValue({
    results: [{ probe: 'exit-on-400', reading: { value: 'exit 0', excerpt: '', place: '' } }],
  });
  const matrix = await probe({ harnesses: ['pi'], probes: ['limit-3s', 'exit-on-400'] });
  expect(matrix.failures).toEqual([
    { harness: 'pi', session: 'limit', repeat: 0, what: 'the sandbox failed' },
  ]);
  expect(matrix.cells).toMatchObject([
    { probe: 'limit-3s', state: 'not-probed', reason: 'the apparatus failed: the sandbox failed' },
    { probe: 'exit-on-400', state: 'probed', value: 'exit 0' },
  ]);
  expect(matrixText(matrix)).toContain('pi, session limit, repeat 1: the apparatus failed');
  expect(ProbeMatrixSchema.parse(matrix)).toEqual(matrix);
});

test('a repeat without a reading is told beside the others', () => {
  const cell = cellOf(PLACE, '0.73.1', [reading('code told'), { probe: 'exit-3', notProbed: 'r' }]);
  expect(cell).toMatchObject({ agreed: 1, of: 2, missing: ['r'] });
});
