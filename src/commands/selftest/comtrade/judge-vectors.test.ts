import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { comtradeDefinition } from '../../../tasks/comtrade/definitions.ts';
import type { VectorOutcome } from '../vector-suite.ts';
import { JUDGE_VECTORS } from './judge-vectors.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../../test/vectors/${name}.json`, import.meta.url), 'utf8');

async function run(document: JsonValue, source?: string): Promise<Record<string, VectorOutcome>> {
  const outcomes: [string, VectorOutcome][] = [];
  for (const vector of JUDGE_VECTORS.cases(document, source)) outcomes.push([vector.id, await vector.run()]);
  return Object.fromEntries(outcomes);
}

const notPassed = (outcomes: Record<string, VectorOutcome>): readonly (readonly [string, VectorOutcome])[] =>
  Object.entries(outcomes).filter(([, { state }]) => state !== 'passed');

verifies('scorers.judge.release-exact', async () => {
  for (const [name, cases] of [
    ['comtradebench/judge', 94],
    ['recorded/judge-odd', 140],
  ] as const) {
    const source = read(name);
    const document = JSON.parse(source) as JsonValue;
    expect(JUDGE_VECTORS.recognises(document)).toBe(true);
    const outcomes = await run(document, source);
    expect(Object.keys(outcomes)).toHaveLength(cases);
    expect(notPassed(outcomes)).toEqual([]);
  }
});

const { query } = comtradeDefinition('T3_duplicates');
const base: JsonObject = {
  id: 'case',
  task_id: 'T3_duplicates',
  entry: 'judge',
  data: { parts: [{ canon: 'T3_duplicates', from: 0, to: 25 }] },
  metadata: { task_id: 'T3_duplicates', query: { ...query }, row_count: 25, schema: [], dedup_key: [] },
  run_log: 'a\nb\nc\nd\ne',
  expected: { total: 69 },
  ground_truth: { f1_by_id: 1 },
};
const outcomeOf = async (over: JsonObject, source = true): Promise<VectorOutcome | undefined> => {
  const document = { vectors: [{ ...base, ...over }] };
  return (await run(document, source ? JSON.stringify(document) : undefined))['case'];
};

test('JUDGE_VECTORS fails a case for any expectation that does not hold, and says where', async () => {
  expect(await outcomeOf({})).toEqual({ state: 'failed', why: expect.stringMatching(/^total: /) });
  const total = Number(((await outcomeOf({})) as { why: string }).why.match(/[\d.]+/)?.[0]);
  expect(await outcomeOf({ expected: { total } })).toEqual({ state: 'passed' });
  const wrong: readonly (readonly [JsonObject, RegExp])[] = [
    [{ expected: { total, reward: 0 } }, /^reward/],
    [{ expected: { total, errors: [] } }, /^errors/],
    [{ expected: { breakdown: {} } }, /^breakdown/],
    [{ expected: { details: { row_count_actual: 25 } } }, /^details/],
    [{ expected: { raises: 'TypeError', message: '' } }, /^expected\.raises/],
    [{ expected: { total }, ground_truth: { f1_by_id: 0.5 } }, /^ground_truth\.f1_by_id/],
    [{ entry: 'submit_results', expected: { response: {} } }, /^response/],
    [{ metadata: [] }, /the judge raises AttributeError/],
  ];
  for (const [over, why] of wrong) {
    expect(await outcomeOf(over)).toEqual({ state: 'failed', why: expect.stringMatching(why) });
  }
});

test('JUDGE_VECTORS leaves no case out: what it does not understand is unsupported, with the reason', async () => {
  const odd: readonly (readonly [JsonObject, RegExp])[] = [
    [{ novel: 1 }, /novel/],
    [{ entry: 'green' }, /no entry "green"/],
    [{ task_id: 'T99' }, /no task "T99"/],
    [{ data: { parts: [{ canon: 'T3_duplicates', to: 26 }] } }, /no record 25/],
    [{ data: { parts: [{ indexes: [99], task: 'T3_duplicates' }] } }, /no record 99/],
    [{ data: { parts: [{ mystery: 1 }] } }, /no kind of part/],
    [{ data: { parts: [{ lines: [1] }] } }, /a line should be a text/],
    [{ data: { parts: [], glue: '' } }, /glue/],
    [{ metadata_text: '{}' }, /either metadata or metadata_text/],
    [{ omit: ['other'] }, /no file other/],
    [{ omit: ['run.log'], entry: 'submit_results' }, /cannot omit/],
    [{ expected: { total: 1, colour: 'red' } }, /colour/],
    [{ ground_truth: { f2: 1 }, expected: {} }, /f2/],
    [{ entry: 'submit_results', context: { clock: 1 } }, /clock/],
  ];
  for (const [over, why] of odd) {
    expect(await outcomeOf(over)).toEqual({ state: 'unsupported', why: expect.stringMatching(why) });
  }
  const document = { about: '', vectors: [7, base], appendix: [] };
  expect(await run(document, JSON.stringify(document))).toMatchObject({
    'vector 0': { state: 'unsupported' },
    case: { state: 'failed' },
    appendix: { state: 'unsupported' },
  });
});

test('JUDGE_VECTORS tells 9 from 9.0 by the source of the document', async () => {
  const metadata = { ...(base['metadata'] as JsonObject), request_count: 9 };
  const document = { vectors: [{ ...base, metadata, run_log: 'request=1', expected: { total: -1 } }] };
  const total = async (source?: string): Promise<number> => {
    const outcome = (await run(document, source))['case'] as { why: string };
    return Number(/[\d.]+/.exec(outcome.why)?.[0]);
  };
  const source = JSON.stringify(document);
  // A float is no request count, so the log's 1 counts instead of 9, three times what the task should take.
  const whole = await total(source);
  expect(await total(source.replace('"request_count":9', '"request_count":9.0'))).toBeGreaterThan(whole);
  expect(await total()).toBe(whole);
});
