import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { Random } from '../../../core/random.ts';
import type { VectorOutcome, VectorSuite } from '../vector-suite.ts';
import { pagesVectors } from './pages-vectors.ts';
import { recordsVectors } from './records-vectors.ts';
import { rngVectors } from './rng-vectors.ts';
import { scaffoldVectors } from './scaffold-vectors.ts';
import { toolsVectors } from './tools-vectors.ts';

type Mutable = { [key: string]: unknown };

function vectors(name: string): JsonObject {
  const url = new URL(`../../../../test/vectors/comtradebench/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as JsonObject;
}

/** Each suite with its document, the list or object of its cases, and the paths in a case that state expectations. */
const SUITES: readonly { file: string; suite: VectorSuite; cases: string; expects: readonly string[] }[] = [
  {
    file: 'records',
    suite: recordsVectors,
    cases: 'tasks',
    expects: [
      'query',
      'constraints',
      'fault_injection',
      'seed_text',
      'seed_uint32',
      'sha256_by_seed',
      'first_two',
      'rows',
    ],
  },
  {
    file: 'rng',
    suite: rngVectors,
    cases: 'mt',
    expects: [
      'first_getrandbits32',
      'random5',
      'randrange_0_20_x12',
      'shuffle_range36',
      'choice_range17_x12',
    ],
  },
  { file: 'rng', suite: rngVectors, cases: 'stable_seed', expects: ['uint32'] },
  {
    file: 'pages',
    suite: pagesVectors,
    cases: 'scripts',
    expects: ['calls.*.ok', 'calls.*.error', 'after', 'unique_true'],
  },
  {
    file: 'tools',
    suite: toolsVectors,
    cases: 'cases',
    expects: [
      'get_task_info',
      'fetch_page',
      'submit_results',
      'reset_observation_metadata',
      'calls.*.result',
      'calls.*.requests_used',
      'submit',
      'fetch_returns_rows',
      'raises',
      'task_by_seed',
    ],
  },
  { file: 'scaffold_l0', suite: scaffoldVectors, cases: 'runs', expects: ['expected'] },
];

async function outcomes(suite: VectorSuite, document: JsonValue): Promise<VectorOutcome[]> {
  const all: VectorOutcome[] = [];
  for (const vector of suite.cases(document)) all.push(await vector.run());
  return all;
}

const unpassed = (all: readonly VectorOutcome[]): VectorOutcome[] =>
  all.filter(({ state }) => state !== 'passed');

test.each([
  ['records', recordsVectors, 10],
  ['rng', rngVectors, 12],
] as const)('every vector of %s.json passes', async (file, suite, count) => {
  const all = await outcomes(suite, vectors(file));
  expect([unpassed(all), all.length]).toEqual([[], count]);
});

verifies('published.pages.release-exact', async () => {
  const all = await outcomes(pagesVectors, vectors('pages'));
  expect([unpassed(all), all.length]).toEqual([[], 24]);
});

verifies('published.tools.release-exact', async () => {
  const all = await outcomes(toolsVectors, vectors('tools'));
  expect([unpassed(all), all.length]).toEqual([[], 15]);
});

verifies('l0-release.vectors.exact', async () => {
  const all = await outcomes(scaffoldVectors, vectors('scaffold_l0'));
  expect([unpassed(all), all.length]).toEqual([[], 19]);
});

test('each document is recognised by its own suite alone, whatever the file is called', () => {
  for (const { file } of SUITES) {
    const recognised = new Set(
      SUITES.filter(({ suite }) => suite.recognises(vectors(file))).map(({ suite }) => suite.id),
    );
    const own = SUITES.filter((other) => other.file === file).map(({ suite }) => suite.id);
    expect([...recognised]).toEqual([...new Set(own)]);
  }
  for (const nothing of [
    null,
    [],
    {},
    { scripts: [] },
    { runs: 'x' },
    { cases: [{ id: 'x' }] },
    { tasks: {} },
  ]) {
    expect(SUITES.some(({ suite }) => suite.recognises(nothing as JsonValue))).toBe(false);
  }
});

/** All leaves below the paths that state expectations, each as its parent and its key. */
function leaves(
  value: unknown,
  paths: readonly string[],
): { readonly parent: Mutable; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Mutable;
  return Object.keys(parent).flatMap((key) => {
    const inside = paths.flatMap((path) => {
      const [head, ...rest] = path.split('.');
      if (path === '') return [''];
      return head === key || head === '*' ? [rest.join('.')] : [];
    });
    if (inside.length === 0) return [];
    const isLeaf = typeof parent[key] !== 'object' || parent[key] === null;
    return isLeaf ? (inside.includes('') ? [{ parent, key }] : []) : leaves(parent[key], inside);
  });
}

function altered(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}x`;
  return typeof value === 'boolean' ? !value : 1;
}

verifies('selftest.comtrade.wrong-vector-fails', async () => {
  const random = new Random(20_260_101);
  for (const { file, suite, cases, expects } of SUITES) {
    const source = vectors(file)[cases] as JsonObject;
    for (const key of Object.keys(source)) {
      for (let trial = 0; trial < 4; trial += 1) {
        const vector = structuredClone(source[key]) as Mutable;
        const { parent, key: leaf } = random.choice(leaves(vector, expects));
        parent[leaf] = altered(parent[leaf]);
        const document = { ...vectors(file), [cases]: Array.isArray(source) ? [vector] : { [key]: vector } };
        const others = { stable_seed: [], mt: [], [cases]: document[cases] };
        const [outcome] = await outcomes(suite, (file === 'rng' ? others : document) as JsonValue);
        expect(outcome?.state, `${file} ${key} with ${leaf} altered`).not.toBe('passed');
      }
    }
  }
});

verifies('selftest.comtrade.unknown-is-unsupported', async () => {
  for (const { file, suite, cases } of SUITES) {
    const document = structuredClone(vectors(file)) as Mutable;
    const list = Object.entries(document[cases] as Mutable).slice(0, 3);
    for (const [key, item] of list) {
      const vector = { ...(item as Mutable), surprise: 1 };
      const only = Array.isArray(document[cases]) ? [vector, 7] : { [key]: vector };
      const rest = file === 'rng' ? { stable_seed: [], mt: [] } : {};
      const all = await outcomes(suite, { ...rest, [cases]: only, novelties: [] } as unknown as JsonValue);
      expect(all.map(({ state }) => state)).toEqual(all.map(() => 'unsupported'));
      expect(all.length).toBe(Array.isArray(only) ? 3 : 2);
      expect(all.every((outcome) => outcome.state === 'unsupported' && outcome.why.length > 10)).toBe(true);
    }
  }
});

test('a field that a nested expectation adds is unsupported or fails, and a script that ends too early is unsupported', async () => {
  const [run] = vectors('scaffold_l0')['runs'] as unknown as {
    expected: JsonObject;
    model_outputs: string[];
  }[];
  const nested = { ...run, expected: { ...run?.expected, latency: 3 } };
  const short = { ...run, model_outputs: run?.model_outputs.slice(0, 1) };
  const crash = {
    ...run,
    model_outputs: ['<tool_call>{"name": "fetch_page", "arguments": {"page": null}}</tool_call>'],
  };
  const all = await outcomes(scaffoldVectors, { runs: [nested, short, crash] } as unknown as JsonValue);
  expect(all.map(({ state }) => state)).toEqual(['unsupported', 'unsupported', 'unsupported']);
  const [script] = vectors('pages')['scripts'] as unknown as { calls: JsonObject[] }[];
  const [call] = script?.calls ?? [];
  const changed = [
    { ...script, calls: [{ ...call, header: 'x' }] },
    { ...script, calls: [{ page: 1 }] },
    { ...script, task_id: 'T77' },
    { ...script, calls: [{ ...call, ok: { ...(call?.['ok'] as JsonObject), rows_idx: [99] } }] },
  ];
  const states = await outcomes(pagesVectors, { scripts: changed } as unknown as JsonValue);
  expect(states.map(({ state }) => state)).toEqual([
    'unsupported',
    'unsupported',
    'unsupported',
    'unsupported',
  ]);
});

test('a tools case may leave its task to what it expects, for any task that this tells', async () => {
  const budget = {
    id: 'budget-elsewhere',
    calls: [
      {
        page: 3,
        result: {
          rows: '<5 rows>',
          page: 3,
          page_size: 10,
          total_pages: 3,
          total_rows: 25,
          has_more: false,
          task_id: 'T3_duplicates',
        },
        requests_used: 1,
        requests_remaining: 49,
      },
    ],
  };
  const nowhere = { id: 'budget-nowhere', calls: [{ page: 1, result: { error: 'x' } }] };
  const nothing = { id: 'nothing' };
  const all = await outcomes(toolsVectors, { cases: [budget, nowhere, nothing] });
  expect(all.map(({ state }) => state)).toEqual(['passed', 'unsupported', 'unsupported']);
});

test('records of a task that the release does not know are generated from what the vector says of it', async () => {
  const tasks = vectors('records')['tasks'] as JsonObject;
  const known = tasks['T3_duplicates'] as JsonObject;
  const stranger = await outcomes(recordsVectors, { tasks: { T3_elsewhere: known } });
  expect(stranger[0]).toMatchObject({ state: 'failed', why: expect.stringContaining('seed_text') });
  const faulty = { ...known, constraints: { ...(known['constraints'] as JsonObject), total_rows: 24 } };
  expect((await outcomes(recordsVectors, { tasks: { T3_duplicates: faulty } }))[0]?.state).toBe('failed');
  expect(isJsonObject(known['query'])).toBe(true);
});
