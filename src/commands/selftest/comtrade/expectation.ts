import { MeasurandError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { VectorCase, VectorOutcome } from '../vector-suite.ts';

/** Thrown while reading a vector that asks for something the suite does not know: the case is `unsupported`. */
export class NotUnderstood extends Error {}

/** A task that this version does not have is one more thing that a vector can ask for in vain. */
function isNotUnderstood(error: unknown): boolean {
  if (error instanceof NotUnderstood) return true;
  return error instanceof MeasurandError && error.code === 'unknown-task';
}

/** What a check answers: nothing when the vector holds, else where it does not. */
export type Difference = string | undefined;

export function vectorCase(id: string, check: () => Difference | Promise<Difference>): VectorCase {
  return {
    id,
    async run(): Promise<VectorOutcome> {
      try {
        const why = await check();
        return why === undefined ? { state: 'passed' } : { state: 'failed', why };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return { state: isNotUnderstood(error) ? 'unsupported' : 'failed', why };
      }
    },
  };
}

export function objectAt(value: JsonValue | undefined, what: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new NotUnderstood(`${what} should be an object, not ${shown(value)}`);
}

export function listAt(value: JsonValue | undefined, what: string): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw new NotUnderstood(`${what} should be a list, not ${shown(value)}`);
}

export function textAt(value: JsonValue | undefined, what: string): string {
  if (typeof value === 'string') return value;
  throw new NotUnderstood(`${what} should be a text, not ${shown(value)}`);
}

export function integerAt(value: JsonValue | undefined, what: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new NotUnderstood(`${what} should be an integer up to 2^53, not ${shown(value)}`);
}

/** Refuses a vector with a field that nothing here would check: what is not checked must not count as passed. */
export function onlyKeys(object: JsonObject, known: readonly string[], what: string): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new NotUnderstood(`${what} has a field that is not understood: ${unknown}`);
}

/** Where two values differ, as a path and both values. Keys count in their order: served objects are compared as served. */
export function difference(actual: JsonValue | undefined, expected: JsonValue, path: string): Difference {
  if (Array.isArray(expected)) return listDifference(actual, expected as readonly JsonValue[], path);
  if (!isJsonObject(expected)) {
    return actual === expected ? undefined : `${path}: ${shown(actual)}, expected ${shown(expected)}`;
  }
  if (!isJsonObject(actual)) return `${path}: ${shown(actual)}, expected an object`;
  const keys = Object.keys(expected);
  const has = Object.keys(actual).join(', ');
  if (has !== keys.join(', ')) return `${path}: fields ${has}; expected ${keys.join(', ')}`;
  return firstDifference(
    keys.map((key) => () => difference(actual[key], expected[key] ?? null, `${path}.${key}`)),
  );
}

function listDifference(
  actual: JsonValue | undefined,
  expected: readonly JsonValue[],
  path: string,
): Difference {
  if (!Array.isArray(actual)) return `${path}: ${shown(actual)}, expected a list`;
  if (actual.length !== expected.length)
    return `${path}: ${actual.length} items, expected ${expected.length}`;
  return firstDifference(expected.map((item, i) => () => difference(actual[i], item, `${path}[${i}]`)));
}

/** The first difference that any of the checks finds. */
export function firstDifference(checks: Iterable<() => Difference>): Difference {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** A case for each item of a list of vectors; an item that is no object is an unsupported case of its own. */
export function itemCases(
  list: JsonValue | undefined,
  check: (vector: JsonObject) => Difference | Promise<Difference>,
  idOf: (vector: JsonObject) => JsonValue | undefined = (vector) => vector['id'],
): VectorCase[] {
  return listAt(list, 'the list of vectors').map((item, index) => {
    const named = isJsonObject(item) ? idOf(item) : undefined;
    const id = typeof named === 'string' ? named : `${index}`;
    return vectorCase(id, () => check(objectAt(item, 'a vector')));
  });
}

/** One unsupported case for each part of a document that the suite does not know. */
export function unknownCases(rest: JsonObject): VectorCase[] {
  return Object.keys(rest).map((key) =>
    vectorCase(key, () => {
      throw new NotUnderstood(`there is no kind of case named ${key}`);
    }),
  );
}
