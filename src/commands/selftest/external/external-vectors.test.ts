import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { JsonValue } from '../../../core/json.ts';
import { Random } from '../../../core/random.ts';
import { VECTOR_SUITES } from '../suites.ts';
import type { VectorOutcome, VectorSuite } from '../vector-suite.ts';
import { bfclVectors } from './bfcl-vectors.ts';
import { dbbenchVectors } from './dbbench-vectors.ts';
import { gaiaVectors } from './gaia-vectors.ts';
import { osworldVectors } from './osworld-vectors.ts';
import { swebenchVectors } from './swebench-vectors.ts';
import { tauBenchScaffoldVectors } from './tau-bench-vectors.ts';
import { webarenaVectors } from './webarena-vectors.ts';

const OWN = new URL('../../../../test/vectors/', import.meta.url);
/** Vectors that may not be copied into the project; they stand beside a checkout where they are at hand. */
const SHARED = new URL('../../../../../shared/vectors/', import.meta.url);

async function outcomes(suite: VectorSuite, source: string): Promise<readonly VectorOutcome[]> {
  const all: VectorOutcome[] = [];
  for (const vector of suite.cases(JSON.parse(source) as JsonValue, source)) all.push(await vector.run());
  return all;
}

const textOf = (path: string, root = OWN): string => readFileSync(new URL(path, root), 'utf8');

async function expectAllPass(suite: VectorSuite, source: string, count: number): Promise<void> {
  const all = await outcomes(suite, source);
  expect([all.filter(({ state }) => state !== 'passed'), all.length]).toEqual([[], count]);
}

const FILES = [
  ['restated.gaia.vectors', 'gaia/question_scorer.json', gaiaVectors, 48],
  ['restated.swebench.vectors', 'swebench/grading.json', swebenchVectors, 12],
  ['restated.webarena.vectors', 'webarena/evaluators.json', webarenaVectors, 18],
  ['restated.dbbench.vectors', 'agentbench/dbbench_compare.json', dbbenchVectors, 15],
  ['restated.osworld.vectors', 'osworld/metrics.json', osworldVectors, 16],
] as const;

verifies('restated.gaia.vectors', () => expectAllPass(gaiaVectors, textOf(FILES[0][1]), 48));
verifies('restated.swebench.vectors', () => expectAllPass(swebenchVectors, textOf(FILES[1][1]), 12));
verifies('restated.webarena.vectors', () => expectAllPass(webarenaVectors, textOf(FILES[2][1]), 18));
verifies('restated.dbbench.vectors', () => expectAllPass(dbbenchVectors, textOf(FILES[3][1]), 15));
verifies('restated.osworld.vectors', () => expectAllPass(osworldVectors, textOf(FILES[4][1]), 16));

if (existsSync(SHARED)) {
  verifies('restated.bfcl.vectors', () =>
    expectAllPass(bfclVectors, textOf('bfcl/ast_checker.json', SHARED), 78),
  );
  verifies('restated.tau-bench.scaffolds', () =>
    expectAllPass(tauBenchScaffoldVectors, textOf('taubench/scaffold_parsing.json', SHARED), 36),
  );
} else {
  test.skip('restated.bfcl.vectors and restated.tau-bench.scaffolds: their vectors are not beside this checkout', () => {});
}

const recognisedBy = (document: JsonValue): readonly string[] =>
  VECTOR_SUITES.filter((suite) => suite.recognises(document)).map(({ id }) => id);

verifies('restated.all.shape-alone', async () => {
  for (const [, path, suite] of FILES) {
    const document = JSON.parse(textOf(path)) as { cases: Record<string, JsonValue>[] };
    expect(recognisedBy(document), path).toEqual([suite.id]);
    const [first] = document.cases;
    const odd = JSON.stringify({ cases: [{ ...first, surprise: 1 }, first, 7] });
    const states = (await outcomes(suite, odd)).map(({ state }) => state);
    expect(states, path).toEqual(['unsupported', 'passed', 'unsupported']);
  }
  for (const other of [
    null,
    [],
    {},
    { cases: [] },
    { cases: [{ id: 'x' }] },
    { records: [1] },
    { rewards: {} },
  ]) {
    expect(recognisedBy(other)).toEqual([]);
  }
});

verifies('restated.tau-bench.expectations-unsupported', async () => {
  const reward = { domain: 'retail', split: 'test', task: 0, variant: 'verbatim', actions: [], reward: 1 };
  const documents: readonly JsonValue[] = [
    { cases: [reward, { ...reward, task: 1 }] },
    { records: [{ task: 0, trial: 0, stored: 1, replay: 1 }] },
    { domain: 'retail', split: 'test', rewards: { 0: { verbatim: 1 }, 1: { verbatim: 0 } } },
  ];
  const counts: number[] = [];
  for (const document of documents) {
    const [suite] = VECTOR_SUITES.filter((candidate) => candidate.recognises(document));
    const all = await outcomes(suite as VectorSuite, JSON.stringify(document));
    expect(all.every(({ state }) => state === 'unsupported')).toBe(true);
    counts.push(all.length);
  }
  expect(counts).toEqual([2, 1, 2]);
});

/** Another outcome than the stated one, of the same kind. */
function altered(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value === 1 ? 0 : 1;
  return typeof value === 'string' ? 1 : true;
}

verifies('restated.all.wrong-vector-fails', async () => {
  const random = new Random(5);
  for (const [, path, suite] of FILES) {
    const { cases } = JSON.parse(textOf(path)) as { cases: Record<string, JsonValue>[] };
    for (let trial = 0; trial < 10; trial += 1) {
      const vector = structuredClone(random.choice(cases)) as Record<string, JsonValue>;
      const field = 'result' in vector ? 'result' : 'output';
      const stated = vector[field];
      vector[field] =
        typeof stated === 'object' && stated !== null
          ? { ...stated, resolved: !(stated as { resolved: boolean }).resolved }
          : altered(stated);
      if ('error' in vector) vector['error'] = null;
      const [outcome] = await outcomes(suite, JSON.stringify({ cases: [vector] }));
      expect(outcome?.state, `${path} ${JSON.stringify(vector)}`).toBe('failed');
    }
  }
});
