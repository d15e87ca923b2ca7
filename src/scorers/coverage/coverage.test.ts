import { expect, test } from 'vitest';
import type { LedgerEntry, Truth } from '../../core/contracts/index.ts';
import { publishedTask } from '../../tasks/comtrade/published/index.ts';
import { DATA_PART } from '../../tasks/comtrade/submission.ts';
import { coverage } from './index.ts';

const task = publishedTask('T3_duplicates');
const truth = task.truth?.(0) as Truth;
const line = (i: number): string => JSON.stringify(truth.records[i]);
const totals = '{"record_id": "T3_duplicates-TOTAL-0001", "isTotal": true}';

const entry = (index: number, served: readonly string[]): LedgerEntry => ({
  index,
  tool: 'fetch_page',
  args: {},
  outcome: 'ok',
  charged: true,
  faults: [],
  served,
});

const score = (lines: readonly string[], ledger: readonly LedgerEntry[] = []) =>
  coverage.score({ parts: { [DATA_PART]: lines.join('\n') } }, { task, seed: 0, ledger, truth });

test('coverage is the share of true records handed in; totals, repeats and inventions count neither way', async () => {
  const { value, parts } = await score([
    totals,
    line(0),
    line(1),
    line(1),
    '{"record_id": "FAKE"}',
    'garbage',
  ]);
  expect(value).toBe(2 / 25);
  expect(parts).toEqual({ covered: 2, truth: 25, submitted: 6 });
});

test('coverage tells what the service served beside what was handed in', async () => {
  const id = (i: number): string => String(truth.records[i]?.['record_id']);
  const ledger = [
    entry(0, ['T3_duplicates-TOTAL-0001', id(0), id(1)]),
    { ...entry(1, []), outcome: 'fault' as const },
    entry(2, [id(1), id(2)]),
  ];
  const { value, parts } = await score([line(0)], ledger);
  expect(value).toBe(1 / 25);
  expect(parts).toMatchObject({ served: 3, servedCoverage: 3 / 25 });
});
