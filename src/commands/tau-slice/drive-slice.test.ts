import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { scripted } from '../../gateway/backends/scripted.ts';
import { openGateway } from '../../gateway/server.ts';
import { driveSlice } from './drive-slice.ts';
import { liveModels } from './live-models.ts';
import { runSlice } from './run-slice.ts';
import { readSlice } from './slice-file.ts';

const FIXTURE = resolve(import.meta.dirname, '../../../test/fixtures/bridge/episodes.mjs');
const folder = mkdtempSync(join(tmpdir(), 'drive-slice-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STUDY = join(folder, 'slice.yaml');
writeFileSync(
  STUDY,
  `format: measurand.slice/1
id: live
title: Two scaffolds by two models
scaffolds: [fragile, clumsy]
models: [able, unable]
tasks: 3
paired: { a: fragile, b: clumsy }
retest: { scaffold: fragile, model: able }
recording: none.jsonl
`,
);
const design = readSlice(STUDY);
const command = [process.execPath, FIXTURE];

verifies('tau-slice.live', async () => {
  const server = await openGateway({
    classify: () => 'main',
    backend: scripted(({ view }) => {
      const { model } = view;
      const told = view.messages.at(-1)?.text ?? '';
      return {
        text: model === 'able' && told.startsWith('Task') && !told.includes('trial 1') ? 'right' : 'no',
      };
    }),
  });
  const said = (name: string): string => join(folder, 'said', name);
  const places = design.models.map((name) => `${name}=${server.baseUrls['openai-chat']}`);
  const record = join(folder, 'rows.jsonl');
  try {
    const models = liveModels(design.models, places, server.token, said);
    await driveSlice({ design, models, command, record });
  } finally {
    await server[Symbol.asyncDispose]();
  }
  const { analysis } = runSlice({ study: STUDY, replay: record });
  expect(analysis.cells.map(({ successes }) => successes)).toEqual([2, 0, 0, 0]);
  expect(analysis.recording).toMatchObject({ origin: 'recorded', userSimulator: 'a user of one sentence' });
  expect(analysis.endings).toEqual({ 'scaffold raised KeyError': 3, scored: 12 });
  expect(analysis.retest).toMatchObject({ first: 2, again: 0, flips: [0, 2] });
  expect(analysis.etaSquared.scaffold).toBeGreaterThan(0);
  expect(analysis.interaction.curves.map(({ points }) => points.length)).toEqual([2, 2]);

  const again = join(folder, 'again.jsonl');
  const recorded = liveModels(
    design.models,
    design.models.map((name) => `${name}=replay:${said(name)}`),
    '',
    () => undefined,
  );
  await driveSlice({ design, models: recorded, command, record: again });
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(record, 'utf8'));
});

test('a model that does not answer gives no row: nothing is written and no reward is made up', async () => {
  const record = join(folder, 'none.jsonl');
  const models = design.models.map((name) => ({ name, url: 'http://127.0.0.1:9/v1', key: '' }));
  await expect(driveSlice({ design, models, command, record })).rejects.toMatchObject({
    code: 'episode-not-played',
    exitCode: 4,
  });
  expect(() => readFileSync(record)).toThrow('ENOENT');
});

test('a model without a place, one that the slice lacks and a place that is none are refused', () => {
  for (const given of [['able=http://a/v1'], ['able=http://a/v1', 'unable=b'], ['other=http://a/v1']]) {
    expect(() => liveModels(design.models, given, '', () => undefined)).toThrow(
      expect.objectContaining({ code: 'invalid-usage' }),
    );
  }
});
