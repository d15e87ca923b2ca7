import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { SAMPLE_REGISTRIES, sampleCell } from '../../test/samples/cells.ts';
import { openArchive } from '../archive/folder.ts';
import { MemoryArchive } from '../archive/memory.ts';
import type { EpisodeCoordinates, Scaffold } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { modelNamed } from '../models/registry.ts';
import { scaffoldNamed } from '../scaffolds/registry.ts';
import { type RunCellsOptions, runCells } from './run-cells.ts';
import { runEpisode } from './run-episode.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-study-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const SCORERS = ['plain-truth'];
const PLAN = ['perfect', 'never-submits', 'fabricates', 'keeps-totals'].flatMap((model) =>
  ['l0', 'l2'].flatMap((scaffold) =>
    [0, 1, 7].map((seed) => sampleCell({ model, scaffold, seed, task: 'T9_adaptive_adversary' })),
  ),
);

async function run(cells: readonly EpisodeCoordinates[], options: Partial<RunCellsOptions> = {}) {
  const archive = options.archive ?? new MemoryArchive();
  const given = { scorers: SCORERS, registries: SAMPLE_REGISTRIES, ...options, archive };
  return { archive, summary: await runCells(cells, given) };
}

describe('order', () => {
  const straight = run(PLAN, { keepTraces: true });

  property.prop([fc.shuffledSubarray(PLAN, { minLength: PLAN.length })], { numRuns: 5 })(
    'any order of the plan gives the same root and the same records',
    async (order) => {
      const { archive } = await run(order, { keepTraces: true });
      const expected = (await straight).archive;
      expect(archive.root()).toBe(expected.root());
      expect([...archive.records()]).toEqual([...expected.records()]);
    },
  );

  verifies('study.run.order-free', async () => {
    const folder = join(scratch, 'pieces');
    for (const part of [PLAN.slice(11), PLAN.slice(3, 14), PLAN]) {
      using archive = openArchive(folder);
      await run([...part].reverse(), { archive, keepTraces: true });
    }
    using archive = openArchive(folder);
    expect(archive.root()).toBe((await straight).archive.root());
  });

  verifies('study.run.resumes', async () => {
    const folder = join(scratch, 'resumed');
    const controller = new AbortController();
    {
      using archive = openArchive(folder);
      const onProgress = ({ done }: { done: number }): void => {
        if (done === 5) controller.abort();
      };
      const { summary } = await run(PLAN, {
        archive,
        keepTraces: true,
        signal: controller.signal,
        onProgress,
      });
      expect(summary).toEqual({ planned: 24, held: 0, ran: 5, interrupted: true });
    }
    using archive = openArchive(folder);
    const { summary } = await run(PLAN, { archive, keepTraces: true });
    expect(summary).toEqual({ planned: 24, held: 5, ran: 19, interrupted: false });
    expect(archive.root()).toBe((await straight).archive.root());
  });
});

const broken = (error: unknown): Scaffold => ({
  ...scaffoldNamed('l2'),
  async run(cell) {
    await cell.environment.call('fetch_page', { page: 1 });
    throw error;
  },
});

verifies('study.run.nothing-lost', async () => {
  const scaffold = (id: string): Scaffold =>
    id === 'l0' ? broken(new MeasurandError('cable-cut', 'the cable was cut')) : scaffoldNamed(id);
  const registries = { ...SAMPLE_REGISTRIES, scaffold };
  const { archive, summary } = await run(PLAN, { registries });
  expect(summary.ran).toBe(PLAN.length);
  const errored = [...archive.records()].filter(({ state }) => state === 'errored');
  expect(errored).toHaveLength(12);
  for (const record of errored) {
    expect(record).toMatchObject({ error: { code: 'cable-cut', message: 'the cable was cut' }, scores: [] });
    expect(record.counts.served, 'what was served before the break is counted').toBe(1);
  }
});

test.each([
  [
    'a model that throws',
    { model: () => ({ ...modelNamed('perfect'), decide: () => Promise.reject(new Error('no')) }) },
  ],
  [
    'a scorer that throws',
    {
      scorer: () => ({
        ...SAMPLE_REGISTRIES.scorer('plain-truth'),
        score: () => Promise.reject(new Error('no')),
      }),
    },
  ],
  ['a scaffold that throws no error', { scaffold: () => broken('no') }],
  [
    'a scaffold that gives up',
    {
      scaffold: () => ({
        ...scaffoldNamed('l2'),
        run: () => Promise.resolve({ state: 'errored' as const, stop: 'no' }),
      }),
    },
  ],
])('%s leaves an errored episode', async (_what, parts) => {
  const registries = { ...SAMPLE_REGISTRIES, ...parts };
  const { record } = await runEpisode(sampleCell(), { scorers: SCORERS, registries });
  expect(record).toMatchObject({ state: 'errored', scores: [], error: { message: 'no' } });
});

