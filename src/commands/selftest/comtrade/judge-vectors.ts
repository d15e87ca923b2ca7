import type { Truth } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { fromJson } from '../../../core/python/from-json.ts';
import { parsePythonJson } from '../../../core/python/json.ts';
import { isDict, type PythonDict } from '../../../core/python/value.ts';
import { writePythonJson } from '../../../core/python/write-json.ts';
import {
  type JudgedFiles,
  type JudgeReport,
  judgedTask,
  judgeFiles,
  releaseGrader,
} from '../../../scorers/shape-judge/index.ts';
import type { ComtradeDefinition } from '../../../tasks/comtrade/definitions.ts';
import { publishedTaskOf } from '../../../tasks/comtrade/published/index.ts';
import type { VectorCase, VectorSuite } from '../vector-suite.ts';
import {
  type Difference,
  difference,
  firstDifference,
  integerAt,
  listAt,
  NotUnderstood,
  objectAt,
  onlyKeys,
  textAt,
  unknownCases,
  vectorCase,
} from './expectation.ts';
import { dataFrom, definitionOf } from './judge-data.ts';
import { truthFields } from './truth-fields.ts';

const VECTOR_FIELDS = [
  'id',
  'task_id',
  'entry',
  'note',
  'data',
  'metadata',
  'metadata_text',
  'run_log',
  'omit',
  'context',
  'expected',
  'ground_truth',
];
const REPORT_FIELDS = ['total', 'reward', 'breakdown', 'errors', 'details'] as const;

/** What a vector hands in: three texts, and which of the files do not exist. */
interface Handed {
  readonly definition: ComtradeDefinition;
  readonly data: string;
  readonly metadata: string;
  readonly log: string;
  readonly omitted: readonly JsonValue[];
}

function metadataFrom(vector: JsonObject, exact: PythonDict, omitted: readonly JsonValue[]): string {
  const { metadata, metadata_text: text } = vector;
  if (metadata === undefined && text === undefined && omitted.includes('metadata.json')) return '';
  if (text !== undefined && metadata === undefined) return textAt(text, 'metadata_text');
  if (text === undefined && metadata !== undefined) return writePythonJson(exact.get('metadata') ?? null);
  throw new NotUnderstood('the vector should have either metadata or metadata_text');
}

function handedIn(vector: JsonObject, exact: PythonDict): Handed {
  const omitted = listAt(vector['omit'] ?? [], 'omit');
  const unknown = omitted.find((name) => !['data.jsonl', 'metadata.json', 'run.log'].includes(String(name)));
  if (unknown !== undefined) throw new NotUnderstood(`there is no file ${String(unknown)} to omit`);
  return {
    definition: definitionOf(exact.get('task_id')),
    data: dataFrom(exact.get('data')),
    metadata: metadataFrom(vector, exact, omitted),
    log: textAt(vector['run_log'] ?? (omitted.includes('run.log') ? '' : undefined), 'run_log'),
    omitted,
  };
}

function reportDifference(report: JudgeReport, expected: JsonObject): Difference {
  if ('raises' in expected) {
    onlyKeys(expected, ['raises', 'message'], 'expected');
    const { type, message } = report.raised ?? {};
    return difference({ raises: type ?? null, message: message ?? null }, expected, 'expected');
  }
  onlyKeys(expected, REPORT_FIELDS, 'expected');
  const asked = REPORT_FIELDS.filter((field) => field in expected);
  const { raised, ...values } = report;
  if (raised) return `the judge raises ${raised.type}: ${raised.message}`;
  return firstDifference(
    asked.map((field) => () => difference(values[field] as JsonValue, expected[field] ?? null, field)),
  );
}

function judgeDifference(
  { definition, data, metadata, log, omitted }: Handed,
  vector: JsonObject,
): Difference {
  const files: JudgedFiles = {
    ...(omitted.includes('data.jsonl') ? {} : { data }),
    ...(omitted.includes('metadata.json') ? {} : { metadata }),
    ...(omitted.includes('run.log') ? {} : { log }),
  };
  const expected = objectAt(vector['expected'], 'expected');
  return reportDifference(judgeFiles(files, judgedTask(definition)), expected);
}

