import {
  type JudgedFiles,
  type JudgedTask,
  judgedTask,
  judgeFiles,
} from '../src/scorers/shape-judge/index.ts';
import { COMTRADE_DEFINITIONS } from '../src/tasks/comtrade/definitions.ts';
import { publishedTaskOf } from '../src/tasks/comtrade/published/index.ts';
import { PRIMARY_KEY, RECORD_FIELDS } from '../src/tasks/comtrade/records.ts';
import type { BenchResult } from './benchmark.ts';

const ROUNDS = 9;

interface Case {
  readonly name: 'judge-25' | 'judge-2345';
  readonly task: JudgedTask;
  readonly files: Required<JudgedFiles>;
  readonly lines: readonly string[];
  /** Calls in one round, of about a tenth of a second. */
  readonly calls: number;
  readonly reference: string;
}

/** A correct submission of the task with so many rows. */
function correct(name: Case['name'], rows: number, calls: number, reference: string): Case {
  const definition = COMTRADE_DEFINITIONS.find((candidate) => candidate.rows === rows);
  if (!definition) throw new Error(`No task has ${rows} rows`);
  const { id, query } = definition;
  const lines = (publishedTaskOf(definition).truth?.(0).records ?? []).map((record) =>
    JSON.stringify(record),
  );
  const metadata = JSON.stringify({
    task_id: id,
    query,
    row_count: rows,
    schema: [...RECORD_FIELDS],
    dedup_key: [...PRIMARY_KEY],
    request_count: 3,
  });
  const log = `task_id=${id}\nrequest=1 page=1\npage=1\nretry_count=0\ncomplete=true`;
  return {
    name,
    task: judgedTask(definition),
    files: { data: lines.join('\n'), metadata, log },
    lines,
    calls,
    reference,
  };
}

const CASES: readonly Case[] = [
  correct('judge-25', 25, 3000, '390-500 /s'),
  correct('judge-2345', 2345, 40, '6-9 /s'),
];

function perSecond(calls: number, run: () => void): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i += 1) run();
  return (calls * 1e9) / Number(process.hrtime.bigint() - start);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function measure({ name, task, files, lines, calls, reference }: Case): BenchResult {
  let points = 0;
  const judgeOnce = (): void => {
    points += judgeFiles(files, task).total;
  };
  let quantities = 0;
  const parse = (): void => {
    for (const line of lines) quantities += (JSON.parse(line) as { qty: number }).qty;
  };
  perSecond(calls, judgeOnce);
  perSecond(calls, parse);
  const judged: number[] = [];
  const parsed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    judged.push(perSecond(calls, judgeOnce));
    parsed.push(perSecond(calls, parse));
  }
  if (points === 0 || quantities === 0) throw new Error(`${name} did nothing`);
  return { name, perSecond: median(judged), bound: median(parsed), reference };
}

/**
 * Calls of the shape judge a second on a correct submission of 25 and of 2,345 rows. Bound: `JSON.parse` of the same rows,
 * split beforehand, and nothing else. Rounds of both alternate; medians are given.
 */
export const judge = {
  name: 'judge',
  run: (): Promise<readonly BenchResult[]> => Promise.resolve(CASES.map(measure)),
};