test('a submission whose scorer broke is kept all the same', async () => {
  const scorer = () => ({
    ...SAMPLE_REGISTRIES.scorer('plain-truth'),
    score: () => Promise.reject(new Error('no')),
  });
  const { archive } = await run([sampleCell()], { registries: { ...SAMPLE_REGISTRIES, scorer } });
  const [record] = [...archive.records()];
  const data = archive.blob(record?.submission?.['data.jsonl'] ?? '');
  expect(Buffer.from(data).toString().trim().split('\n')).toHaveLength(25);
});

verifies('study.plan.checked-first', async () => {
  const good = sampleCell();
  const bad: readonly (readonly [string, EpisodeCoordinates])[] = [
    ['unknown-model', { ...good, model: 'gpt-9' }],
    ['unknown-scaffold', { ...good, scaffold: 'l9' }],
    ['unknown-task', { ...good, task: 'T99' }],
    ['unknown-profile', { ...good, profile: 'mended' }],
    ['invalid-seed', { ...good, seed: -1 }],
    ['invalid-seed', { ...good, seed: 0.5 }],
    ['settings-differ', { ...good, settings: {} }],
    ['unknown-setting', { ...good, settings: { ...good.settings, colour: 1 } }],
    ['invalid-limit', { ...good, settings: { ...good.settings, limits: { steps: 0 } } }],
    ['invalid-limit', { ...good, settings: { ...good.settings, limits: { patience: 1 } } }],
    ['invalid-limit', { ...good, settings: { ...good.settings, limits: 7 } }],
    ['unsupported-protocol', { ...good, scaffold: 'l0', protocol: 'chunked' }],
    ['unsupported-pair', { ...good, model: 'always-retry' }],
  ];
  for (const [code, cell] of bad) {
    const archive = new MemoryArchive();
    const failing = run([good, cell], { archive });
    await expect(failing, code).rejects.toMatchObject({ code, kind: 'input' });
    expect(archive.size, code).toBe(0);
  }
  await expect(run([good, good])).rejects.toMatchObject({ code: 'duplicate-episode' });
  await expect(run([good], { scorers: ['nobody'] })).rejects.toMatchObject({ code: 'unknown-scorer' });
});

test('an archive that was scored otherwise is not mixed with', async () => {
  const { archive } = await run([sampleCell()]);
  const other = { archive, scorers: [] };
  await expect(run([sampleCell()], other)).rejects.toMatchObject({ code: 'scorers-differ' });
});

test('parts of one’s own are refused on worker threads, which they cannot reach', async () => {
  await expect(run([sampleCell()], { workers: 2 })).rejects.toThrow(TypeError);
});

test('an episode without a submission is scored 0 by rule', async () => {
  const { record } = await runEpisode(sampleCell({ model: 'never-submits' }), {
    scorers: SCORERS,
    registries: SAMPLE_REGISTRIES,
  });
  expect(record).toMatchObject({ state: 'no-submission', scores: [{ scorer: 'plain-truth', value: 0 }] });
});

test('a trace holds every event, and what its calls and results say agrees with the counts', async () => {
  const { record, blobs } = await runEpisode(sampleCell({ task: 'T8_mixed_faults' }), {
    scorers: SCORERS,
    registries: SAMPLE_REGISTRIES,
    keepTraces: true,
  });
  const lines = (blobs.get(record.trace ?? '') ?? '').trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { type: string; tool?: string });
  expect(events.filter(({ type }) => type === 'said')).toHaveLength(record.counts.modelTurns);
  const fetches = events.filter(({ type, tool }) => type === 'call' && tool === 'fetch_page');
  expect(fetches).toHaveLength(record.counts.requests);
});

test('limits in the settings reach the scaffold, and with it the id of the episode', async () => {
  const short = sampleCell({ limits: { steps: 2 } });
  const { record } = await runEpisode(short, { scorers: SCORERS, registries: SAMPLE_REGISTRIES });
  expect(record).toMatchObject({ state: 'no-submission', stop: 'reply limit', counts: { modelTurns: 2 } });
  const plain = await runEpisode(sampleCell(), { scorers: SCORERS, registries: SAMPLE_REGISTRIES });
  expect(plain.record.id).not.toBe(record.id);
});
