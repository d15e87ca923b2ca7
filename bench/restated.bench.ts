import { readFileSync } from 'node:fs';
import type { JsonValue } from '../src/core/json.ts';
import { fromJson } from '../src/core/python/from-json.ts';
import { dbbenchCompare } from '../src/scorers/restated/agentbench/compare-results.ts';
import { bfclAstChecker } from '../src/scorers/restated/bfcl/ast-checker.ts';
import { gaiaQuestionScorer } from '../src/scorers/restated/gaia/question-scorer.ts';
import { swebenchReport } from '../src/scorers/restated/swebench/grading.ts';
import { webarenaUrlMatch } from '../src/scorers/restated/webarena/url-match.ts';
import type { BenchResult } from './benchmark.ts';

const ROUNDS = 7;
const CALLS = 4000;

interface Case {
  readonly name: string;
  /** The case as JSON: reading it is the bound. */
  readonly text: string;
  readonly grade: () => { readonly state: string };
}

const vectors = (path: string): readonly Record<string, JsonValue>[] =>
  (JSON.parse(readFileSync(new URL(`../test/vectors/${path}`, import.meta.url), 'utf8')) as { cases: [] })
    .cases;

const log = [
  '>>>>> Start Test Output',
  ...Array.from({ length: 500 }, (_, i) => `PASSED tests/test_a.py::test_${i}`),
  '>>>>> End Test Output',
].join('\n');
const tests = Array.from({ length: 100 }, (_, i) => `tests/test_a.py::test_${i}`);

const bfcl = {
  functions: [
    {
      name: 'f',
      parameters: { properties: { a: { type: 'integer' }, b: { type: 'string' } }, required: ['a'] },
    },
  ],
  calls: [{ f: { a: 1, b: 'Hello, World' } }],
  answers: [{ f: { a: [1], b: ['hello world', ''] } }],
};
const python = {
  functions: fromJson(bfcl.functions),
  calls: fromJson(bfcl.calls),
  answers: fromJson(bfcl.answers),
};

function cases(): readonly Case[] {
  const gaia = vectors('gaia/question_scorer.json').find(({ gold }) => gold === 'red, green, blue');
  const rows = "['a','a','b']";
  return [
    {
      name: 'restated-gaia',
      text: JSON.stringify(gaia),
      grade: () => gaiaQuestionScorer('Red,green;BLUE', 'red, green, blue'),
    },
    {
      name: 'restated-bfcl',
      text: JSON.stringify(bfcl),
      grade: () => bfclAstChecker({ category: 'simple_python', ...python }),
    },
    {
      name: 'restated-swebench-500-lines',
      text: JSON.stringify({ log, tests }),
      grade: () =>
        swebenchReport({
          log,
          patch: 'diff',
          failToPass: tests,
          passToPass: [],
          parser: 'parse_log_pytest',
          evalType: 'pass_and_fail',
        }),
    },
    {
      name: 'restated-webarena-url',
      text: JSON.stringify({ reference: 'http://s.test/a?x=1', url: 'http://s.test/a?x=1&y=2' }),
      grade: () => webarenaUrlMatch('http://s.test/a?x=1', 'http://s.test/a?x=1&y=2'),
    },
    {
      name: 'restated-dbbench',
      text: JSON.stringify({ answer: rows, truth: ['a', 'b'] }),
      grade: () => dbbenchCompare(rows, ['a', 'b'], 'SELECT'),
    },
  ];
}

function perSecond(calls: number, run: () => void): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i += 1) run();
  return (calls * 1e9) / Number(process.hrtime.bigint() - start);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function measure({ name, text, grade }: Case): BenchResult {
  const calls = text.length > 5000 ? CALLS / 20 : CALLS;
  let graded = 0;
  const gradeOnce = (): void => {
    if (grade().state === 'graded') graded += 1;
  };
  let parsed = 0;
  const parse = (): void => {
    parsed += Object.keys(JSON.parse(text) as object).length;
  };
  const speeds = Array.from(
    { length: ROUNDS },
    () => [perSecond(calls, gradeOnce), perSecond(calls, parse)] as const,
  );
  if (graded < calls || parsed === 0) throw new Error(`${name} did nothing`);
  return {
    name,
    perSecond: median(speeds.map(([speed]) => speed)),
    bound: median(speeds.map(([, speed]) => speed)),
    reference: null,
  };
}

/** Calls a second of the restated scorers. Bound: `JSON.parse` of the same case. Rounds of both alternate; medians are given. */
export const restated = {
  name: 'restated',
  run: (): Promise<readonly BenchResult[]> => Promise.resolve(cases().map(measure)),
};
