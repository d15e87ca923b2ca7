import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { loadPaperData, PAPER_FOLDER } from '../../audit/paper/paper-data.ts';
import { reproduce, reproduceExit } from './reproduce.ts';
import { TABLE_IDS, TABLES, type TableId } from './tables/index.ts';
import type { ReproducedTable } from './types.ts';

const DATA = loadPaperData();
const whole = reproduce();
const table = (id: TableId): ReproducedTable =>
  whole.tables.find((each) => each.id === id) as ReproducedTable;
const number = (id: TableId, name: string) => table(id).numbers.find((each) => each.name === name);

verifies('reproduce.tables.no-mismatch', () => {
  expect(whole.tables.map(({ id }) => id)).toEqual([...TABLE_IDS]);
  expect(
    whole.tables.flatMap(({ numbers }) => numbers.filter(({ status }) => status === 'mismatch')),
  ).toEqual([]);
  expect(reproduceExit(whole)).toBe(0);
  for (const { numbers } of whole.tables) expect(numbers.length).toBeGreaterThan(0);
});

verifies('reproduce.a12.all-exact', () => {
  expect(table('A12').numbers).toHaveLength(245);
  expect(table('A12').counts.exact).toBe(245);
  expect(table('A12').status).toBe('reproduced');
});

test('Table A1 comes out to every printed digit, its exact p-values beside', () => {
  expect(number('A1', 'B2 Llama-3.3-70B Delta')).toMatchObject({
    printed: '+0.087',
    recomputed: '0.087',
    status: 'exact',
  });
  expect(number('A1', 'B2-slack GPT-5 CI low')).toMatchObject({ printed: '-0.015', recomputed: '-0.015' });
  const exact = table('A1').numbers.filter(({ name }) => name.endsWith('exact p'));
  expect(exact.map(({ recomputed }) => recomputed)).toEqual([
    '0.00067',
    '0.00745',
    '0.03687',
    '0.02356',
    '0.34192',
    '0.60217',
  ]);
  expect(number('A1', 'Holm-adjusted exact p, in row order')?.recomputed).toBe(
    '0.0040 0.0372 0.1106 0.0942 0.6838 0.6838',
  );
  const means = table('A1').numbers.filter(({ name }) => name.endsWith('mean coverage'));
  expect(new Set(means.map(({ recomputed }) => recomputed))).toEqual(
    new Set([
      '0.7360',
      '0.8233',
      '0.7993',
      '0.7280',
      '0.7740',
      '0.7887',
      '0.8320',
      '0.8080',
      '0.7813',
      '0.7913',
    ]),
  );
});

verifies('reproduce.not-recomputable.never-verified', () => {
  const withheld = (id: TableId, part: string) => table(id).numbers.filter(({ name }) => name.includes(part));
  for (const [id, part] of [
    ['A1', 'B1 All three models'],
    ['A1', 'B1 rerun'],
    ['A1', 'slack 1'],
    ['A1', 'slack 4'],
    ['A1', 'always-retry escalating slack 2'],
    ['A1', 'always-skip escalating'],
    ['A2', 'always-skip'],
    ['A2', 'slack 2'],
    ['A4', 'contradictory'],
    ['A18', ''],
    ['A6', 'tokens per row'],
  ] as const) {
    const numbers = withheld(id, part);
    expect(numbers.length).toBeGreaterThan(0);
    for (const { status, note } of numbers) {
      expect(status).toBe('not-recomputable');
      expect(note).toBeTruthy();
    }
  }
  expect(table('A18').status).toBe('not-recomputable');
});

test('What agrees without raw data of its own is consistent, and says on what grounds', () => {
  for (const [id, name] of [
    ['A4', 'empty, T3'],
    ['A19', 'GPT-5 L1 coverage'],
    ['A4-verdicts', 'Trace preference, ComtradeBench'],
    ['Table1', 'identical payloads at L0'],
  ] as const) {
    expect(number(id, name)).toMatchObject({ status: 'consistent', note: expect.stringMatching(/\w/) });
  }
});

