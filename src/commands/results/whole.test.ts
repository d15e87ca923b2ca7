import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { inspectError, inspectLog, inspectSample, writeFiles } from '../../../test/samples/result-logs.ts';
import { type Results, ResultsSchema } from '../../report/results/document.ts';
import { resultsHtml } from '../../report/results/page.ts';
import { resultsSections } from '../../report/results/sections.ts';
import { sectionsText } from '../../report/study/text.ts';
import { logResults } from './results.ts';

const root = mkdtempSync(join(tmpdir(), 'whole-'));
afterAll(() => rmSync(root, { recursive: true }));

const TASKS = 6;
const MODELS = ['vendor/model-a', 'vendor/model-b', 'vendor/model-c'];
const SCAFFOLDS = ['react', 'plan'];

/** A graded score, so that tails differ; scaffold `plan` writes the same for every model, and one sample erred once. */
function sampleOf(model: number, scaffold: number, task: number, epoch: number) {
  const value = ((task * 7 + epoch * 3 + model * 5 + scaffold * 11) % 11) / 10;
  const said =
    scaffold === 1 ? `the scaffold's own text ${task} ${epoch}` : `model ${model} on ${task} ${epoch}`;
  const retried = task === 0 && epoch === 1 ? { error_retries: [{ message: "RuntimeError('once')" }] } : {};
  const lost = model === 2 && task === 5;
  return {
    ...inspectSample(task, lost ? undefined : value, { said, ...retried, ...(lost ? inspectError() : {}) }),
    epoch,
  };
}

let results: Results;
beforeAll(async () => {
  const logs = MODELS.flatMap((model, m) =>
    SCAFFOLDS.map((solver, s) => {
      const samples = Array.from({ length: TASKS * 2 }, (_, at) =>
        sampleOf(m, s, at % TASKS, at < TASKS ? 1 : 2),
      );
      const eval_ = {
        model,
        solver,
        config: { epochs: 2 },
        dataset: { sample_ids: Array.from({ length: TASKS }, (_, at) => at) },
      };
      return [`logs/${m}-${s}.json`, inspectLog(samples, undefined, { eval: eval_ })] as const;
    }),
  );
  writeFiles(root, Object.fromEntries(logs));
  results = await logResults({ logs: [root] });
}, 60_000);

test('logResults of many logs holds everything that a reader of results asks for, in its published form', () => {
  expect(ResultsSchema.parse(JSON.parse(JSON.stringify(results)))).toEqual(results);
  expect(results.retries).toHaveLength(6);
  expect(results.retries[0]).toMatchObject({ tasks: TASKS, attempts: TASKS * 2 + 1 });
  expect(new Set(results.equalN.map(({ n }) => n))).toEqual(new Set([(TASKS - 1) * 2]));
  expect(results.equalN[0]).toMatchObject({
    cvar: expect.any(Number),
    reliability90: expect.any(Number),
    worst: expect.any(Number),
  });
  expect(results.comparisons[0]?.contrasts.length).toBe(6);
  expect(
    results.identical.filter(({ same, shared }) => same === shared).map(({ scaffold }) => scaffold),
  ).toEqual(['plan', 'plan', 'plan']);
  expect(results.findingCounts['identical-submissions']).toBe(3);
  const [scorer] = results.stats?.scorers ?? [];
  expect(scorer?.strata[0]?.ranking?.models.map(({ rankSet }) => rankSet)).toHaveLength(3);
  expect(scorer?.variance[0]).toMatchObject({ levels: { model: 3, scaffold: 2 } });
});

const SHOWN = [
  /Files are named from .*logs\//,
  /First, last and any attempt/i,
  /CVaR@0\.2/,
  /Rel@0\.9/,
  /Holm/i,
  /rank/i,
  /The same bytes from different models/i,
  /scaffold/,
  /η²|share of variance|variance/i,
  /errors dropped|Errors in either direction/i,
];

verifies('results.page.stands-alone', async () => {
  const text = sectionsText(resultsSections(results), { width: 100 });
  const page = await resultsHtml(results);
  for (const shown of SHOWN) {
    expect(text).toMatch(shown);
    expect(page).toMatch(shown);
  }
  expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  expect(await resultsHtml(results)).toBe(page);
});
