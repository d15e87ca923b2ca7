import { readFileSync } from 'node:fs';
import { fc } from '@fast-check/vitest';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { BuiltInStudy, StudyAnalysis, StudyTableRow } from '../../study/built-in.ts';
import { runEpisode } from '../../study/run-episode.ts';
import { builtInStudies, builtInStudy } from './index.ts';

const records = new Map<string, readonly EpisodeRecord[]>();
const analyses = new Map<string, StudyAnalysis>();

beforeAll(async () => {
  for (const study of builtInStudies()) {
    const run: EpisodeRecord[] = [];
    for (const cell of study.cells()) run.push((await runEpisode(cell, { scorers: study.scorers })).record);
    records.set(study.id, run);
    analyses.set(study.id, study.analyse(run));
  }
});

const recordsOf = (id: string) => records.get(id) as readonly EpisodeRecord[];
const analysisOf = (id: string) => analyses.get(id) as StudyAnalysis;

function statement(study: string, id: string) {
  const found = analysisOf(study).statements.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`${study} makes no statement ${id}`);
  return found;
}

const executed = (study: string, table = 0): readonly StudyTableRow[] =>
  analysisOf(study).tables[table]?.rows.filter(({ origin }) => origin === 'executed') ?? [];

/** Rows covered by one model in one arm under one quota, by seed. */
function covered(study: string, model: string, arm: string, quota: number | null): readonly number[] {
  return recordsOf(study)
    .filter(({ coordinates }) => coordinates.model === model && coordinates.arm === arm)
    .filter(({ coordinates }) => coordinates.settings['quota'] === quota)
    .sort((a, b) => a.coordinates.seed - b.coordinates.seed)
    .map(({ scores }) => Math.round((scores[0]?.value ?? Number.NaN) * 75));
}

/** Whether a number, rounded as far as the paper prints it, is what the paper prints; whole numbers must be the same. */
function agrees(ours: number, paper: number): boolean {
  if (Number.isInteger(paper)) return ours === paper;
  const decimals = Math.max(3, String(paper).split('.')[1]?.length ?? 0);
  return Math.abs(ours - paper) <= 0.5 * 10 ** -decimals + 1e-9;
}

interface PrintedVector {
  readonly model: string;
  readonly arm: string;
  readonly slack: number;
  readonly budget_before_squeeze: number;
  readonly covered_rows_of_75: readonly number[];
  readonly retries: number;
  readonly skips: number;
  readonly quota_deaths: number;
}

const printedVectors = (
  JSON.parse(readFileSync(new URL('../../../data/paper/b2.json', import.meta.url), 'utf8')) as {
    readonly rows: readonly PrintedVector[];
  }
).rows;

verifies('adversity.b1.null', () => {
  expect(statement('b1', 'b1-null').holds).toBe(true);
  expect(statement('b1', 'b1-pairs-differ').holds).toBe(true);
  const row = executed('b1').find(({ label }) => label.startsWith('always-retry'));
  expect(row?.numbers['delta']).toBe(0);
  expect(row?.numbers['lo']).toBeCloseTo(-0.007, 3);
  expect(row?.numbers['hi']).toBeCloseTo(0.007, 3);
  expect([row?.numbers['cliffs'], row?.numbers['cliffsLo'], row?.numbers['cliffsHi']]).toEqual([
    0.05, -0.3, 0.4,
  ]);
  expect(row?.numbers['constant']).toBeCloseTo(0.832, 4);
});

verifies('adversity.b1.same-for-all', () => {
  expect(statement('b1', 'b1-same-for-all')).toMatchObject({
    holds: true,
    numbers: { policiesThatRetryAll: 3, distinctOutcomes: 1 },
  });
  expect(statement('b1', 'b1-ceiling').holds).toBe(true);
});

verifies('adversity.b2.table-a2', () => {
  const beside = analysisOf('slack').comparisons.filter(({ source }) => source.startsWith('Table A2'));
  expect(beside).toHaveLength(36);
  const off = beside.filter(({ ours, paper }) => !agrees(ours, paper));
  expect(off.map(({ label, ours, paper }) => [label, ours, paper])).toEqual([
    ['always-skip, slack 2: skips', 34, 35],
  ]);
  expect(analysisOf('b2').comparisons.every(({ ours, paper }) => agrees(ours, paper))).toBe(true);
  expect(statement('b2', 'b2-retry-penalty-always-retry').holds).toBe(true);
  expect(statement('b2', 'b2-skip-none-always-skip').holds).toBe(true);
});

