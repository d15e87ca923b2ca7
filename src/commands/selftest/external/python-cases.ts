import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { fromJson } from '../../../core/python/from-json.ts';
import { parsePythonJson } from '../../../core/python/json.ts';
import { repr } from '../../../core/python/str.ts';
import { isDict, type PythonDict, type PythonValue } from '../../../core/python/value.ts';
import type { Restated } from '../../../scorers/restated/outcome.ts';
import { type Difference, NotUnderstood, vectorCase } from '../comtrade/expectation.ts';
import type { VectorCase, VectorSuite } from '../vector-suite.ts';

/** How one benchmark's vectors are known and run. */
export interface ExternalVectors {
  readonly id: string;
  /** Name of the list of cases in the document. */
  readonly list?: string;
  /** Fields that a case of this kind has. */
  readonly has: readonly string[];
  /** Fields that it may have besides, such as annotations. */
  readonly may: readonly string[];
  /** Fields of which the first text names the case. */
  readonly names: readonly string[];
  readonly check: (given: PythonDict) => Difference | Promise<Difference>;
}

/** A suite that also says what cases it knows, so that they can be put to the release itself. */
export interface ExternalSuite extends VectorSuite {
  readonly kinds: readonly ExternalVectors[];
}

/** A field of a case; a missing one is None. */
export const field = (given: PythonDict, name: string): PythonValue => given.get(name) ?? null;

export function textField(given: PythonDict, name: string): string {
  const value = field(given, name);
  if (typeof value === 'string') return value;
  throw new NotUnderstood(`${name} should be a text, not ${repr(value)}`);
}

export function listField(given: PythonDict, name: string): readonly PythonValue[] {
  const value = field(given, name);
  if (Array.isArray(value)) return value as readonly PythonValue[];
  throw new NotUnderstood(`${name} should be a list, not ${repr(value)}`);
}

/** What a restatement answers, as the text that the vector's own field is compared with. */
export function shownOutcome<T>(outcome: Restated<T>, show: (value: T) => string): string {
  if (outcome.state === 'unsupported') throw new NotUnderstood(outcome.why);
  return outcome.state === 'graded' ? show(outcome.value) : `${outcome.type}: ${outcome.message}`;
}

export const unlike = (actual: string, expected: string): Difference =>
  actual === expected ? undefined : `${actual}, expected ${expected}`;

/** Whether a text names the exception: alone, or with what stands before or behind it. */
export function namesException(expected: PythonValue, type: string): boolean {
  return typeof expected === 'string' && expected.split(/[^A-Za-z]/).includes(type);
}

/** The document with its numbers as Python reads them, which needs its text. */
export function pythonDocument(document: JsonValue, source: string | undefined): PythonDict {
  const value = source === undefined ? fromJson(document) : parsePythonJson(source);
  if (!isDict(value)) throw new NotUnderstood('the document should be an object');
  return value;
}

/** One case, refused when it has a field that nothing would look at. */
export function caseOf(
  given: PythonValue,
  index: number,
  { has, may, names, check }: ExternalVectors,
): VectorCase {
  const members: PythonDict = isDict(given) ? given : new Map();
  const named = names.map((name) => field(members, name)).filter((name) => typeof name === 'string');
  const id = named.length > 0 ? named.join(' ') : `${index}`;
  return vectorCase(`${index}: ${id}`, () => {
    const missing = has.find((name) => !members.has(name));
    if (missing !== undefined) throw new NotUnderstood(`a case has no field ${missing}`);
    const unknown = [...members.keys()].find((name) => ![...has, ...may].includes(name));
    if (unknown !== undefined)
      throw new NotUnderstood(`a case has a field that is not understood: ${unknown}`);
    return check(members);
  });
}

/** A suite that knows its documents by the fields of their cases. */
export function externalSuite(vectors: ExternalVectors): ExternalSuite {
  const list = vectors.list ?? 'cases';
  return {
    id: vectors.id,
    kinds: [vectors],
    recognises(document) {
      const cases = isJsonObject(document) ? document[list] : undefined;
      if (!Array.isArray(cases)) return false;
      return cases.some(
        (item: JsonValue) => isJsonObject(item) && vectors.has.every((name) => Object.hasOwn(item, name)),
      );
    },
    cases(document, source) {
      return listField(pythonDocument(document, source), list).map((given, index) =>
        caseOf(given, index, vectors),
      );
    },
  };
}
