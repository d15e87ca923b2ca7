import type { Task, Truth } from '../../../core/contracts/index.ts';
import { sha256 } from '../../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { releaseGrader } from '../../../scorers/shape-judge/index.ts';
import { publishedTask } from '../../../tasks/comtrade/published/index.ts';
import type { VectorSuite } from '../vector-suite.ts';
import {
  type Difference,
  difference,
  firstDifference,
  integerAt,
  itemCases,
  listAt,
  NotUnderstood,
  objectAt,
  onlyKeys,
  textAt,
  unknownCases,
} from './expectation.ts';
import { runScaffold, type ScaffoldRun } from './scaffold-run.ts';
import { truthFields } from './truth-fields.ts';

/** A vector writes `...` for arguments that it does not repeat. */
const NOT_REPEATED = '...';

function stepsDifference(steps: readonly JsonObject[], expected: JsonValue | undefined): Difference {
  const wanted = listAt(expected, 'steps').map((step) => objectAt(step, 'a step'));
  const shown = steps.map((step, i) =>
    wanted[i]?.['args'] === NOT_REPEATED ? { ...step, args: NOT_REPEATED } : step,
  );
  return difference(shown, wanted, 'steps');
}

/** Record indexes as a vector writes them: a list, or the two ends of a range. */
function indexesFrom(value: JsonValue | undefined): number[] {
  if (!isJsonObject(value))
    return listAt(value, 'indexes').map((index) => integerAt(index, 'a record index'));
  onlyKeys(value, ['range'], 'indexes');
  const [from, end] = listAt(value['range'], 'range').map((bound) => integerAt(bound, 'a bound'));
  if (from === undefined || end === undefined) throw new NotUnderstood('a range needs two ends');
  return Array.from({ length: Math.max(0, end - from) }, (_, i) => from + i);
}

function indexesDifference(data: string, task: Task, expected: JsonValue | undefined): Difference {
  const ids = (task.truth?.(0).records ?? []).map((record) => record['record_id']);
  const places = new Map(ids.map((id, index) => [id, index]));
  const indexes = data
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => places.get((JSON.parse(line) as JsonObject)['record_id']) ?? null);
  return difference(indexes, indexesFrom(expected), 'submitted.indexes');
}

const dataOf = (run: ScaffoldRun): string => textAt(run.submitted?.['data_jsonl'], 'data_jsonl');

function submittedDifference(run: ScaffoldRun, task: Task, expected: JsonValue | undefined): Difference {
  if (expected === null) return run.submitted ? 'submitted: a submission, expected none' : undefined;
  const wanted = objectAt(expected, 'submitted');
  onlyKeys(wanted, ['indexes', 'metadata', 'run_log', 'data_sha256', 'data_bytes'], 'submitted');
  if (!run.submitted) return 'submitted: nothing, expected a submission';
  const data = dataOf(run);
  const metadata = JSON.parse(textAt(run.submitted['metadata_json'], 'metadata_json')) as JsonValue;
  const checks: Record<string, (value: JsonValue) => Difference> = {
    indexes: (value) => indexesDifference(data, task, value),
    metadata: (value) => difference(metadata, value, 'submitted.metadata'),
    run_log: (value) => difference(run.submitted?.['run_log'] ?? '', value, 'submitted.run_log'),
    data_sha256: (value) => difference(sha256(data), value, 'submitted.data_sha256'),
    data_bytes: (value) => difference(Buffer.byteLength(data), value, 'submitted.data_bytes'),
  };
  return firstDifference(
    Object.entries(wanted).map(
      ([key, value]) =>
        () =>
          checks[key]?.(value),
    ),
  );
}

const EXPECTED_KEYS = [
  'steps',
  'sleeps',
  'env_requests_used',
  'score',
  'reward',
  'breakdown',
  'error',
  'model_turns',
  'submitted',
  'ground_truth',
];

async function runDifference(vector: JsonObject): Promise<Difference> {
  onlyKeys(
    vector,
    ['id', 'task_id', 'note', 'model_outputs', 'then_repeat', 'max_steps', 'expected'],
    'a run',
  );
  const expected = objectAt(vector['expected'], 'expected');
  onlyKeys(expected, EXPECTED_KEYS, 'expected');
  if ((expected['error'] ?? null) !== null)
    throw new NotUnderstood('exceptions of the release have no text here');
  const task = publishedTask(textAt(vector['task_id'], 'task_id'), { grade: releaseGrader });
  const run = await runScaffold(task, vector);
  const { reward = 0, score = 0, breakdown = {} } = run.grade ?? {};
  const checks: Record<string, (value: JsonValue) => Difference> = {
    steps: (value) => stepsDifference(run.steps, value),
    sleeps: (value) => difference(run.sleeps, value, 'sleeps'),
    env_requests_used: (value) => difference(run.requestsUsed, value, 'env_requests_used'),
    score: (value) => difference(score, value, 'score'),
    reward: (value) => difference(reward, value, 'reward'),
    breakdown: (value) => difference(breakdown, value, 'breakdown'),
    model_turns: (value) => difference(run.modelTurns, value, 'model_turns'),
    submitted: (value) => submittedDifference(run, task, value),
    ground_truth: (value) =>
      difference(truthFields(dataOf(run), task.truth?.(0) as Truth), value, 'ground_truth'),
  };
  return firstDifference(
    Object.entries(expected).map(
      ([key, value]) =>
        () =>
          checks[key]?.(value),
    ),
  );
}

/** The production scaffold driven by scripted model outputs, compared field by field (reference §6). */
export const scaffoldVectors: VectorSuite = {
  id: 'comtrade-scaffold',
  recognises(document) {
    if (!isJsonObject(document) || !Array.isArray(document['runs'])) return false;
    const runs = document['runs'] as readonly JsonValue[];
    return runs.length > 0 && runs.every((run) => isJsonObject(run) && 'model_outputs' in run);
  },
  cases(document) {
    const { about: _, runs, ...rest } = objectAt(document, 'the document');
    return [...itemCases(runs, runDifference), ...unknownCases(rest)];
  },
};
