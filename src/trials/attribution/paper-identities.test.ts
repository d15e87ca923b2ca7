import { expect, test } from 'vitest';
import { aggregateRuns, type ScoredRun } from '../criteria/aggregate.ts';
import type { Criterion } from '../criteria/criterion.ts';
import { resolveSheets } from '../criteria/resolve.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { attribute } from './label.ts';
import { type AttributedRun, attributionMetrics } from './metrics.ts';

const HARNESSES = 4;
const MODELS = 9;
const TRIALS = 95;
const RUNS = HARNESSES * MODELS * TRIALS;
/** Counts that the paper prints (data/paper/tracetrial_aggregates.json): runs by which layer has a zero. */
const PRINTED = { agentOnly: 1065, neither: 1700, both: 286, harnessOnly: 369, linked: 842, unlinked: 1773 };

const CRITERIA: readonly Criterion[] = [
  { id: 'H1', sheet: 'harness', kind: 'K3', requires: 'a part arrives', evidence: ['shown'] },
  { id: 'A1', sheet: 'agent', kind: 'V1', requires: 'the value is delivered', evidence: ['happened'] },
  { id: 'A2', sheet: 'agent', kind: 'V2', requires: 'the form is right', evidence: ['happened'] },
];
const CHAIN = { id: 'C1', harness: 'H1', distortion: 'the part is dropped', agent: 'A1' };

const verdict = (criterion: string, holds: boolean): Verdict => ({
  criterion,
  state: holds ? 1 : 0,
  reason: 'synthetic',
  packet: '0'.repeat(64),
  by: 'rule',
});

/** The i-th run of a synthetic score file with the printed counts. */
function synthetic(index: number): { readonly scored: ScoredRun; readonly attributed: AttributedRun } {
  const { agentOnly, neither, both } = PRINTED;
  const harnessFails = index < agentOnly + neither;
  const agentFails = (index >= agentOnly && harnessFails) || index >= agentOnly + neither + both;
  const joint = index - agentOnly;
  const linked = harnessFails && agentFails && joint < PRINTED.linked;
  /** Every failure without a link, and enough of the linked ones, fail by a criterion at no link's end. */
  const unlinked = agentFails && (!linked || joint < PRINTED.unlinked - (2069 - PRINTED.linked));
  const score = resolveSheets(CRITERIA, [
    verdict('H1', !harnessFails),
    verdict('A1', !linked),
    verdict('A2', !unlinked),
  ]);
  const trial = `T${(index % TRIALS) + 1}`;
  const scored: ScoredRun = {
    ...{
      trial,
      dimension: 'Tools',
      harness: `harness-${index % HARNESSES}`,
      model: `model-${index % MODELS}`,
    },
    ...{ repeat: 0, agentLayer: 'live', score },
  };
  const input = {
    ...{ admitted: true, finalised: true, bypassed: [], chains: [{ chain: CHAIN, conditionsHold: true }] },
    ...{ agentZeros: score.agent.zeros, harnessZeros: score.harness.zeros },
  };
  const attributed = { dimension: 'Tools', input, attribution: attribute(input), confirmed: [] };
  return { scored, attributed };
}

const FILE = Array.from({ length: RUNS }, (_, index) => synthetic(index));
const percent = (share: number | undefined): string => ((share ?? Number.NaN) * 100).toFixed(1);

test('the shares that the paper prints come out of our metrics over runs with the counts that it prints', () => {
  const { contingency, agentSuccess, clean } = aggregateRuns(FILE.map(({ scored }) => scored));
  expect(contingency).toEqual({ both: 286, agentOnly: 1065, harnessOnly: 369, neither: 1700 });
  expect([agentSuccess?.k, agentSuccess?.n]).toEqual([3420 - 2069, 3420]);
  expect(percent(clean?.share)).toBe('8.4');
  const metrics = attributionMetrics(FILE.map(({ attributed }) => attributed));
  expect(percent(metrics.harnessZeroAgentClean.raw?.share)).toBe('31.1');
  expect([metrics.joint.raw.runs, metrics.joint.raw.linked?.k]).toEqual([1700, 842]);
  expect(percent(metrics.joint.raw.linked?.share)).toBe('49.5');
  expect([metrics.unreachedAgentZero?.k, metrics.unreachedAgentZero?.n]).toEqual([1773, 2069]);
  expect(percent(metrics.unreachedAgentZero?.share)).toBe('85.7');
  expect(metrics.labels).toEqual({
    absorbed: 1065,
    none: 286,
    harness_caused: 2069 - 1773,
    mixed: 842 - (2069 - 1773),
    agent_caused: 2069 - 842,
  });
});

test('a share of a cell is the cells that succeed over those that ran', () => {
  const cell = FILE.slice(0, 95).map(({ scored }, index) => ({
    ...scored,
    score: resolveSheets(CRITERIA, [verdict('H1', true), verdict('A1', index < 32), verdict('A2', true)]),
  }));
  expect(percent(aggregateRuns(cell).agentSuccess?.share)).toBe('33.7');
});

test('bypassed zeros leave the adjusted measures and stay in the raw ones', () => {
  const bypassed = FILE.map(({ attributed: { input, ...rest } }) => {
    const avoided = { ...input, bypassed: input.harnessZeros };
    return { ...rest, input: avoided, attribution: attribute(avoided) };
  });
  const { joint, harnessZeroAgentClean } = attributionMetrics(bypassed);
  expect([joint.raw.runs, joint.raw.linked?.k, joint.adjusted.runs]).toEqual([1700, 0, 0]);
  expect([harnessZeroAgentClean.raw?.k, harnessZeroAgentClean.adjusted?.k]).toEqual([1065, 0]);
});

test('pinned outcomes of scripts and live Agent scores are never averaged', () => {
  const [first, second] = FILE.map(({ scored }) => scored) as [ScoredRun, ScoredRun];
  expect(() => aggregateRuns([first, { ...second, agentLayer: 'pinned' }])).toThrow(
    'T1 is live and T2 is pinned',
  );
  expect(aggregateRuns([{ ...first, agentLayer: 'none' }])).toMatchObject({
    agent: null,
    agentSuccess: null,
  });
});
