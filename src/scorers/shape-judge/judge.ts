import type { JsonObject } from '../../core/json.ts';
import { PythonError } from '../../core/python/errors.ts';
import { round } from '../../core/python/float.ts';
import { parsePythonJson } from '../../core/python/json.ts';
import { universalNewlines } from '../../core/python/text.ts';
import { decodeUtf8, decodeUtf8Ignoring, requireEncodable } from '../../core/python/utf8.ts';
import { isDict, type PythonValue, typeName } from '../../core/python/value.ts';
import { Correctness, declaredKey, queryMatches, requireDict } from './correctness.ts';
import { readData } from './data-findings.ts';
import { dataQualityPoints } from './data-quality.ts';
import { efficiencyPoints } from './efficiency.ts';
import { applyGates } from './gates.ts';
import { observabilityPoints } from './observability.ts';
import {
  type Breakdown,
  DIMENSIONS,
  type Dimension,
  Findings,
  type JudgedFiles,
  type JudgedTask,
  type JudgeReport,
} from './report.ts';
import { robustnessPoints } from './robustness.ts';
import { RunLog } from './run-log.ts';

const FILES = [
  { part: 'data', name: 'data.jsonl' },
  { part: 'metadata', name: 'metadata.json' },
  { part: 'log', name: 'run.log' },
] as const;
const REQUIRED_METADATA = ['task_id', 'query', 'row_count', 'schema', 'dedup_key'];
const POINTS_FOR_FILES = 10;
const NOTHING: Breakdown = {
  correctness: 0,
  completeness: 0,
  robustness: 0,
  efficiency: 0,
  data_quality: 0,
  observability: 0,
};

/** `total / 100` as the release rounds it. */
function report(
  total: number,
  breakdown: Breakdown,
  errors: readonly string[],
  details: JsonObject = {},
): JudgeReport {
  return { total, reward: round(Math.min(total / 100, 1), 4), breakdown, errors, details };
}

/** `name in metadata`, which Python also answers for a list and for a text. */
function holds(metadata: PythonValue, name: string): boolean {
  if (isDict(metadata)) return metadata.has(name);
  if (typeof metadata === 'string' || Array.isArray(metadata)) return metadata.includes(name);
  throw new PythonError('TypeError', `argument of type '${typeName(metadata)}' is not iterable`);
}

function readText(file: string | Uint8Array, decode: (bytes: Uint8Array) => string): string {
  if (typeof file !== 'string') return decode(file);
  requireEncodable(file);
  return file;
}

function judgeMissing(files: JudgedFiles): JudgeReport | undefined {
  const missing = FILES.filter(({ part }) => files[part] === undefined);
  if (missing.length === 0) return undefined;
  const completeness = ((FILES.length - missing.length) / FILES.length) * POINTS_FOR_FILES;
  const errors = missing.map(({ name }) => `Missing required file: ${name}`);
  return report(completeness, { ...NOTHING, completeness }, errors);
}

function readMetadata(file: string | Uint8Array): PythonValue | PythonError {
  const text = universalNewlines(readText(file, decodeUtf8));
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (error instanceof PythonError && error.type === 'JSONDecodeError') return error;
    throw error;
  }
}

function judgeFull(files: Required<JudgedFiles>, task: JudgedTask): JudgeReport {
  const given = readMetadata(files.metadata);
  if (given instanceof PythonError) {
    return report(0, NOTHING, [`metadata.json is not valid JSON: ${given.message}`]);
  }
  const findings = new Findings();
  const lacking = REQUIRED_METADATA.filter((name) => !holds(given, name));
  findings.errors.push(...lacking.map((name) => `metadata.json missing field: ${name}`));
  const present = REQUIRED_METADATA.length - lacking.length;

  const text = readText(files.data, decodeUtf8);
  const metadata = requireDict(given);
  const matches = queryMatches(metadata, task);
  const data = readData(text, {
    key: declaredKey(metadata),
    schema: metadata.get('schema') ?? null,
    taskYear: task.query.year,
  });
  const correctness = new Correctness(metadata, task, data, findings).points(matches);
  const log = new RunLog(universalNewlines(readText(files.log, decodeUtf8Ignoring)));
  const { breakdown, applied } = applyGates({
    correctness,
    completeness: (present / REQUIRED_METADATA.length) * DIMENSIONS.completeness,
    robustness: robustnessPoints(task.faultMode, log, findings),
    efficiency: efficiencyPoints(metadata, log, findings),
    data_quality: dataQualityPoints(data, findings),
    observability: observabilityPoints(metadata, log, findings),
  });
  if (applied.length > 0) findings.details['governance_rules_applied'] = applied;
  const total = (Object.keys(DIMENSIONS) as Dimension[]).reduce((sum, name) => sum + breakdown[name], 0);
  return report(round(total, 1), breakdown, findings.errors, findings.details);
}

/**
 * The six-dimension judge of the public ComtradeBench release, kept as an object of study: it grades the shape of a
 * submission and what the submission says of itself, and never sees the true records (reference §5). Equal to the release
 * to the last bit on every vector, its quirks included.
 *
 * Never throws on what is in the files: where the release raises, the report says so (`raised`) and is worth 0.
 *
 * @throws MeasurandError `too-many-fields` for data with over a million distinct field names
 */
export function judgeFiles(files: JudgedFiles, task: JudgedTask): JudgeReport {
  const incomplete = judgeMissing(files);
  if (incomplete) return incomplete;
  try {
    return judgeFull(files as Required<JudgedFiles>, task);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    const { type, message } = error;
    return { total: 0, reward: 0, errors: [message], details: {}, raised: { type, message } };
  }
}
