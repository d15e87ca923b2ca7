import type { Environment, LedgerEntry } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { comtradeDefinition } from '../../../tasks/comtrade/definitions.ts';
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

/** The rows that a vector names by record index: a list that may hold totals rows in full, or a range. */
function rowsFrom(ok: JsonObject, records: readonly JsonObject[]): JsonValue[] {
  const { rows_idx: indexes, totals_first: totals } = ok;
  const recordAt = (index: number): JsonObject => {
    const record = records[index];
    if (!record) throw new NotUnderstood(`there is no record ${index}`);
    return record;
  };
  const rows: JsonValue[] = totals === undefined ? [] : [totals];
  if (isJsonObject(indexes)) {
    onlyKeys(indexes, ['from', 'to_exclusive'], 'rows_idx');
    const end = integerAt(indexes['to_exclusive'], 'to_exclusive');
    for (let i = integerAt(indexes['from'], 'from'); i < end; i += 1) rows.push(recordAt(i));
    return rows;
  }
  for (const item of listAt(indexes, 'rows_idx')) {
    if (!isJsonObject(item)) {
      rows.push(recordAt(integerAt(item, 'a record index')));
      continue;
    }
    onlyKeys(item, ['totals'], 'an item of rows_idx');
    rows.push(objectAt(item['totals'], 'totals'));
  }
  return rows;
}

/** The answer that a vector expects, in the release's field order: rows first. */
function expectedAnswer(call: JsonObject, records: readonly JsonObject[]): JsonValue {
  if (call['error'] !== undefined) return call['error'];
  const { rows_idx: _, totals_first: __, ...rest } = objectAt(call['ok'], 'ok');
  return { rows: rowsFrom(objectAt(call['ok'], 'ok'), records), ...rest };
}

async function callDifference(
  environment: Environment,
  call: JsonObject,
  records: readonly JsonObject[],
  at: string,
): Promise<Difference> {
  onlyKeys(call, ['page', 'page_size', 'ok', 'error'], at);
  if ((call['ok'] === undefined) === (call['error'] === undefined)) {
    throw new NotUnderstood(`${at} should expect either ok or error`);
  }
  const { ok: _, error: __, ...args } = call;
  const { value } = await environment.call('fetch_page', args);
  return difference(value, expectedAnswer(call, records), at);
}

async function scriptDifference(script: JsonObject): Promise<Difference> {
  onlyKeys(script, ['id', 'task_id', 'note', 'calls', 'after', 'unique_true'], 'the script');
  const task = publishedTask(comtradeDefinition(textAt(script['task_id'], 'task_id')).id);
  const records = task.truth?.(0).records ?? [];
  const environment = task.open(0);
  for (const [i, call] of listAt(script['calls'], 'calls').entries()) {
    const found = await callDifference(environment, objectAt(call, 'a call'), records, `call ${i + 1}`);
    if (found !== undefined) return found;
  }
  const { value } = await environment.call('get_task_info', {});
  const checks: (() => Difference)[] = [];
  const { after, unique_true: unique } = script;
  if (after !== undefined) {
    const wanted = objectAt(after, 'after');
    const info = objectAt(value, 'task info');
    const named = Object.fromEntries(Object.keys(wanted).map((key) => [key, info[key] ?? null]));
    checks.push(() => difference(named, wanted, 'after'));
  }
  if (unique !== undefined) {
    checks.push(() => difference(distinctTrue(environment.ledger(), records), unique, 'unique_true'));
  }
  return firstDifference(checks);
}

function distinctTrue(ledger: readonly LedgerEntry[], records: readonly JsonObject[]): number {
  const served = new Set(ledger.flatMap((entry) => entry.served ?? []));
  return records.filter((record) => served.has(String(record['record_id']))).length;
}

/** Scripts of `fetch_page` calls with their exact answers, one fresh episode a script (reference §3, §4). */
export const pagesVectors: VectorSuite = {
  id: 'comtrade-pages',
  recognises(document) {
    if (!isJsonObject(document) || !Array.isArray(document['scripts'])) return false;
    const scripts = document['scripts'] as readonly JsonValue[];
    return scripts.length > 0 && scripts.every((script) => isJsonObject(script) && 'calls' in script);
  },
  cases(document) {
    const { about: _, scripts, ...rest } = objectAt(document, 'the document');
    return [...itemCases(scripts, scriptDifference), ...unknownCases(rest)];
  },
};
