import { beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { formatDecimal } from '../../core/decimal.ts';
import type { JsonValue } from '../../core/json.ts';
import type { AuditDocument } from '../document.ts';
import { refusals } from '../guard/guard.ts';
import { CARD_ITEMS, type CardItemId, type Verdict } from '../types.ts';
import { auditComtrade } from './audit.ts';

let document: AuditDocument;
beforeAll(async () => {
  document = await auditComtrade();
}, 120_000);

const verdicts = (profile: string): Record<CardItemId, Verdict> =>
  Object.fromEntries(
    CARD_ITEMS.map((item) => [item, document.profiles[profile]?.card.items[item].verdict]),
  ) as Record<CardItemId, Verdict>;

const cardNamed = (id: string) => document.cards.find((card) => card.id === id);

verifies('audit.comtrade.as-published-verdicts', () => {
  expect(verdicts('as-published')).toMatchObject({
    ownership: 'fail',
    criterion: 'fail',
    'null-floor': 'fail',
    'trace-preference': 'fail',
    'non-degeneracy': 'fail',
    'interface-floor': 'fail',
    'seed-sensitivity': 'fail',
    'fault-witness': 'fail',
    reachability: 'fail',
    'inert-settings': 'fail',
  });
});

verifies('audit.comtrade.repaired-verdicts', () => {
  expect(verdicts('repaired')).toMatchObject({
    ownership: 'pass',
    criterion: 'pass',
    'null-floor': 'pass',
    'non-degeneracy': 'pass',
    reliability: 'pass',
    'seed-sensitivity': 'pass',
    'fault-witness': 'pass',
    reachability: 'pass',
    'inert-settings': 'pass',
    replay: 'pass',
  });
});

verifies('audit.comtrade.licences', () => {
  const licensed = (id: string) => [cardNamed(id)?.licensed, cardNamed(id)?.licensedByPaper];
  expect(licensed('as-published/L0/shape-judge')[0]).toMatch(/^self-report compliance/);
  expect(licensed('repaired/L2/truth')[0]).toMatch(/^model capability, at level L2/);
  const [ours, paper] = licensed('as-published/L2/truth');
  expect(ours).toMatch(/^model–scaffold–environment performance/);
  expect(paper).toMatch(/^model capability/);
  expect(cardNamed('as-published/L2/truth')?.disagreement).toMatch(/environment checks/);
});

verifies('audit.comtrade.paper-figures', () => {
  const { probeRows, probe, outputFloor } = document.profiles['as-published']?.measurements ?? {};
  const judged = (task: string, submission: string) =>
    formatDecimal(
      probeRows?.find((row) => row.task === task && row.submission === submission)?.judge ?? 0,
      3,
    );
  expect(['empty', 'fabricated', 'correct'].map((shape) => judged('T2_multi_page', shape))).toEqual([
    '0.648',
    '0.987',
    '0.987',
  ]);
  expect(
    ['empty', 'fabricated', 'correct', 'contradictory'].map((shape) => judged('T3_duplicates', shape)),
  ).toEqual(['0.645', '0.980', '0.980', '0.582']);
  const drop = probe?.['shape-judge']?.tracePreference.byEdit['contradictory']?.largestDrop ?? 0;
  expect(formatDecimal(drop, 3)).toBe('0.398');
  expect(formatDecimal(outputFloor?.['single']?.byTask['T7_totals_trap']?.cap ?? 0, 2)).toBe('0.26');
  const t7 = outputFloor?.['single']?.byTask['T7_totals_trap'];
  expect(t7?.executed).toBeLessThanOrEqual(t7?.cap ?? 0);
  expect(t7?.executed).toBeGreaterThan(0.95 * (t7?.cap ?? 1));
});

verifies('audit.comtrade.window-hypothesis', () => {
  const byTask = document.profiles['as-published']?.measurements.visibleRecall.window.byTask;
  const t7 = byTask?.['T7_totals_trap'];
  const t8 = byTask?.['T8_mixed_faults'];
  expect([t7?.whole, t7?.begun, t8?.whole, t8?.begun]).toEqual([42, 45, 41, 42]);
  expect([t7?.f1Whole, t7?.f1Begun, t8?.f1Whole, t8?.f1Begun].map((f1) => formatDecimal(f1 ?? 0, 4))).toEqual(
    ['0.1061', '0.1132', '0.8119', '0.8235'],
  );
});

test('every row of a reliability spectrum pools the same number of runs, so that minima compare', () => {
  for (const { rows, tasks, seeds } of document.panels.spectra) {
    expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([tasks.length * seeds]));
  }
});

verifies('audit.comtrade.guarded', () => {
  let claims = 0;
  for (const card of document.cards) {
    for (const { summary, figures, evidence } of Object.values(card.items)) {
      for (const claim of [{ text: summary, figures }, ...evidence]) {
        expect(refusals(claim, document)).toEqual([]);
        claims += 1;
      }
    }
  }
  expect(claims).toBeGreaterThan(300);
});

test('every evidence item has its own id, names where the measurement stands, and that place exists', () => {
  const ids = document.cards.flatMap((card) =>
    Object.values(card.items).flatMap(({ evidence }) => evidence.map(({ id }) => id)),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const card of document.cards) {
    for (const { evidence } of Object.values(card.items)) {
      for (const { path } of evidence) expect(path).toMatch(/^(profiles\[|paper)/);
    }
  }
});

test('quoted evidence never stands alone under a pass', () => {
  for (const card of document.cards) {
    for (const { verdict, evidence } of Object.values(card.items)) {
      if (verdict === 'pass') expect(evidence.some(({ origin }) => origin !== 'quoted')).toBe(true);
    }
  }
});

verifies('audit.deterministic', async () => {
  const again = await auditComtrade({ profiles: ['repaired'] });
  const same = (value: unknown) => canonicalJson(value as JsonValue);
  expect(same(again.profiles['repaired'])).toBe(same(document.profiles['repaired']));
});