verifies('adversity.b2.llama-vectors', () => {
  const llama = printedVectors.filter(({ model }) => model === 'Llama-3.3-70B');
  expect(llama).toHaveLength(4);
  for (const { arm, budget_before_squeeze: quota, covered_rows_of_75: rows, ...counts } of llama) {
    const ourArm = arm === 'escalating' ? 'escalating' : 'constant';
    expect(covered('slack', 'quota-optimist', ourArm, quota)).toEqual(rows);
    const ours = executed('slack').find(
      ({ label }) => label === `quota-optimist, slack ${counts.slack}`,
    )?.numbers;
    if (ourArm === 'escalating') {
      expect([ours?.['skipsEscalating'], ours?.['deathsEscalating']]).toEqual([
        counts.skips,
        counts.quota_deaths,
      ]);
    }
  }
});

test('quota-aware covers, seed by seed, what GPT-5 is printed to have covered at slack 0', () => {
  const printed = printedVectors.filter(({ model, slack }) => model === 'GPT-5' && slack === 0);
  expect(printed).toHaveLength(2);
  for (const { arm, covered_rows_of_75: rows } of printed) {
    expect(covered('b2', 'quota-aware', arm === 'escalating' ? 'escalating' : 'constant', 8)).toEqual(rows);
  }
});

verifies('adversity.slack.decay', () => {
  for (const model of ['always-retry', 'quota-aware', 'quota-optimist']) {
    expect(statement('slack', `slack-decay-${model}`).holds).toBe(true);
  }
  const doses = analysisOf('slack').comparisons.filter(({ source }) => source.startsWith('Section A.4'));
  expect(doses.map(({ paper }) => paper)).toEqual([0.087, 0.074, 0.043, 0.008]);
  expect(doses.every(({ ours, paper }) => agrees(ours, paper))).toBe(true);
});

verifies('adversity.slack.where-policies-matter', () => {
  const zero = statement('slack', 'slack-zero-no-policy-matters');
  expect([zero.holds, zero.numbers['slack0']]).toEqual([true, 0]);
  const between = statement('slack', 'slack-between-policies-matter');
  expect(between.holds).toBe(true);
  expect(between.numbers['slack2Lo']).toBeGreaterThan(0);
  expect(statement('slack', 'slack-large-no-policy-matters').holds).toBe(true);
  expect(executed('slack', 1).map(({ label }) => label)).toEqual(builtInStudy('slack').models);
});

verifies('adversity.degradation.gap', () => {
  const [levels, gaps] = analysisOf('degradation').tables;
  expect(levels?.rows).toHaveLength(24);
  expect(analysisOf('degradation').curves[0]?.curves.map(({ points }) => points.length)).toEqual([
    6, 6, 6, 6,
  ]);
  expect(analysisOf('degradation').statements.every(({ holds }) => holds)).toBe(true);
  for (const { label, numbers } of gaps?.rows ?? []) {
    const own = levels?.rows.filter((row) => row.label.startsWith(label)) ?? [];
    expect(numbers['static']).toBe(1);
    expect(numbers['gap']).toBe(
      (own[0]?.numbers['mean'] as number) - (own.at(-1)?.numbers['worst'] as number),
    );
    expect(numbers['gap']).toBeGreaterThan(0.4);
  }
});

verifies('adversity.study.order-free', () => {
  for (const study of builtInStudies()) {
    const reversed = [...recordsOf(study.id)].reverse();
    expect(study.analyse(reversed)).toEqual(analysisOf(study.id));
  }
});

/** The same record in another state. */
function unscored(record: EpisodeRecord, state: EpisodeRecord['state']): EpisodeRecord {
  return { ...record, state, scores: [], faultsSeen: [], decisions: [] };
}

const coded = (study: BuiltInStudy, run: readonly EpisodeRecord[]): string => {
  try {
    study.analyse(run);
    return 'nothing';
  } catch (error) {
    return error instanceof MeasurandError ? error.code : String(error);
  }
};

