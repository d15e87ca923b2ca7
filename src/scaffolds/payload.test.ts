import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256 } from '../core/digest.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { Random, stableSeed } from '../core/random.ts';
import { comtradeDefinition } from '../tasks/comtrade/definitions.ts';
import { generateRecords, releaseSeedText, totalsRow } from '../tasks/comtrade/records.ts';
import { HeldRows } from './held-rows.ts';
import { buildPayload, dataLines } from './payload.ts';

interface Run {
  readonly id: string;
  readonly task_id: string;
  readonly expected: {
    readonly submitted: {
      readonly metadata: JsonObject;
      readonly data_sha256: string;
      readonly data_bytes: number;
    };
  };
}
const vectors = JSON.parse(
  readFileSync(new URL('../../test/vectors/comtradebench/scaffold_l0.json', import.meta.url), 'utf8'),
) as { readonly runs: readonly Run[] };

const releaseRecords = (taskId: string) => {
  const definition = comtradeDefinition(taskId);
  return generateRecords(definition, new Random(stableSeed(releaseSeedText(definition))));
};

test.each(['T1_single_page', 'T2_multi_page', 'T7_totals_trap'])(
  'the data of an ideal %s run has the bytes that the release submits',
  (taskId) => {
    const run = vectors.runs.find(({ id }) => id === `ideal-${taskId}`);
    const text = dataLines(releaseRecords(taskId) as unknown as JsonObject[]);
    expect(text.length).toBe(run?.expected.submitted.data_bytes);
    expect(sha256(text)).toBe(run?.expected.submitted.data_sha256);
  },
);

test('the metadata of an ideal T7 run is what the release submits', () => {
  const definition = comtradeDefinition('T7_totals_trap');
  const held = new HeldRows();
  const records = releaseRecords(definition.id);
  for (let page = 1; page <= 3; page += 1) {
    const rows = records.slice((page - 1) * 250, page * 250);
    held.add([totalsRow(definition, page, rows), ...rows] as unknown as JsonValue);
  }
  const payload = buildPayload(
    {
      taskId: definition.id,
      query: { ...definition.query },
      rows: held.rows(),
      totalsDropped: held.totalsDropped,
      requestCount: 3,
      requestBudget: 60,
      retries429: 0,
      retries500: 0,
      retriesTotal: 0,
      toolCalls: 4,
    },
    ['task_id=T7_totals_trap', 'complete=true'],
  );
  const run = vectors.runs.find(({ id }) => id === 'ideal-T7_totals_trap');
  expect(JSON.parse(payload.metadata_json)).toEqual(run?.expected.submitted.metadata);
  expect(payload.metadata_json).toContain('"execution_time_seconds": 0.0}');
  expect(payload.run_log).toBe('task_id=T7_totals_trap\ncomplete=true');
});

test('a later duplicate takes the place of the earlier row, and totals rows are dropped and counted', () => {
  const held = new HeldRows();
  held.add([
    { record_id: 'a', qty: 1 },
    { record_id: 'b', qty: 2 },
    { record_id: 'TOTAL', is_total: true },
  ]);
  held.add([{ record_id: 'a', qty: 3 }, 'no row', null]);
  expect(held.rows()).toEqual([
    { record_id: 'a', qty: 3 },
    { record_id: 'b', qty: 2 },
  ]);
  expect([held.totalsDropped, held.duplicatesMerged, held.size]).toEqual([1, 1, 2]);
});
