import type { Recorder, Task } from '../src/core/contracts/index.ts';
import type { JsonObject } from '../src/core/json.ts';
import { ruleAgent } from '../src/scaffolds/rule-agent/index.ts';
import { releaseGrader } from '../src/scorers/shape-judge/released.ts';
import { publishedTasks } from '../src/tasks/comtrade/published/index.ts';
import { pythonJsonLines } from '../src/tasks/comtrade/python-text.ts';
import { DATA_PART } from '../src/tasks/comtrade/submission.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

const WARM_UP = 40;
const ROUNDS = 9;
const PASSES = 25;

const signal = new AbortController().signal;
const unrecorded: Recorder = { record: () => undefined };
/** The rule agent asks no model. */
const model = {
  id: 'none',
  kind: 'policy',
  decide: () => Promise.reject(new Error('The rule agent asked its model')),
} as const;

/** One fresh episode, from opening the environment to the judge's answer. Gives the rows that were submitted, as text. */
async function episode(task: Task): Promise<string> {
  const environment = task.open(0);
  const { limits } = ruleAgent;
  const cell = { task, seed: 0, model, environment, protocol: 'single', limits, signal } as const;
  const { submission } = await ruleAgent.run(cell, unrecorded);
  const data = submission?.parts[DATA_PART];
  if (!data) throw new Error(`The rule agent submitted nothing on ${task.id}`);
  return data;
}

/** Seconds that `passes` passes take. */
async function timed(pass: () => Promise<void> | void): Promise<number> {
  const start = process.hrtime.bigint();
  for (let i = 0; i < PASSES; i += 1) await pass();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/**
 * Episodes a second over the ten tasks of the release, each once a pass, judge included, nothing kept between episodes.
 * Bound: writing the rows that those episodes submit, and doing nothing else. Rounds of both alternate; medians are given.
 */
export const episodes: Benchmark = {
  name: 'episodes',
  async run(): Promise<BenchResult> {
    const tasks = publishedTasks({ grade: releaseGrader }).filter(
      ({ settings }) => settings['origin'] === 'release',
    );
    const rows: JsonObject[][] = [];
    for (const task of tasks) {
      rows.push((await episode(task)).split('\n').map((line) => JSON.parse(line) as JsonObject));
    }
    let bytes = 0;
    const play = async (): Promise<void> => {
      for (const task of tasks) await episode(task);
    };
    const write = (): void => {
      for (const held of rows) bytes += Buffer.byteLength(pythonJsonLines(held));
    };
    for (let i = 0; i < WARM_UP; i += 1) {
      await play();
      write();
    }
    const played: number[] = [];
    const written: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      played.push(await timed(play));
      written.push(await timed(write));
    }
    if (bytes === 0) throw new Error('Nothing was written');
    const done = PASSES * tasks.length;
    return {
      name: 'episodes',
      perSecond: done / median(played),
      bound: done / median(written),
      reference: '15-26 /s',
    };
  },
};
