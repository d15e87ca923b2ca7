import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logResults } from '../../src/commands/results/results.ts';
import { type CollectedResults, collectResults } from '../../src/study/results/collect.ts';
import { findSources } from '../../src/study/results/find.ts';
import type { LoggedRun } from '../../src/study/results/run.ts';
import { run, temporaryFolder } from '../e2e/program.ts';

const RELEASE = 'inspect-ai==0.3.285';
const SCRIPT = join(import.meta.dirname, 'inspect-logs.py');

interface Sample {
  readonly id: string;
  readonly epoch: number;
  readonly uuid: string;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly error: string | null;
  readonly retries: number;
  readonly limit: string | null;
  readonly completion: string | null;
  readonly input: number;
  readonly output: number;
  readonly usages: number;
  readonly seconds: number | null;
}

/** What the package itself says of a log that it wrote. */
interface Told {
  readonly file: string;
  readonly version: number;
  readonly status: string;
  readonly task: string;
  readonly model: string;
  readonly epochs: number;
  readonly ids: readonly string[];
  readonly samples: readonly Sample[];
  readonly metrics: readonly {
    readonly name: string;
    readonly scorer: string;
    readonly reducer: string | null;
    readonly metric: string;
    readonly key: string;
    readonly group: string | null;
    readonly value: number | null;
  }[];
}

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const logs = join(folder.path, 'logs');
let told: readonly Told[] = [];

async function python(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(join(folder.path, 'venv/bin/python'), [SCRIPT, ...args, logs], {
    env: { PATH: '/usr/bin:/bin', HOME: folder.path },
  });
  if (code !== 0 && args[0] !== 'crash') throw new Error(err);
  return out;
}

beforeAll(async () => {
  const venv = join(folder.path, 'venv');
  const made = await run('python3', ['-m', 'venv', venv]);
  if (made.code !== 0) throw new Error(`python3 -m venv failed, and this test needs Python: ${made.err}`);
  const pip = await run(join(venv, 'bin/python'), ['-m', 'pip', 'install', '--quiet', RELEASE]);
  if (pip.code !== 0) throw new Error(`${RELEASE} could not be installed from the Python index: ${pip.err}`);
  await python('write');
  await python('crash');
  told = JSON.parse(await python('read')) as readonly Told[];
}, 1_200_000);

const readLog = (file: string): Promise<CollectedResults> =>
  collectResults(findSources([join(logs, file)]).sources);

const stateOf = ({ error, scores, limit }: Sample): LoggedRun['state'] => {
  if (error !== null) return 'errored';
  if (Object.values(scores).some((value) => value !== null)) return 'scored';
  return limit === null ? 'errored' : 'timed-out';
};

const asRun = (sample: Sample) => ({
  record: `sample ${sample.id} epoch ${sample.epoch}`,
  task: sample.id,
  trial: sample.epoch,
  state: stateOf(sample),
  scores: sample.scores,
  submission: sample.completion,
  tokens: sample.usages === 0 ? null : { input: sample.input, output: sample.output },
  seconds: sample.seconds,
  failedBefore: sample.retries,
  uuid: sample.uuid,
  error: sample.error,
});

const ofRun = (own: LoggedRun) => ({
  record: own.record,
  task: own.task,
  trial: own.trial,
  state: own.state,
  scores: Object.fromEntries(
    [...own.scores, ...(own.scoredAnyway ?? [])].map(({ scorer, value }) => [scorer, value]),
  ),
  submission: own.submission ?? null,
  tokens: own.tokens ?? null,
  seconds: own.seconds ?? null,
  failedBefore: own.failedBefore ?? 0,
  uuid: own.lineage?.id,
  error: own.state === 'errored' && own.error?.code !== 'no-score' ? own.error?.message : null,
});

const byRecord = (a: { readonly record: string }, b: { readonly record: string }): number =>
  a.record < b.record ? -1 : 1;

test('every sample of every log reads as the package reads it, field by field', async () => {
  expect(told.length).toBeGreaterThanOrEqual(12);
  for (const log of told) {
    const { runs, sources } = await readLog(log.file);
    const ran = runs.filter(({ state }) => state !== 'missing');
    expect(ran.map(ofRun).toSorted(byRecord), log.file).toEqual(log.samples.map(asRun).toSorted(byRecord));
    expect(new Set(ran.map(({ suite, model }) => `${suite} ${model}`)), log.file).toEqual(
      new Set([`${log.task} ${log.model}`]),
    );
    expect(runs, log.file).toHaveLength(log.ids.length * log.epochs);
    expect(sources[0], log.file).toMatchObject({
      version: String(log.version),
      ledger: { dropped: 0, raw: 0, unpaired: 0 },
    });
  }
});

test('every mean that the package prints is found, and is given by some convention', async () => {
  const found = await Promise.all(
    told.map(async ({ file }) => (await logResults({ logs: [join(logs, file)] })).published),
  );
  const means = told.map(({ metrics }) =>
    metrics.filter(({ group, key, metric }) =>
      group === null ? /accuracy|mean/.test(metric) : key === 'all',
    ),
  );
  expect(means.flat().length).toBeGreaterThan(20);
  for (const [at, published] of found.entries()) {
    expect(published.map(({ value }) => value)).toEqual(means[at]?.map(({ value }) => value));
    for (const figure of published)
      expect(figure.matches, `${told[at]?.file} ${figure.metric}`).not.toEqual([]);
  }
});

test('a log whose samples are cut into sequences gives the runs of the log that it was made of', async () => {
  for (const name of ['unsteady-eval', 'agent']) {
    const [file = ''] = readdirSync(join(logs, `${name}-chunked`));
    const [whole, cut] = await Promise.all([readLog(`${name}/${file}`), readLog(`${name}-chunked/${file}`)]);
    expect(cut.runs.map(ofRun).toSorted(byRecord)).toEqual(whole.runs.map(ofRun).toSorted(byRecord));
    expect(cut.marks).toEqual(whole.marks.map((mark) => ({ ...mark, file: expect.any(String) })));
  }
});

test('a log of which the process died has its samples read, and the rest missing', async () => {
  const [log] = told.filter(({ status }) => status === 'started');
  const { runs, sources } = await readLog(log?.file ?? '');
  expect(runs.map(({ task, state }) => `${task} ${state}`).toSorted()).toEqual(
    [1, 2, 3, 4, 5].map((id) => `${id} scored`).concat([6, 7, 8].map((id) => `${id} missing`)),
  );
  expect(sources[0]?.problems.map(({ code }) => code)).toContain('unfinished-log');
});

test('a log and the log that retried it are one evaluation', async () => {
  const results = await logResults({ logs: [join(logs, 'retried')] });
  expect(results.stats?.ledger).toMatchObject({ planned: 6, states: { scored: 5, errored: 1, missing: 0 } });
  expect(
    results.retries.map(({ tasks, attempts, first, last }) => ({ tasks, attempts, first, last })),
  ).toEqual([{ tasks: 6, attempts: 8, first: expect.any(Number), last: 4 / 6 }]);
  expect(results.sources.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual([
    'retried-elsewhere',
  ]);
});

test('nothing is found in logs of agents, of choices and of limits in which nothing is wrong', async () => {
  for (const name of ['agent', 'choices', 'limited', 'edited', 'judged', 'scored-on-error'])
    expect((await logResults({ logs: [join(logs, name)] })).findings, name).toEqual([]);
});
