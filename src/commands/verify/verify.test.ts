import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { SAMPLE_REGISTRIES, sampleCell } from '../../../test/samples/cells.ts';
import { openArchive, readArchive } from '../../archive/folder.ts';
import { runCells } from '../../study/run-cells.ts';
import { verify } from './verify.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-rescore-'));
const archive = join(scratch, 'archive');
const SCORERS = ['truth', 'truth-id', 'coverage', 'shape-judge'];
const MODELS = ['perfect', 'never-deduplicates', 'fabricates', 'never-submits'];

beforeAll(async () => {
  using writer = openArchive(archive);
  const cells = MODELS.flatMap((model) =>
    ['repaired', 'as-published'].flatMap((profile) =>
      [0, 1].map((seed) => sampleCell({ model, profile, seed })),
    ),
  );
  await runCells(cells, { archive: writer, scorers: SCORERS });
});
afterAll(() => rmSync(scratch, { recursive: true }));

verifies('archive.verify.rescores', async () => {
  const report = await verify({ archive, rescore: true });
  expect(report).toMatchObject({
    sound: true,
    episodes: 16,
    rescored: { same: 16, differences: [], impossible: {} },
  });
  const altered = join(scratch, 'altered');
  {
    using from = readArchive(archive);
    using to = openArchive(altered);
    for (const record of from.records()) {
      for (const digest of Object.values(record.submission ?? {})) to.putBlob(from.blob(digest));
      const [first, ...rest] = record.scores;
      const forged =
        record.coordinates.model === 'fabricates' && first
          ? [{ ...first, value: 1 }, ...rest]
          : record.scores;
      to.put({ ...record, scores: forged });
    }
  }
  const { sound, damaged, rescored } = await verify({ archive: altered, rescore: true });
  expect([sound, damaged, rescored?.same]).toEqual([false, [], 12]);
  expect(rescored?.differences).toHaveLength(4);
  for (const { scorer, stored, again } of rescored?.differences ?? []) {
    expect([scorer, stored.value]).toEqual(['truth', 1]);
    expect(again.value).toBeLessThan(1);
  }
});

test('parts of a score that rest on the ledger are named as not compared', async () => {
  const { rescored } = await verify({ archive, rescore: true });
  expect(rescored?.uncompared).toEqual(['coverage.served', 'coverage.servedCoverage']);
});

test('a scorer that is not there leaves its episodes not scored again, with the reason', async () => {
  const { rescored, sound } = await verify({ archive, rescore: true, registries: SAMPLE_REGISTRIES });
  expect(sound).toBe(true);
  expect(rescored).toMatchObject({ same: 4, differences: [], impossible: { 'unknown-scorer': 12 } });
});

test('an archive is verified without scoring unless scoring is asked for', async () => {
  expect(await verify({ archive })).not.toHaveProperty('rescored');
});
