import { byCodePoint, canonicalJson } from '../../../core/canonical.ts';
import { sha256 } from '../../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { stableSeed } from '../../../core/random.ts';
import { COMTRADE_DEFINITIONS } from '../../../tasks/comtrade/definitions.ts';
import { publishedTaskOf } from '../../../tasks/comtrade/published/index.ts';
import { releaseSeedText } from '../../../tasks/comtrade/records.ts';
import type { VectorSuite } from '../vector-suite.ts';
import {
  type Difference,
  difference,
  firstDifference,
  integerAt,
  listAt,
  objectAt,
  onlyKeys,
  textAt,
  unknownCases,
  vectorCase,
} from './expectation.ts';
import { definitionFrom } from './vector-definition.ts';

const BEYOND_ASCII = /[\u007f-\uffff]/g;

/** Records by id, keys by code point, compact, ASCII only, LF between. */
function canonicalDigest(records: readonly JsonObject[]): string {
  const byId = records.toSorted((a, b) => byCodePoint(String(a['record_id']), String(b['record_id'])));
  const text = byId.map(canonicalJson).join('\n');
  return sha256(text.replace(BEYOND_ASCII, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

function recordsDifference(id: string, vector: JsonObject, fieldOrder: JsonValue | undefined): Difference {
  const known = ['query', 'constraints', 'fault_injection', 'seed_text', 'seed_uint32', 'sha256_by_seed'];
  onlyKeys(vector, [...known, 'first_two', 'rows'], id);
  const definition = definitionFrom(id, vector);
  const own = COMTRADE_DEFINITIONS.find((candidate) => candidate.id === id);
  const task = publishedTaskOf(definition);
  const records = (seed: number): readonly JsonObject[] => task.truth?.(seed).records ?? [];
  const seedText = releaseSeedText(definition);
  const checks: (() => Difference)[] = [
    () => (own ? difference(publishedTaskOf(own).settings, task.settings, 'settings') : undefined),
    () => difference(seedText, textAt(vector['seed_text'], 'seed_text'), 'seed_text'),
    () => difference(stableSeed(seedText), integerAt(vector['seed_uint32'], 'seed_uint32'), 'seed_uint32'),
    () => difference(records(0).slice(0, 2), listAt(vector['first_two'], 'first_two'), 'first_two'),
    () => difference(records(0).map(measures), listAt(vector['rows'], 'rows'), 'rows'),
  ];
  for (const [seed, digest] of Object.entries(objectAt(vector['sha256_by_seed'], 'sha256_by_seed'))) {
    checks.push(() => difference(canonicalDigest(records(Number(seed))), digest, `sha256 for seed ${seed}`));
  }
  if (fieldOrder !== undefined) {
    checks.push(() => difference(Object.keys(records(0)[0] ?? {}), fieldOrder, 'field order as served'));
  }
  return firstDifference(checks);
}

const measures = (record: JsonObject): JsonValue => [
  record['tradeValue'] ?? null,
  record['netWeight'] ?? null,
  record['qty'] ?? null,
];

/** The canonical records of the release's tasks, and that no seed changes them (reference §1). */
export const recordsVectors: VectorSuite = {
  id: 'comtrade-records',
  recognises(document) {
    if (!isJsonObject(document) || !isJsonObject(document['tasks'])) return false;
    const tasks = Object.values(document['tasks']);
    return tasks.length > 0 && tasks.every((task) => isJsonObject(task) && 'sha256_by_seed' in task);
  },
  cases(document) {
    const known = objectAt(document, 'the document');
    const {
      about: _,
      canonical_form: __,
      value_types: ___,
      field_order_as_served: order,
      tasks,
      ...rest
    } = known;
    return [
      ...Object.entries(objectAt(tasks, 'tasks')).map(([id, vector]) =>
        vectorCase(id, () => recordsDifference(id, objectAt(vector, id), order)),
      ),
      ...unknownCases(rest),
    ];
  },
};
