// A small language model from a GGUF file, computed on this machine, attempts E1 of the paper (five tasks at L2) for two
// seeds. Whatever it scores is what is told; its recording is kept beside the result and must replay to the same root.
// `MEASURAND_GGUF=FILE npm run prove -- local-model`; --seeds N, --steps N or --tokens N for another size, and then no recording is kept.
// Without the file or the binding the proof is not probed (exit 3). docs/models.md names a file that a registry has.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MemoryArchive } from '../../src/archive/memory.ts';
import { gridCells } from '../../src/study/grid.ts';
import { LiveModels, type LiveModelsOptions } from '../../src/study/live-models.ts';
import { BUILT_IN } from '../../src/study/registries.ts';
import { runCells } from '../../src/study/run-cells.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, steps: { type: 'string' }, tokens: { type: 'string' } },
});
const isWhole = Object.keys(values).length === 0;
const seeds = Number(values.seeds ?? 2);
/** Declared limits: a small model on two cores says some twenty tokens a second, and may go on for ever. */
const limits = { steps: Number(values.steps ?? 8), outputTokens: Number(values.tokens ?? 256) };
const E1 = ['T3_duplicates', 'T4_rate_limit_429', 'T5_server_error_500', 'T6_page_drift', 'T8_mixed_faults'];

function notProbed(reason: string): never {
  process.stdout.write(`${JSON.stringify({ proof: 'local-model', state: 'not-probed', reason }, null, 2)}\n`);
  process.exit(3);
}

const gguf = process.env['MEASURAND_GGUF'];
const binding = join(ROOT, 'node_modules/node-llama-cpp/package.json');
if (gguf === undefined || !existsSync(gguf)) notProbed('MEASURAND_GGUF names no file');
if (!existsSync(binding)) notProbed('node-llama-cpp is not installed');

const file = createHash('sha256');
for await (const chunk of createReadStream(gguf)) file.update(chunk as Buffer);
const { size } = statSync(gguf);
const id = `local:${basename(gguf)}`;
// The id of a model is part of every episode, so it names the file and not where it lies.
process.chdir(dirname(resolve(gguf)));

const cells = gridCells({
  profile: 'repaired',
  tasks: E1,
  seeds: Array.from({ length: seeds }, (_, seed) => seed),
  models: [id],
  scaffolds: ['l2'],
  protocol: 'single',
  stressors: [],
  limits,
});

async function study(options: LiveModelsOptions) {
  using models = new LiveModels({ environment: {}, ...options });
  const archive = new MemoryArchive();
  const registries = { ...BUILT_IN, model: models.model.bind(models) };
  const began = performance.now();
  await runCells(cells, {
    archive,
    scorers: ['truth', 'shape-judge'],
    keepTraces: true,
    registries,
    onProgress: ({ done, total }) => process.stderr.write(`${done} of ${total} episodes\n`),
  });
  return { archive, root: archive.root(), seconds: Math.round((performance.now() - began) / 1000) };
}

const folder = mkdtempSync(join(tmpdir(), 'measurand-local-'));
const recording = join(folder, 'recording.jsonl');
const live = await study({ record: recording });
const again = await study({ replay: recording });
const bytes = statSync(recording).size;
if (isWhole) copyFileSync(recording, join(ROOT, 'docs/proofs/local-model.recording.jsonl'));
rmSync(folder, { recursive: true });

const records = [...live.archive.records()];
const attempted = records.filter(({ state }) => state === 'scored' || state === 'no-submission');
const result = {
  proof: 'local-model',
  state: 'probed',
  holds: attempted.length === cells.length && live.root === again.root,
  model: { id, bytes: size, sha256: file.digest('hex') },
  binding: `node-llama-cpp ${(JSON.parse(readFileSync(binding, 'utf8')) as { readonly version: string }).version}`,
  cores: cpus().length,
  level: 'L2',
  limits,
  episodes: records
    .map(({ coordinates: { task, seed }, state, stop, counts, scores, decisions }) => ({
      task,
      seed,
      state,
      stop,
      turns: counts.modelTurns,
      requests: counts.requests,
      decisions: decisions.map(({ decision, choice, count }) => `${decision}: ${choice} × ${count}`),
      scores: Object.fromEntries(scores.map(({ scorer, value }) => [scorer, value])),
    }))
    .sort((a, b) => a.task.localeCompare(b.task, 'en') || Number(a.seed) - Number(b.seed)),
  root: live.root,
  replayedRoot: again.root,
  recordingBytes: bytes,
  seconds: live.seconds,
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exit(result.holds ? 0 : 1);
