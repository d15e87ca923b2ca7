import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { MemoryArchive } from '../../src/archive/memory.ts';
import { gridCells } from '../../src/study/grid.ts';
import { LiveModels } from '../../src/study/live-models.ts';
import { BUILT_IN } from '../../src/study/registries.ts';
import { runCells } from '../../src/study/run-cells.ts';
import { verifies } from '../requirements.ts';
import { ROOT } from './program.ts';

const PROOFS = join(ROOT, 'docs/proofs');

interface Proof {
  readonly model: { readonly id: string };
  readonly limits: { readonly steps: number; readonly outputTokens: number };
  readonly episodes: readonly { readonly task: string; readonly seed: number; readonly state: string }[];
  readonly root: string;
}

verifies('models.local.transcripts-kept', async () => {
  const proof = JSON.parse(readFileSync(join(PROOFS, 'local-model.json'), 'utf8')) as Proof;
  const cells = gridCells({
    profile: 'repaired',
    tasks: [...new Set(proof.episodes.map(({ task }) => task))],
    seeds: [...new Set(proof.episodes.map(({ seed }) => seed))],
    models: [proof.model.id],
    scaffolds: ['l2'],
    protocol: 'single',
    stressors: [],
    limits: proof.limits,
  });
  expect(cells).toHaveLength(10);
  using models = new LiveModels({ environment: {}, replay: join(PROOFS, 'local-model.recording.jsonl') });
  const archive = new MemoryArchive();
  const registries = { ...BUILT_IN, model: models.model.bind(models) };
  await runCells(cells, { archive, scorers: ['truth', 'shape-judge'], keepTraces: true, registries });
  expect(archive.root()).toBe(proof.root);
  const told = new Map(proof.episodes.map(({ task, seed, state }) => [`${task} ${seed}`, state]));
  for (const { coordinates, state } of archive.records()) {
    expect(state).toBe(told.get(`${coordinates.task} ${String(coordinates.seed)}`));
  }
});
