import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { ScorerKind } from '../../core/contracts/index.ts';
import { VERDICTS, type Verdict } from '../types.ts';
import { type LicenceFindings, licence, licenceByPaper, READINGS, together } from './licence.ts';

const KINDS: readonly ScorerKind[] = ['shape', 'outcome', 'specification', 'judge'];

/** Every combination of one value from each list. */
function product<T extends Record<string, readonly unknown[]>>(lists: T): { [K in keyof T]: T[K][number] }[] {
  let rows: Record<string, unknown>[] = [{}];
  for (const [key, values] of Object.entries(lists)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value })));
  }
  return rows as { [K in keyof T]: T[K][number] }[];
}

const everyFinding = (): LicenceFindings[] =>
  product({
    replay: VERDICTS,
    criterion: VERDICTS,
    scorerKind: KINDS,
    ownership: VERDICTS,
    environment: VERDICTS,
    fromRecordings: [true, false],
  });

const good: LicenceFindings = {
  replay: 'pass',
  criterion: 'pass',
  scorerKind: 'outcome',
  ownership: 'pass',
  environment: 'pass',
};

verifies('audit.licence.total', () => {
  for (const findings of everyFinding()) {
    expect(READINGS).toContain(licence(findings));
    expect(READINGS).toContain(licenceByPaper(findings));
  }
});

verifies('audit.licence.capability-needs-all', () => {
  const licensed = everyFinding().filter((findings) => licence(findings) === 'model capability');
  for (const { replay, criterion, scorerKind, ownership, environment } of licensed) {
    expect([replay, criterion, ownership, environment]).toEqual(['pass', 'pass', 'pass', 'pass']);
    expect(scorerKind).toBe('outcome');
  }
  expect(licensed).toHaveLength(2);
});

test('an environment that fails or was not probed licenses system-and-environment performance only', () => {
  for (const environment of ['fail', 'not-probed'] as const) {
    expect(licence({ ...good, environment })).toBe('model–scaffold–environment performance');
    expect(licenceByPaper({ ...good, environment })).toBe('model capability');
  }
});

test('a worse verdict never licenses a stronger claim', () => {
  const rank = (verdict: Verdict) => ({ fail: 0, 'not-probed': 1, pass: 2 })[verdict];
  for (const a of everyFinding()) {
    for (const b of everyFinding()) {
      const weaker =
        a.scorerKind === b.scorerKind &&
        a.scorerKind === 'outcome' &&
        (['replay', 'criterion', 'ownership', 'environment'] as const).every((k) => rank(a[k]) <= rank(b[k]));
      if (weaker && licence(a) === 'model capability') expect(licence(b)).toBe('model capability');
    }
  }
});

test('the other rows of the table read as they are written', () => {
  expect(licence({ ...good, ownership: 'fail' })).toBe('model–scaffold system performance');
  expect(licence({ ...good, ownership: 'not-probed', replay: 'not-probed' })).toBe(
    'model–scaffold system performance',
  );
  expect(licence({ ...good, scorerKind: 'specification', replay: 'not-probed' })).toBe(
    'specification compliance',
  );
  expect(licence({ ...good, scorerKind: 'shape', criterion: 'fail' })).toBe('self-report compliance');
  expect(licence({ ...good, scorerKind: 'shape' })).toBe('nothing');
  expect(licence({ ...good, scorerKind: 'judge', fromRecordings: true })).toBe(
    'quality in the opinion of the named judge',
  );
  expect(licence({ ...good, scorerKind: 'judge' })).toBe('nothing');
  expect(licence({ ...good, replay: 'fail', ownership: 'fail' })).toBe('nothing');
});

test('together fails on any fail and passes only when everything passed', () => {
  expect(together(['pass', 'not-probed', 'fail'])).toBe('fail');
  expect(together(['pass', 'not-probed'])).toBe('not-probed');
  expect(together(['pass', 'pass'])).toBe('pass');
  expect(together([])).toBe('not-probed');
});
