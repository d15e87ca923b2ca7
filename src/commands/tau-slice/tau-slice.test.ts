import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { formatDecimal } from '../../core/decimal.ts';
import { runSlice } from './run-slice.ts';
import { isSliceFile } from './slice-file.ts';

const place = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const STUDY = place('examples/tau-slice.yaml');
const RECORDING = readFileSync(place('examples/recordings/tau-slice.jsonl'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'slice-'));
afterAll(() => rmSync(folder, { recursive: true }));

const replayed = (text: string) => {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, text);
  return runSlice({ study: STUDY, replay: file });
};

verifies('tau-slice.printed', () => {
  const paper = JSON.parse(readFileSync(place('data/paper/tau_slice.json'), 'utf8'));
  const { analysis } = runSlice({ study: STUDY });
  for (const { scaffold, model, mean, successes } of analysis.cells) {
    const row = paper.rows.find((one: { scaffold: string }) => one.scaffold === scaffold);
    expect(formatDecimal(mean, 3)).toBe(
      row.printed[['Claude-Sonnet-4.6', 'Claude-Haiku-4.5', 'GPT-4o'].indexOf(model)],
    );
    expect(successes).toBe(row.successes_of_15[model]);
  }
  expect(formatDecimal(analysis.etaSquared.scaffold ?? 0, 4)).toBe(paper.eta_squared_printed.scaffold);
  expect(formatDecimal(analysis.etaSquared.model ?? 0, 4)).toBe(paper.eta_squared_printed.model);
  expect(analysis.paired.map(({ model, up, down }) => ({ model, up, down }))).toEqual(
    paper.sign_tests_printed.map(({ model, up, down }: Record<string, unknown>) => ({ model, up, down })),
  );
  expect(analysis.retest).toEqual({ first: 11, again: 13, agreeing: 13, tasks: 15, flips: [4, 14] });
  expect(analysis.largestSwing).toMatchObject({ model: paper.largest_swing_printed.model });
});

verifies('tau-slice.chart', () => {
  const { analysis, files } = runSlice({ study: STUDY, out: join(folder, 'out') });
  const page = readFileSync(files[0] ?? '', 'utf8');
  expect(page).toContain('<svg');
  expect(page).toContain('0.0293');
  expect(page).toContain('no model was run');
  expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  expect(analysis.interaction.curves.map(({ points }) => points.length)).toEqual([4, 4, 4]);
  expect(analysis.recording.userSimulator).not.toBe('');
});

test('a row that is missing, stands twice, is not planned or is no row is refused with its place', () => {
  const lines = RECORDING.trimEnd().split('\n');
  const refused = (code: string, text: readonly string[]) =>
    expect(() => replayed(text.join('\n'))).toThrow(expect.objectContaining({ code }));
  refused('incomplete-ledger', lines.toSpliced(7, 1));
  refused('incomplete-ledger', [...lines, lines[1]?.replace('tool-calling', 'chess') ?? '']);
  refused('invalid-slice', [...lines, lines[1] ?? '']);
  refused('invalid-slice', lines.with(3, '{"scaffold":'));
  refused('invalid-slice', lines.with(3, (lines[3] ?? '').replace(/"reward": \d/, '"reward": 0.5')));
  refused('invalid-slice', lines.with(0, '{}'));
});

test('a study file of another format is no slice', () => {
  expect(isSliceFile(STUDY)).toBe(true);
  expect(isSliceFile(place('examples/b2.yaml'))).toBe(false);
  expect(isSliceFile('grid')).toBe(false);
});
