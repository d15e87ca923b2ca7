// Three models of a provider on this machine, five tasks, ten seeds, live over the wire while every third request fails;
// then from the recording alone, in another process and another order. `npm run prove -- replay`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { MemoryArchive } from '../../src/archive/memory.ts';
import { sha256 } from '../../src/core/digest.ts';
import { readRecording } from '../../src/models/recording/recording.ts';
import { gridCells } from '../../src/study/grid.ts';
import { LiveModels, type LiveModelsOptions } from '../../src/study/live-models.ts';
import { BUILT_IN } from '../../src/study/registries.ts';
import { runCells } from '../../src/study/run-cells.ts';
import { provider } from '../../test/e2e/provider-server.ts';
import { ailing } from '../../test/e2e/provider-walker.ts';
import { KEY } from '../../test/e2e/provider-wires.ts';

const { values } = parseArgs({ options: { replay: { type: 'string' } } });

const CELLS = gridCells({
  profile: 'repaired',
  tasks: ['T3_duplicates', 'T4_rate_limit_429', 'T5_server_error_500', 'T6_page_drift', 'T8_mixed_faults'],
  seeds: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  models: ['compatible:local/a', 'compatible:local/b?stream=true', 'compatible:local/c?temperature=0'],
  scaffolds: ['l2'],
  protocol: 'single',
  stressors: [],
});

/** Everything that an archive holds, in one digest: records and, through them, every blob. */
async function study(options: LiveModelsOptions, cells: typeof CELLS, lanes: number) {
  using models = new LiveModels(options);
  const archive = new MemoryArchive();
  const registries = { ...BUILT_IN, model: models.model.bind(models) };
  const began = performance.now();
  await runCells(cells, { archive, scorers: ['truth', 'shape-judge'], keepTraces: true, registries, lanes });
  const seconds = (performance.now() - began) / 1000;
  const records = [...archive.records()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const states: Record<string, number> = {};
  for (const { state } of records) states[state] = (states[state] ?? 0) + 1;
  return { root: archive.root(), records: sha256(JSON.stringify(records)), states, seconds };
}

if (values.replay !== undefined) {
  const again = await study({ environment: {}, replay: values.replay }, CELLS.toReversed(), 1);
  process.stdout.write(JSON.stringify(again));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-replay-'));
  const [recording, copy] = [join(folder, 'run.jsonl'), join(folder, 'elsewhere.jsonl')];
  await using server = await provider(ailing);
  const environment = { MEASURAND_ENDPOINT_LOCAL: `${server.url}/v1`, MEASURAND_KEY_LOCAL: KEY };
  const live = await study({ environment, record: recording, sleep: () => Promise.resolve() }, CELLS, 8);
  copyFileSync(recording, copy);
  const child = ['--import', 'tsx', import.meta.filename, '--replay', copy];
  const again = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8' })) as typeof live;
  const began = performance.now();
  const { episodes } = readRecording(copy);
  const readSeconds = (performance.now() - began) / 1000;
  const exchanges = [...episodes.values()].reduce((sum, episode) => sum + episode.exchanges.length, 0);
  const result = {
    proof: 'replay',
    holds: live.root === again.root && live.records === again.records && exchanges === server.heard.length,
    episodes: CELLS.length,
    states: live.states,
    requests: server.heard.length,
    failed: server.heard.filter((_, nth) => nth % 3 === 1).length,
    root: live.root,
    replayedRoot: again.root,
    recordingBytes: statSync(recording).size,
    requestBytes: server.heard.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    liveSeconds: Number(live.seconds.toFixed(2)),
    replaySeconds: Number(again.seconds.toFixed(2)),
    readSeconds: Number(readSeconds.toFixed(2)),
  };
  rmSync(folder, { recursive: true });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.holds ? 0 : 1;
}
