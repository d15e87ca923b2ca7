import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { STATISTICS_FUNCTIONS } from './statistics-functions.ts';
import { CaseInput, UnsupportedCase } from './statistics-input.ts';
import { firstDifference, type Tolerance } from './vector-compare.ts';
import type { VectorCase, VectorOutcome, VectorSuite } from './vector-suite.ts';

const failed = (why: string): VectorOutcome => ({ state: 'failed', why });
const unsupported = (why: string): VectorOutcome => ({ state: 'unsupported', why });

const isStatisticsCase = (value: JsonValue): value is JsonObject =>
  isJsonObject(value) && typeof value['fn'] === 'string' && 'input' in value && 'expected' in value;

function casesOf(document: JsonValue): readonly JsonValue[] {
  const cases = isJsonObject(document) ? document['cases'] : undefined;
  return Array.isArray(cases) ? cases : [];
}

function toleranceOf(value: JsonValue | undefined): Tolerance | null {
  if (value === undefined) return { abs: 0, rel: 0 };
  if (!isJsonObject(value)) return null;
  const { abs = 0, rel = 0 } = value;
  return typeof abs === 'number' && typeof rel === 'number' ? { abs, rel } : null;
}

type Computed = { readonly value: JsonValue } | { readonly error: string };

/** @throws UnsupportedCase for input that the function does not take */
function compute(fn: string, input: JsonObject): Computed {
  const run = Object.hasOwn(STATISTICS_FUNCTIONS, fn) ? STATISTICS_FUNCTIONS[fn] : undefined;
  if (!run) throw new UnsupportedCase(`there is no function ${fn}`);
  const reader = new CaseInput(input);
  let computed: Computed;
  try {
    computed = { value: run(reader) };
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    return { error: error.code };
  }
  const [unread] = reader.unread();
  if (unread !== undefined) throw new UnsupportedCase(`${fn} does not take the input ${unread}`);
  return computed;
}

function unknownKey(expected: JsonValue, actual: JsonValue): string | undefined {
  if (!isJsonObject(expected) || !isJsonObject(actual)) return undefined;
  return Object.keys(expected).find((key) => !Object.hasOwn(actual, key));
}

function judge(computed: Computed, expected: JsonValue, tolerance: Tolerance): VectorOutcome {
  const wanted = isJsonObject(expected) ? expected['error'] : undefined;
  if ('error' in computed) {
    if (wanted === computed.error) return { state: 'passed' };
    return failed(`reported ${computed.error}, not ${JSON.stringify(wanted ?? expected)}`);
  }
  if (wanted !== undefined) return failed(`gave a value instead of the error ${JSON.stringify(wanted)}`);
  const unknown = unknownKey(expected, computed.value);
  if (unknown !== undefined) return unsupported(`nothing computes ${unknown} here`);
  if (isJsonObject(expected) && Object.keys(expected).length === 0) return unsupported('expects nothing');
  const difference = firstDifference(computed.value, expected, tolerance, 'value');
  return difference === null ? { state: 'passed' } : failed(difference);
}

function runCase(raw: JsonValue): VectorOutcome {
  if (!isStatisticsCase(raw)) return unsupported('is no case of a function with input and expected values');
  const { fn, input, expected } = raw;
  if (!isJsonObject(input)) return unsupported('its input is no object');
  const tolerance = toleranceOf(raw['tolerance']);
  if (tolerance === null) return unsupported('its tolerance is not {abs, rel}');
  try {
    return judge(compute(fn as string, input), expected as JsonValue, tolerance);
  } catch (error) {
    if (error instanceof UnsupportedCase) return unsupported(error.message);
    throw error;
  }
}

/** Vectors of the statistics: a document with `cases`, each naming a function, its input and what must come out. */
export const STATISTICS_VECTORS: VectorSuite = {
  id: 'statistics',
  recognises: (document) => casesOf(document).some(isStatisticsCase),
  cases: (document) =>
    casesOf(document).map((raw, index): VectorCase => {
      const id = isJsonObject(raw) && typeof raw['id'] === 'string' ? raw['id'] : `case ${index}`;
      return { id, run: () => runCase(raw) };
    }),
};
