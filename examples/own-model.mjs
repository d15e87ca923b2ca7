// A model of one's own beside two that ship with Measurand, at L1 on the repaired ComtradeBench.
// It retries a fault once and then skips the page. Run it in a clone with: node examples/own-model.mjs
import { BUILT_IN, gridCells, MemoryArchive, runCells } from 'measurand';

const retriesOnce = {
  id: 'retries-once',
  kind: 'policy',
  decide({ messages }) {
    const fault = JSON.parse(messages.at(-1).text);
    return Promise.resolve({ text: fault.attempt === 1 ? 'retry' : 'skip', calls: [], stop: 'end' });
  },
};

const cells = gridCells({
  profile: 'repaired',
  tasks: ['T4_rate_limit_429', 'T5_server_error_500', 'T8_mixed_faults'],
  seeds: [0, 1, 2, 3, 4],
  models: ['always-retry', 'retries-once', 'always-skip'],
  scaffolds: ['l1'],
  protocol: 'single',
  stressors: [],
});

const archive = new MemoryArchive();
await runCells(cells, {
  archive,
  scorers: ['truth', 'coverage'],
  registries: {
    ...BUILT_IN,
    model: (id) => (id === retriesOnce.id ? retriesOnce : BUILT_IN.model(id)),
  },
});

const means = new Map();
for (const { coordinates, scores } of archive.records()) {
  const sums = means.get(coordinates.model) ?? { truth: 0, coverage: 0, n: 0 };
  for (const { scorer, value } of scores) sums[scorer] += value;
  means.set(coordinates.model, { ...sums, n: sums.n + 1 });
}
for (const [model, { truth, coverage, n }] of means) {
  console.log(
    `${model.padEnd(14)} truth ${(truth / n).toFixed(3)}  coverage ${(coverage / n).toFixed(3)}  n ${n}`,
  );
}
