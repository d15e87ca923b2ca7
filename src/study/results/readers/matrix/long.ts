import { EPISODE_STATES, type EpisodeState } from '../../../../core/contracts/index.ts';
import type { JsonValue } from '../../../../core/json.ts';
import type { ReadRun, ResultProblem, ResultSink } from '../../run.ts';

/** One row of a table with a row for each run and scorer. */
export type LongRow = Readonly<Record<string, JsonValue | undefined>>;

const text = (value: JsonValue | undefined, otherwise: string): string =>
  value === undefined || value === null || value === '' ? otherwise : String(value);

/** A number, null for an empty cell, undefined for what is neither. */
function cellNumber(value: JsonValue | undefined): number | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  if (trimmed === '' || /^(?:nan|na|null|none)$/i.test(trimmed)) return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

function stateOf(row: LongRow, score: number | null): EpisodeState | undefined {
  const said = text(row['state'] ?? row['status'], '');
  if (said === '') return score === null ? 'missing' : 'scored';
  return EPISODE_STATES.find((state) => state === said);
}

/** Longest name of a task or a model: what is longer is no name, and every table would hold it. */
const LONGEST_NAME = 4096;
const NAMES = ['task', 'task_id', 'suite', 'model', 'scaffold', 'agent', 'scorer'] as const;

/** Takes a row in as a run. What it says wrongly is dropped and named. */
export function takeRow(row: LongRow, record: string, sink: ResultSink): void {
  const read = runOf(row, record);
  if ('code' in read) sink.dropped(read);
  else sink.run(read);
}

function runOf(row: LongRow, record: string): ReadRun | ResultProblem {
  const long = NAMES.find((name) => String(row[name] ?? '').length > LONGEST_NAME);
  if (long !== undefined)
    return {
      code: 'name-too-long',
      what: `a name is longer than ${LONGEST_NAME} characters`,
      record,
      field: long,
    };
  const task = text(row['task'] ?? row['task_id'], '');
  const value = cellNumber(row['score'] ?? row['value'] ?? row['reward']);
  if (task === '') return { code: 'not-understood', what: 'names no task', record, field: 'task' };
  if (value === undefined)
    return {
      code: 'not-a-number',
      what: `${JSON.stringify(row['score'])} is no score`,
      record,
      field: 'score',
    };
  const state = stateOf(row, value);
  if (state === undefined)
    return {
      code: 'unknown-state',
      what: `${JSON.stringify(row['state'] ?? row['status'])} is no state; there are ${EPISODE_STATES.join(', ')}`,
      record,
      field: 'state',
    };
  const trial = cellNumber(row['trial'] ?? row['seed'] ?? row['run'] ?? row['epoch']) ?? 0;
  const scorer = text(row['scorer'], 'score');
  return {
    record,
    suite: text(row['suite'], 'table'),
    task,
    trial: Number.isSafeInteger(trial) ? trial : 0,
    model: text(row['model'], 'unnamed'),
    scaffold: text(row['scaffold'] ?? row['agent'], 'unnamed'),
    state,
    scores: state === 'scored' && value !== null ? [{ scorer, value }] : [],
    ...(state === 'errored'
      ? { error: { code: 'errored', message: text(row['error'], 'the table says so') } }
      : {}),
    marks: [],
  };
}

/** Whether a table with these columns has a row for each run. */
export function isLong(columns: readonly string[]): boolean {
  const names = new Set(columns);
  return (
    (names.has('task') || names.has('task_id')) &&
    ['score', 'value', 'reward'].some((name) => names.has(name))
  );
}
