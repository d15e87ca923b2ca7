import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { Answer } from '../../../scorers/bridge/index.ts';
import type { VectorOutcome } from '../vector-suite.ts';
import { releasePlaces } from './places.ts';
import { RELEASED_KINDS, type ReleasedKind } from './released-kinds.ts';
import { type AskRelease, releasedSuite } from './released-suite.ts';
import { releasesAt } from './releases.ts';

const kindOf = (target: string): ReleasedKind => {
  const kind = RELEASED_KINDS.find((candidate) => candidate.target === target);
  if (!kind) throw new Error(`no kind for ${target}`);
  return kind;
};

/** What each case comes to when the release gives these answers, and the text of the cases that it was handed. */
async function put(target: string, cases: string, answer: Answer<JsonObject>) {
  const asked: string[] = [];
  const ask: AskRelease = (_suite, given) => {
    asked.push(given.text);
    return Promise.resolve(answer);
  };
  const source = `{"cases": [${cases}]}`;
  const outcomes: VectorOutcome[] = [];
  for (const each of releasedSuite(kindOf(target), ask).cases(JSON.parse(source) as JsonValue, source)) {
    outcomes.push(await each.run());
  }
  return { asked, states: outcomes.map(({ state }) => state) };
}

const GAIA = '{"gold": "3", "submission": 3.0, "result": true, "error": null}';
const RAISES = '{"gold": "3", "submission": null, "result": null, "error": "TypeError: bad operand"}';
const raised = (type: string, message: string): Answer<JsonObject> => ({
  kind: 'scorer-exception',
  type,
  message,
  traceback: null,
  runnerWouldRecord: null,
});
const unasked = (why: 'needs_model' | 'timeout'): Answer<JsonObject> => ({
  kind: 'not-probed',
  why,
  detail: '',
});

verifies('bridge.vectors.released', async () => {
  const yes = await put('gaia', `${GAIA}, ${RAISES}`, { kind: 'answer', value: { result: true } });
  expect(yes.states).toEqual(['passed', 'failed']);
  expect(yes.asked[0]).toContain('"submission": 3.0');
  const no = await put('gaia', GAIA, { kind: 'answer', value: { result: false } });
  expect(no.states).toEqual(['failed']);
  const threw = await put('gaia', `${GAIA}, ${RAISES}`, raised('TypeError', 'bad operand'));
  expect(threw.states).toEqual(['failed', 'passed']);
  expect((await put('gaia', RAISES, raised('TypeError', 'other words'))).states).toEqual(['failed']);
  expect((await put('gaia', GAIA, unasked('timeout'))).states).toEqual(['unsupported']);
});

test('a case that says that a model is asked passes only when the release asks for one', async () => {
  const cases = [
    '{"reference_answers": {"fuzzy_match": ["a"]}, "answer": "a", "output": "MODEL"}',
    '{"reference_url": "http://s.test/a", "final_url": "http://s.test/a", "output": 1.0}',
  ].join();
  expect((await put('webarena', cases, unasked('needs_model'))).states).toEqual(['passed', 'failed']);
  const one = await put('webarena', cases, { kind: 'answer', value: { output: 1 } });
  expect(one.states).toEqual(['failed', 'passed']);
});

test('a field that the release would not look at makes a case unsupported, and nothing is asked', async () => {
  const { asked, states } = await put('gaia', GAIA.replace('}', ', "surprise": 1}'), unasked('timeout'));
  expect([asked, states]).toEqual([[], ['unsupported']]);
});

test('an exception that a vector names by its type alone is met by that type', async () => {
  const crash =
    '{"category": "simple_python", "function": [], "possible_answer": [], "submission": [], "valid": null, "error_type": "CRASH:KeyError"}';
  expect((await put('bfcl', crash, raised('KeyError', "'items'"))).states).toEqual(['passed']);
  expect((await put('bfcl', crash, raised('TypeError', "'items'"))).states).toEqual(['failed']);
});

test('places are named by target, and a word that names none is refused', () => {
  expect(releasePlaces(['tau-bench=a', 'bfcl=b', 'gaia=c.py:f'])).toEqual({
    'tau-bench': { root: 'a' },
    bfcl: { python: 'b' },
    gaia: { scorer: 'c.py:f' },
  });
  for (const word of ['chess=x', resolve(import.meta.dirname), '']) {
    expect(() => releasePlaces([word])).toThrow('names no release');
  }
});

test('a release that is not there makes its cases unsupported, and the name of none is refused', async () => {
  const releases = releasesAt({ gaia: { scorer: '/no/such/scorer.py:f', python: '/no/such/python' } });
  const [suite] = releases.suites;
  const source = `{"cases": [${GAIA}]}`;
  const [first] = suite?.cases(JSON.parse(source) as JsonValue, source) ?? [];
  expect(await first?.run()).toMatchObject({ state: 'unsupported' });
  await releases[Symbol.asyncDispose]();
  expect(() => releasesAt({ chess: {} })).toThrow('no vectors are put to "chess"');
});
