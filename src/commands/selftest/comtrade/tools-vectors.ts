import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { releaseGrader } from '../../../scorers/shape-judge/index.ts';
import { COMTRADE_DEFINITIONS } from '../../../tasks/comtrade/definitions.ts';
import { ReleaseSession } from '../../../tasks/comtrade/published/index.ts';
import type { VectorSuite } from '../vector-suite.ts';
import {
  type Difference,
  difference,
  integerAt,
  itemCases,
  listAt,
  NotUnderstood,
  objectAt,
  onlyKeys,
  textAt,
  unknownCases,
} from './expectation.ts';

const TOOLS = ['get_task_info', 'fetch_page', 'submit_results'];

/** What the cases hand in where they hand in anything. */
const EMPTY_SUBMISSION = { data_jsonl: '', metadata_json: '{}', run_log: '' };

type CaseCheck = (vector: JsonObject, session: ReleaseSession) => Difference | Promise<Difference>;

/** The tools answer what the case says of each, before any reset. */
async function beforeReset(vector: JsonObject, session: ReleaseSession): Promise<Difference> {
  for (const tool of TOOLS) {
    const expected = vector[tool];
    if (expected === undefined) continue;
    const { value } = await session.call(tool, tool === 'submit_results' ? EMPTY_SUBMISSION : {});
    const found = difference(value, expected, tool);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function afterReset(vector: JsonObject, session: ReleaseSession): Promise<Difference> {
  const expected = objectAt(vector['reset_observation_metadata'], 'reset_observation_metadata');
  const observation = session.reset({ taskId: textAt(expected['task_id'], 'task_id') });
  const { value } = await session.call('get_task_info', {});
  return (
    difference(observation, expected, 'reset_observation_metadata') ??
    difference(value, objectAt(vector['get_task_info'], 'get_task_info'), 'get_task_info')
  );
}

function unknownTask(vector: JsonObject, session: ReleaseSession): Difference {
  const expected = textAt(vector['raises'], 'raises');
  try {
    session.reset({ taskId: 'no such task' });
  } catch (error) {
    if (error instanceof MeasurandError && error.message.includes(expected)) return undefined;
    return `reset raises ${String(error)}, expected ${expected}`;
  }
  return `reset raises nothing, expected ${expected}`;
}

function taskBySeed(vector: JsonObject, session: ReleaseSession): Difference {
  const expected = objectAt(vector['task_by_seed'], 'task_by_seed');
  const chosen = Object.keys(expected).map((seed) => {
    return [seed, session.reset({ seed: integerAt(Number(seed), 'a seed') }).task_id];
  });
  return difference(Object.fromEntries(chosen) as JsonObject, expected, 'task_by_seed');
}

/** A case may leave its task to be told from what it expects: from a served task id, or from the row count that it fails. */
function taskOf(vector: JsonObject): string {
  const { task_id: named } = vector;
  if (named !== undefined) return textAt(named, 'task_id');
  const text = JSON.stringify(vector);
  const served = /"task_id":"([^"]+)"/.exec(text)?.[1];
  if (served !== undefined) return served;
  const rows = Number(/Row count: got 0, expected (\d+)/.exec(text)?.[1]);
  const fitting = COMTRADE_DEFINITIONS.filter((definition) => definition.rows === rows);
  if (fitting.length === 1 && fitting[0]) return fitting[0].id;
  throw new NotUnderstood('the case names no task, and what it expects fits several or none');
}

/** An answer in which the rows are only counted, where the vector only counts them. */
function withCountedRows(value: JsonValue, expected: JsonObject): JsonValue {
  if (!isJsonObject(value) || !Array.isArray(value['rows']) || typeof expected['rows'] !== 'string')
    return value;
  return { ...value, rows: `<${value['rows'].length} rows>` };
}

async function budget(vector: JsonObject, session: ReleaseSession): Promise<Difference> {
  session.reset({ taskId: taskOf(vector) });
  for (const [i, item] of listAt(vector['calls'], 'calls').entries()) {
    const call = objectAt(item, 'a call');
    onlyKeys(call, ['page', 'page_size', 'result', 'requests_used', 'requests_remaining'], 'a call');
    const { result, requests_used: used, requests_remaining: remaining, ...args } = call;
    const expected = objectAt(result, 'result');
    const { value } = await session.call('fetch_page', args);
    const info = objectAt((await session.call('get_task_info', {})).value, 'task info');
    const found =
      difference(withCountedRows(value, expected), expected, `call ${i + 1}`) ??
      counterDifference(info, 'requests_used', used) ??
      counterDifference(info, 'requests_remaining', remaining);
    if (found !== undefined) return found;
  }
  return undefined;
}

function counterDifference(info: JsonObject, counter: string, expected: JsonValue | undefined): Difference {
  return expected === undefined ? undefined : difference(info[counter], expected, counter);
}

async function fetchAfterSubmit(vector: JsonObject, session: ReleaseSession): Promise<Difference> {
  session.reset({ taskId: taskOf(vector) });
  const submitted = await session.call('submit_results', EMPTY_SUBMISSION);
  const fetched = objectAt((await session.call('fetch_page', { page: 1 })).value, 'a page');
  const info = objectAt((await session.call('get_task_info', {})).value, 'task info');
  const { submit, fetch_returns_rows: rows } = vector;
  return (
    difference(submitted.value, objectAt(submit, 'submit'), 'submit') ??
    difference(listAt(fetched['rows'], 'rows').length, integerAt(rows, 'fetch_returns_rows'), 'rows') ??
    counterDifference(info, 'requests_used', vector['requests_used'])
  );
}

/** Each kind of case, told by the fields that it has; `needs` are its own, `may` what it can have besides. */
const KINDS: readonly {
  readonly needs: readonly string[];
  readonly may: readonly string[];
  readonly check: CaseCheck;
}[] = [
  { needs: ['reset_observation_metadata', 'get_task_info'], may: [], check: afterReset },
  { needs: ['task_by_seed'], may: [], check: taskBySeed },
  { needs: ['raises'], may: [], check: unknownTask },
  { needs: ['calls'], may: ['task_id'], check: budget },
  { needs: ['submit', 'fetch_returns_rows'], may: ['task_id', 'requests_used'], check: fetchAfterSubmit },
  { needs: [], may: TOOLS, check: beforeReset },
];

function isToolsCase(vector: JsonValue): boolean {
  if (!isJsonObject(vector)) return false;
  return KINDS.some(({ needs }) => needs.length > 0 && needs.every((field) => field in vector));
}

function caseDifference(vector: JsonObject): Difference | Promise<Difference> {
  const kind = KINDS.find(({ needs }) => needs.every((field) => field in vector));
  const asked = Object.keys(vector).some((field) => field !== 'id' && field !== 'note');
  if (!kind || !asked) throw new NotUnderstood('the case expects nothing that is understood');
  onlyKeys(vector, ['id', 'note', ...kind.needs, ...kind.may], 'the case');
  return kind.check(vector, new ReleaseSession(releaseGrader));
}

/** Exact answers of the three tools, budget accounting, and what `reset` does (reference §4). */
export const toolsVectors: VectorSuite = {
  id: 'comtrade-tools',
  recognises(document) {
    if (!isJsonObject(document) || !Array.isArray(document['cases'])) return false;
    return (document['cases'] as readonly JsonValue[]).some(isToolsCase);
  },
  cases(document) {
    const { about: _, cases, ...rest } = objectAt(document, 'the document');
    return [...itemCases(cases, caseDifference), ...unknownCases(rest)];
  },
};
