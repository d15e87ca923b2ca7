import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { JsonValue } from '../../core/json.ts';
import { fromJson } from '../../core/python/from-json.ts';
import type { PythonDict, PythonValue } from '../../core/python/value.ts';
import { dbbenchCompare } from './agentbench/compare-results.ts';
import { bfclAstChecker } from './bfcl/ast-checker.ts';
import { gaiaQuestionScorer } from './gaia/question-scorer.ts';
import { OSWORLD_METRICS, osworldMetric } from './osworld/metrics.ts';
import { swebenchReport } from './swebench/grading.ts';
import { LOG_PARSERS } from './swebench/parsers.ts';
import { TAU_BENCH_SCAFFOLDS, tauBenchScaffoldTurn } from './tau-bench/scaffold-turn.ts';
import { webarenaStringMatch } from './webarena/string-match.ts';
import { webarenaUrlMatch } from './webarena/url-match.ts';

const STATES = ['graded', 'raised', 'unsupported'];
const value: fc.Arbitrary<PythonValue> = fc.jsonValue().map((json) => fromJson(json as JsonValue));
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'[](){}\'"\\,.:;=+-*/%1e0xj_ \n#abAction') }),
);
const parser = fc.constantFrom(...LOG_PARSERS.keys());

test.prop([value, value, text])(
  'gaiaQuestionScorer and dbbenchCompare end in one of three ways',
  (a, b, words) => {
    expect(STATES).toContain(gaiaQuestionScorer(a, b).state);
    expect(STATES).toContain(gaiaQuestionScorer(words, words).state);
    expect(STATES).toContain(dbbenchCompare(a, b, 'SELECT').state);
    expect(STATES).toContain(dbbenchCompare(`[${words}]`, words, 'UPDATE').state);
  },
);

test.prop([value, value, value, fc.constantFrom('simple_python', 'parallel', 'multiple', 'x')])(
  'bfclAstChecker gives a verdict or the exception of the release for any values',
  (functions, calls, answers, category) => {
    expect(['graded', 'raised']).toContain(bfclAstChecker({ category, functions, calls, answers }).state);
  },
);

test.prop([fc.constantFrom(...OSWORLD_METRICS), fc.array(value, { maxLength: 3 })])(
  'osworldMetric ends in one of three ways, with a score from 0 to 1',
  (name, args) => {
    const outcome = osworldMetric(name, args);
    expect(STATES).toContain(outcome.state);
    if (outcome.state === 'graded') expect([0, 1]).toContain(outcome.value);
  },
);

test.prop([fc.webUrl({ withQueryParameters: true, withFragments: true })])(
  'an address matches itself, with a slash or anything else behind it',
  (url) => {
    expect(webarenaUrlMatch(url, url)).toEqual({ state: 'graded', value: 1 });
    expect(webarenaUrlMatch('http://a.test/b', `http://a.test/b${url.replaceAll('#', '')}`).state).toBe(
      'graded',
    );
  },
);

test.prop([text, text, fc.dictionary(fc.constantFrom('exact_match', 'must_include', 'fuzzy_match'), value)])(
  'the checks of WebArena end in one of three ways',
  (left, right, references) => {
    expect(STATES).toContain(webarenaUrlMatch(left, right).state);
    const dict: PythonDict = new Map(Object.entries(references));
    expect(STATES).toContain(webarenaStringMatch(dict, left).state);
  },
);

test.prop([text, parser, fc.array(text), fc.constantFrom('pass_and_fail' as const, 'fail_only' as const)])(
  'swebenchReport never resolves a log without its markers',
  (log, name, tests, evalType) => {
    const given = { patch: 'x', failToPass: tests, passToPass: tests, parser: name, evalType };
    expect(STATES).toContain(
      swebenchReport({ ...given, log: `>>>>> Start Test Output${log}>>>>> End Test Output` }).state,
    );
    const bare = swebenchReport({ ...given, log: log.replaceAll('>', '') });
    expect(bare).toMatchObject({ state: 'graded', value: { resolved: false, applied: false } });
  },
);

test.prop([
  fc.constantFrom(...TAU_BENCH_SCAFFOLDS),
  fc.option(text),
  fc.array(fc.record({ name: text, arguments: text })),
])(
  'a scaffold of tau-bench sends an action or ends the episode, whatever the turn',
  (scaffold, content, calls) => {
    const { action, fatal } = tauBenchScaffoldTurn(scaffold, { content, calls, cost: 0 });
    expect((action === null) !== (fatal === null)).toBe(true);
  },
);