/** One planted error for each table: file, path, and what to put there. */
const MUTANTS: Readonly<Record<Exclude<TableId, 'A18'>, readonly [string, (string | number)[], unknown]>> = {
  A12: ['e1_per_task_stats', ['rows', 3, 'printed', 'cvar_0_2'], '0.999'],
  Figure2: ['spectrum', ['rows', 2, 'printed', 'mean'], '0.931'],
  A13: ['e1_f1_fractions', ['rows', 0, 'f1_printed'], '0.823528'],
  A1: ['escalation', ['rows', 1, 'printed', 'ci95'], '[0.051,0.129]'],
  A2: ['rule_calibration', ['rows', 0, 'p'], 0.0005],
  A3: ['tau_slice', ['eta_squared_printed', 'model'], '0.0081'],
  A10: ['judge_probe', ['rows', 1, 'printed', 7], '0.986'],
  A4: ['validity_cards', ['rows', 2, 'ComtradeBench'], 'fail: empty submission scores $0.646$'],
  Table1: ['joint_2x2', ['submitting_judge_spread_printed'], '0.426'],
  A14: ['forensics', ['rows', 1, 'n'], 13],
  A19: ['scaffolding', ['rows', 1, 'printed', 0], '0.9321'],
  A6: ['task_params', ['rows', 6, 'rows'], 760],
  A5: ['coverage', ['oracle_checks_total_printed'], 12],
  A8: ['census', ['distribution_printed', 'outcome'], 5],
  'A4-verdicts': ['validity_cards', ['rows', 5, 'status', 'ComtradeBench'], 'pass'],
  TraceTrial: ['tracetrial_aggregates', ['contingency_derived', 'agent_fail_harness_pass'], 368],
};

function plant(document: unknown, path: readonly (string | number)[], value: unknown): void {
  const [first, ...rest] = path;
  const node = document as Record<string | number, unknown>;
  if (rest.length === 0) node[first as string] = value;
  else plant(node[first as string], rest, value);
}

verifies('reproduce.mutant.caught', () => {
  for (const [id, [file, path, value]] of Object.entries(MUTANTS)) {
    const data = structuredClone(DATA);
    plant(data[file as keyof typeof data], path, value);
    const { numbers } = TABLES[id as TableId](data);
    expect([id, numbers.filter(({ status }) => status === 'mismatch').length]).not.toEqual([id, 0]);
  }
});

test('A changed copy of the data folder is found out, and fails the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-paper-'));
  try {
    cpSync(PAPER_FOLDER, folder, { recursive: true });
    expect(reproduceExit(reproduce({ folder, tables: ['A12'] }))).toBe(0);
    const file = join(folder, 'e1_per_task_stats.json');
    const changed = JSON.parse(readFileSync(file, 'utf8')) as { rows: { mean: number }[] };
    (changed.rows[0] as { mean: number }).mean = 0.999;
    writeFileSync(file, JSON.stringify(changed));
    const reproduction = reproduce({ folder, tables: ['A12'] });
    expect(reproduction.tables[0]).toMatchObject({ status: 'mismatch', counts: { mismatch: 1, exact: 244 } });
    expect(reproduceExit(reproduction)).toBe(1);
    writeFileSync(file, '{"rows": [');
    expect(() => reproduce({ folder })).toThrow(expect.objectContaining({ code: 'not-json' }));
    writeFileSync(file, '{"rows": [{"model": 3}]}');
    expect(() => reproduce({ folder })).toThrow(expect.objectContaining({ code: 'invalid-paper-data' }));
    rmSync(file);
    expect(() => reproduce({ folder })).toThrow(expect.objectContaining({ code: 'unreadable' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

property.prop(
  [
    fc.nat({ max: 48 }),
    fc.constantFrom('mean', 'std', 'worst', 'cvar_0_2', 'rel_at_0_5', 'n'),
    fc.integer({ min: 1, max: 9 }),
  ],
  { numRuns: 40 },
)('Any last digit changed in Table A12 is one mismatch in that row', (row, statistic, by) => {
  const data = structuredClone(DATA);
  const target = data.e1_per_task_stats.rows[row] as (typeof data.e1_per_task_stats.rows)[number];
  const { printed } = target;
  printed[statistic] = printed[statistic].replace(/\d$/, (digit) => String((Number(digit) + by) % 10));
  const wrong = TABLES.A12(data).numbers.filter(({ status }) => status === 'mismatch');
  expect(wrong.map(({ name }) => name)).toEqual([
    expect.stringContaining(`${target.model} ${target.task_label}`),
  ]);
});

property.prop([fc.nat({ max: 11 }), fc.nat({ max: 19 }), fc.constantFrom(-1, 1, 7)], { numRuns: 30 })(
  'Any coverage moved by whole rows is found in Table A1',
  (arm, seed, by) => {
    const data = structuredClone(DATA);
    const rows = data.b2.rows[arm]?.covered_rows_of_75 as number[];
    rows[seed] = (rows[seed] as number) + by;
    expect(TABLES.A1(data).numbers.some(({ status }) => status === 'mismatch')).toBe(true);
  },
);

test('Tables are chosen by id, in the usual order, and an unknown id is refused with the known ones', () => {
  expect(reproduce({ tables: ['A14', 'A12'] }).tables.map(({ id }) => id)).toEqual(['A12', 'A14']);
  expect(() => reproduce({ tables: ['A99'] })).toThrow(/A12, Figure2/);
});