verifies('adversity.study.denominator', () => {
  const study = builtInStudy('b2');
  const run = recordsOf('b2');
  const [first] = run as [EpisodeRecord, ...EpisodeRecord[]];
  expect(coded(study, run.slice(1))).toBe('incomplete-ledger');
  expect(coded(study, [...run, first])).toBe('duplicate-episode');
  expect(coded(study, [...run, ...recordsOf('b1').slice(0, 1)])).toBe('foreign-episode');
  expect(coded(study, [{ ...first, scores: [] }, ...run.slice(1)])).toBe('missing-score');
  const off = { ...first, scores: [{ scorer: 'coverage', value: 0.501, parts: {}, notes: [] }] };
  expect(coded(study, [off, ...run.slice(1)])).toBe('off-lattice');
  const states = fc.constantFrom<EpisodeRecord['state'][]>(
    'errored',
    'timed-out',
    'missing',
    'no-submission',
    'excluded',
  );
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(run.length - 1), { maxLength: 12 }), states, (places, state) => {
      const changed = run.map((record, index) => (places.includes(index) ? unscored(record, state) : record));
      const { denominator, tables } = study.analyse(changed);
      expect(denominator.planned).toBe(run.length);
      expect(Object.values(denominator.states).reduce((sum, count) => sum + count, 0)).toBe(run.length);
      expect(denominator.states[state]).toBe(places.length);
      for (const { numbers, origin } of tables[0]?.rows ?? []) {
        if (origin === 'quoted') continue;
        const { least, most, asFailed, unscored: open } = numbers as Record<string, number>;
        expect(least as number).toBeLessThanOrEqual(asFailed as number);
        expect(asFailed as number).toBeLessThanOrEqual(most as number);
        if (open === 0) expect(least).toBe(most);
      }
    }),
    { numRuns: 15 },
  );
});

describe('builtInStudies()', () => {
  test('each study says that it replicates, and quotes the paper beside its own figures', () => {
    for (const { id } of builtInStudies()) {
      expect(analysisOf(id).notes[0]).toMatch(/replication.*no recomputation/u);
    }
    for (const id of ['b1', 'b2', 'slack']) {
      expect(analysisOf(id).forest.some(({ origin }) => origin === 'quoted')).toBe(true);
    }
  });

  test('each study plans what it is asked to', () => {
    for (const study of builtInStudies()) {
      const cells = study.cells({ models: ['perfect'], seeds: [4, 9] });
      expect(new Set(cells.map(({ model }) => model))).toEqual(new Set(['perfect']));
      expect(new Set(cells.map(({ seed }) => seed))).toEqual(new Set([4, 9]));
      expect(study.cells()).toHaveLength(recordsOf(study.id).length);
    }
  });

  test('an analysis of some models and seeds stands on its own', () => {
    const few = recordsOf('slack').filter(
      ({ coordinates: { model, seed } }) => model === 'always-retry' && seed < 6,
    );
    const { denominator, forest, statements } = builtInStudy('slack').analyse(few);
    expect(denominator.planned).toBe(48);
    expect(forest.filter(({ origin }) => origin === 'executed').map(({ n }) => n)).toEqual([6, 6, 6, 6]);
    expect(statements.map(({ id }) => id)).toEqual(['slack-decay-always-retry']);
  });

  test('nothing is concluded where nothing is scored', () => {
    for (const study of builtInStudies()) {
      const { forest, comparisons, statements } = study.analyse(
        recordsOf(study.id).map((record) => unscored(record, 'missing')),
      );
      expect([forest, comparisons]).toEqual([[], []]);
      expect(statements.filter(({ holds }) => holds)).toEqual([]);
    }
  });

  test('limits that a runner adds to the settings do not make another episode', () => {
    const limited = recordsOf('b1').map((record) => {
      const settings = { ...record.coordinates.settings, limits: { steps: 60 } };
      return { ...record, coordinates: { ...record.coordinates, settings } };
    });
    expect(builtInStudy('b1').analyse(limited)).toEqual(analysisOf('b1'));
  });

  test('an unknown study is refused by name', () => {
    expect(() => builtInStudy('b3')).toThrow(expect.objectContaining({ code: 'unknown-study' }));
  });
});