verifies('restated.dbbench.no-eval', () => {
  const touched = globalThis as { touched?: boolean };
  for (const answer of [
    '[globalThis.touched := True]',
    '[__import__("os").system("touch x")]',
    '[print("x")]',
    '[max(1, 2)]',
    '[(lambda: 1)()]',
    "[f'{1}']",
    '[x for x in (1, 2)]',
    '[open]',
  ]) {
    expect(dbbenchCompare(answer, ['1'], 'SELECT').state, answer).not.toBe('raised');
  }
  expect(dbbenchCompare('[max(1, 2)]', ['2'], 'SELECT')).toMatchObject({ state: 'unsupported' });
  expect(dbbenchCompare('[9**9**9**9]', ['1'], 'SELECT')).toMatchObject({ state: 'unsupported' });
  expect(dbbenchCompare("['a' * 10**12]", ['1'], 'SELECT')).toMatchObject({ state: 'unsupported' });
  expect(touched.touched).toBeUndefined();
});

/** One name of each log parser. */
const DISTINCT_PARSERS = [
  'pytest',
  'pytest_options',
  'pytest_v2',
  'matplotlib',
  'django',
  'seaborn',
  'sympy',
].map((name) => `parse_log_${name}`);

/** Shapes on which a careless pattern or a careless recursion does not end. */
const HOSTILE: readonly string[] = [
  '_'.repeat(60_000),
  '['.repeat(60_000),
  `[${'-'.repeat(60_000)}1]`,
  `[${'{'.repeat(190)}1${'}'.repeat(190)}]`,
  `[${'('.repeat(190)}1${')'.repeat(190)}]`,
  `[${'1+'.repeat(30_000)}1]`,
  `[${'\\'.repeat(60_001)}]`,
  `["${'\\x4'.repeat(20_000)}"]`,
  '1_'.repeat(30_000),
  `${' '.repeat(60_000)}x`,
  `a${'/'.repeat(60_000)}b`,
  `http://${'[]'.repeat(30_000)}`,
  `?${'a=%4'.repeat(20_000)}`,
  'PASSED a\n'.repeat(20_000),
  'a ... Testing against Django installed in b\n'.repeat(20_000),
  'a ... Internal Server Error: /b\n'.repeat(20_000),
  ` ${'.py:'.repeat(20_000)}`,
  `${'1 a, '.repeat(20_000)}`,
  `Test Suites: ${'1 a, '.repeat(20_000)}`,
  '5.'.repeat(30_000),
  'Action:'.repeat(20_000),
  '['.repeat(900) + ']'.repeat(900),
];

verifies(
  'restated.all.total',
  () => {
    for (const shape of HOSTILE) {
      expect(STATES).toContain(gaiaQuestionScorer(shape, `${shape},`).state);
      expect(STATES).toContain(gaiaQuestionScorer(shape, '1').state);
      expect(STATES).toContain(dbbenchCompare(shape, [shape], 'SELECT').state);
      expect(STATES).toContain(webarenaUrlMatch(shape, shape).state);
      expect(STATES).toContain(webarenaStringMatch(new Map([['must_include', ['5']]]), shape).state);
      for (const name of DISTINCT_PARSERS) {
        const log = `>>>>> Start Test Output\n${shape}\n>>>>> End Test Output`;
        const given = { log, patch: 'x', failToPass: ['a['], passToPass: ['b'], parser: name };
        expect(STATES).toContain(swebenchReport({ ...given, evalType: 'pass_and_fail' }).state);
      }
      for (const scaffold of TAU_BENCH_SCAFFOLDS) {
        tauBenchScaffoldTurn(scaffold, { content: shape, calls: [{ name: 'x', arguments: shape }], cost: 0 });
      }
      expect(STATES).toContain(
        osworldMetric('check_gnome_favorite_apps', [shape, new Map([['expected', []]])]).state,
      );
    }
    const groups = Array.from({ length: 40 }, (_, i) => [`a${i}`, `b${i}`]);
    const liked = [...groups.flat()].map((url) => ({ type: 'url', url }));
    const folder = { type: 'folder', name: 'Liked Authors', children: liked };
    const bookmarks = fromJson({ bookmark_bar: { children: [folder] } });
    const rule = fromJson({ type: 'liked_authors_websites_urls', urls: groups });
    expect(osworldMetric('is_expected_bookmarks', [bookmarks, rule])).toEqual({ state: 'graded', value: 0 });
  },
  60_000,
);
