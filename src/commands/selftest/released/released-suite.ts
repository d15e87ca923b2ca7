import { canonicalJson } from '../../../core/canonical.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { toJson } from '../../../core/python/to-json.ts';
import { isDict, type PythonDict, type PythonValue } from '../../../core/python/value.ts';
import { writePythonJson } from '../../../core/python/write-json.ts';
import { type Answer, RawJson, type ScorerException } from '../../../scorers/bridge/index.ts';
import { type Difference, NotUnderstood } from '../comtrade/expectation.ts';
import {
  caseOf,
  type ExternalVectors,
  field,
  listField,
  namesException,
  pythonDocument,
  unlike,
} from '../external/python-cases.ts';
import type { VectorSuite } from '../vector-suite.ts';
import type { ReleasedKind, ReleasedPart } from './released-kinds.ts';

/** Puts one case to the release. */
export type AskRelease = (suite: string, given: RawJson, part: ReleasedPart) => Promise<Answer<JsonObject>>;

const WHOLE: ReleasedPart = { words: [] };

/** Whether the vector says that this exception is raised: by its type, or by type and message. */
function statesException(given: PythonDict, fields: readonly string[], raised: ScorerException): boolean {
  return [...fields, 'error'].some((name) => {
    const text = field(given, name);
    if (typeof text === 'string' && text.includes(': ')) return text === `${raised.type}: ${raised.message}`;
    return namesException(text, raised.type);
  });
}

function stated(given: PythonDict, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((name) => [name, toJson(field(given, name))]));
}

function compared(answer: Answer<JsonObject>, given: PythonDict, kind: ReleasedKind): Difference {
  const expected = canonicalJson(stated(given, kind.fields));
  if (answer.kind === 'answer') {
    const actual = Object.fromEntries(
      kind.fields.map((name): [string, JsonValue] => [name, answer.value[name] ?? null]),
    );
    return unlike(canonicalJson(actual), expected);
  }
  if (answer.kind === 'scorer-exception') {
    return statesException(given, kind.fields, answer)
      ? undefined
      : unlike(`${answer.type}: ${answer.message}`, expected);
  }
  if (answer.why === 'needs_model') {
    return kind.needsModel?.(given) ? undefined : unlike('a model would be asked', expected);
  }
  throw new NotUnderstood(`${answer.why}: ${answer.detail}`);
}

function knownKind(given: PythonValue, kinds: readonly ExternalVectors[]): ExternalVectors {
  const fits = ({ has }: ExternalVectors): boolean => isDict(given) && has.every((name) => given.has(name));
  return kinds.find(fits) ?? (kinds[0] as ExternalVectors);
}

/** The same cases as a restatement is tried with, put to the release instead. */
export function releasedSuite(kind: ReleasedKind, ask: AskRelease): VectorSuite {
  const { suite, partOf } = kind;
  return {
    id: `${suite.id} (released)`,
    recognises: (document) => suite.recognises(document),
    cases: (document, source) =>
      listField(pythonDocument(document, source), 'cases').map((given, index) =>
        caseOf(given, index, {
          ...knownKind(given, suite.kinds),
          async check(members) {
            const raw = new RawJson(writePythonJson(members));
            return compared(await ask(suite.id, raw, partOf?.(members) ?? WHOLE), members, kind);
          },
        }),
      ),
  };
}
