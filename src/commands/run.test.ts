import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readArchive } from '../archive/folder.ts';
import { runStudy, studyTitles } from './run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-run-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const SMALL = { study: 'grid', models: ['perfect', 'fabricates'], tasks: ['T3_duplicates'] } as const;

test('runStudy runs a grid by its options, and by default at L0 and L2 with truth and judge', async () => {
  const { analysis, figures, ledger, errors, archive } = await runStudy({ ...SMALL, seeds: [0, 5] });
  expect(ledger).toMatchObject({ planned: 8, states: { scored: 8 } });
  expect(figures?.map(({ scaffold, scorer, model, dropped }) => [scaffold, scorer, model, dropped])).toEqual([
    ['l0', 'truth', 'perfect', 1],
    ['l0', 'truth', 'fabricates', 1],
    ['l0', 'shape-judge', 'perfect', expect.any(Number)],
    ['l0', 'shape-judge', 'fabricates', expect.any(Number)],
    ['l2', 'truth', 'perfect', 1],
    ['l2', 'truth', 'fabricates', 0],
    ['l2', 'shape-judge', 'perfect', expect.any(Number)],
    ['l2', 'shape-judge', 'fabricates', expect.any(Number)],
  ]);
  expect(analysis?.denominator).toEqual(ledger);
  expect(errors).toEqual({});
  expect(archive).toBeUndefined();
});

test('runStudy runs a built-in study for the models and seeds named, and refuses to bend the rest of it', async () => {
  const models = ['always-retry', 'always-skip'];
  const { analysis, ledger } = await runStudy({ study: 'b2', models, seeds: [0, 1, 2] });
  expect(ledger.planned).toBe(12);
  expect(analysis?.study).toBe('b2');
  const bent = runStudy({ study: 'b2', tasks: ['T3_duplicates'] });
  await expect(bent).rejects.toMatchObject({ code: 'invalid-usage' });
  await expect(runStudy({ study: 'b9' })).rejects.toMatchObject({ code: 'unknown-study' });
  expect(Object.keys(studyTitles())).toEqual(['b1', 'b2', 'slack', 'degradation', 'grid']);
});

test('runStudy continues an archive, and gives no analysis of a run that was stopped', async () => {
  const archive = join(scratch, 'archive');
  const controller = new AbortController();
  const onProgress = (): void => controller.abort();
  const stopped = await runStudy({ ...SMALL, archive, signal: controller.signal, onProgress });
  expect(stopped.analysis).toBeUndefined();
  expect(stopped).toMatchObject({ archive, ledger: { states: { scored: 1, missing: 3 } } });
  const whole = await runStudy({ ...SMALL, archive, keepTraces: true });
  expect(whole.summary).toEqual({ planned: 4, held: 1, ran: 3, interrupted: false });
  using read = readArchive(archive);
  expect(read.root()).toBe(whole.root);
});

test('runStudy runs a study file, options laid over it, and counts what its rules exclude', async () => {
  const study = join(scratch, 'study.json');
  const text = {
    format: 'measurand.study/1',
    id: 'file',
    title: 'From a file',
    ...{ profile: 'as-published', tasks: ['T3_duplicates'], models: ['perfect', 'fabricates'] },
    ...{ scaffolds: ['l2'], scorers: ['truth-id'], seeds: '0-2' },
    exclude: [{ reason: 'by rule', model: 'fabricates', seed: 0 }],
  };
  writeFileSync(study, JSON.stringify(text));
  const { ledger, title, analysis } = await runStudy({ study, seeds: [0] });
  expect(title).toBe('From a file');
  expect(ledger).toMatchObject({ planned: 2, states: { scored: 1, excluded: 1 } });
  expect(analysis?.tables[0]?.rows[1]?.numbers).toEqual({ 'l2 truth-id': null });
});