async function submitDifference(handed: Handed, vector: JsonObject): Promise<Difference> {
  if (handed.omitted.length > 0) throw new NotUnderstood('the submit tool cannot omit a file');
  const context = objectAt(vector['context'] ?? {}, 'context');
  onlyKeys(context, ['fetch_calls_before'], 'context');
  const expected = objectAt(vector['expected'], 'expected');
  onlyKeys(expected, ['response', 'second_submit_response'], 'expected');

  const environment = publishedTaskOf(handed.definition, { grade: releaseGrader }).open(0);
  const fetches = integerAt(context['fetch_calls_before'] ?? 0, 'fetch_calls_before');
  for (let i = 0; i < fetches; i += 1) await environment.call('fetch_page', { page: 1 });
  const args = { data_jsonl: handed.data, metadata_json: handed.metadata, run_log: handed.log };
  const first = await environment.call('submit_results', args);
  const second = await environment.call('submit_results', args);
  return (
    difference(first.value, expected['response'] ?? null, 'response') ??
    ('second_submit_response' in expected
      ? difference(second.value, expected['second_submit_response'] ?? null, 'second_submit_response')
      : undefined)
  );
}

function truthDifference({ definition, data, omitted }: Handed, expected: JsonObject): Difference {
  const task = publishedTaskOf(definition);
  const truth = task.truth?.(0) as Truth;
  const actual = truthFields(omitted.includes('data.jsonl') ? '' : data, truth);
  onlyKeys(expected, Object.keys(actual), 'ground_truth');
  const asked = Object.keys(actual).filter((key) => key in expected);
  return firstDifference(
    asked.map((key) => () => difference(actual[key], expected[key] ?? null, `ground_truth.${key}`)),
  );
}

async function checkVector(vector: JsonObject, exact: PythonDict): Promise<Difference> {
  onlyKeys(vector, VECTOR_FIELDS, 'the vector');
  const handed = handedIn(vector, exact);
  const { entry, ground_truth: truth } = vector;
  if (entry !== 'judge' && entry !== 'submit_results') {
    throw new NotUnderstood(`there is no entry ${JSON.stringify(entry)}`);
  }
  const graded = entry === 'judge' ? judgeDifference(handed, vector) : await submitDifference(handed, vector);
  if (graded !== undefined || truth === undefined) return graded;
  return truthDifference(handed, objectAt(truth, 'ground_truth'));
}

function isJudgeVector(vector: JsonValue | undefined): boolean {
  return (
    isJsonObject(vector) &&
    isJsonObject(vector['data']) &&
    Array.isArray(vector['data']['parts']) &&
    (vector['entry'] === 'judge' || vector['entry'] === 'submit_results')
  );
}

/** The vectors as Python reads them: the judge tells 1 from 1.0, which `JSON.parse` has made one number. */
function exactVectors(document: JsonValue, source: string | undefined): readonly PythonDict[] {
  const exact = source === undefined ? fromJson(document) : parsePythonJson(source);
  const vectors = isDict(exact) ? exact.get('vectors') : undefined;
  return Array.isArray(vectors) ? vectors.map((vector) => (isDict(vector) ? vector : new Map())) : [];
}

/** Judged and submitted vectors: six dimensions, errors, details, answers of the submit tool, F1 (reference §5, §7). */
export const JUDGE_VECTORS: VectorSuite = {
  id: 'comtrade-judge',
  recognises(document) {
    if (!isJsonObject(document) || !Array.isArray(document['vectors'])) return false;
    return (document['vectors'] as readonly JsonValue[]).some(isJudgeVector);
  },
  cases(document, source): readonly VectorCase[] {
    const exact = exactVectors(document, source);
    const { about: _, vectors, ...rest } = objectAt(document, 'the document');
    const cases = listAt(vectors, 'vectors').map((item, i) => {
      const id = isJsonObject(item) && typeof item['id'] === 'string' ? item['id'] : `vector ${i}`;
      return vectorCase(id, () => checkVector(objectAt(item, 'a vector'), exact[i] as PythonDict));
    });
    return [...cases, ...unknownCases(rest)];
  },
};
