import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { abcItems, abcOf } from '../../report/outputs/abc.ts';
import { targetReport } from '../../report/outputs/of-target.ts';
import { sarifOf } from '../../report/outputs/sarif.ts';
import { auditTarget } from './audit-target.ts';
import { linesOf } from './case-lines.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/bridge');
const cases = join(FIXTURES, 'cases.jsonl');

const audited = (name: string) =>
  auditTarget({ scorer: `${join(FIXTURES, 'scorers.mjs')}#${name}`, cases, falsify: { candidates: 30 } });

verifies('bridge.outputs.placed', async () => {
  const document = await audited('contains');
  const report = targetReport(document, {
    scorer: 'scorers.mjs',
    cases: 'cases.jsonl',
    lineOf: linesOf(cases),
  });
  const denied = report.findings.find(({ place }) => place?.includes('negated'));
  expect(denied).toMatchObject({ rule: 'false-accept', level: 'error', file: 'cases.jsonl', line: 1 });
  expect(report.findings.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['criterion', 'false-accept', 'false-reject', 'minimal-pair']),
  );
  const { results, tool } = JSON.parse(sarifOf(report)).runs[0];
  const known = tool.driver.rules.map(({ id }: { id: string }) => id);
  for (const { ruleId, ruleIndex } of results) expect(known[ruleIndex]).toBe(ruleId);

  const score = (of: typeof document) =>
    Object.fromEntries(abcItems(of).map((item) => [item.id, item.score]));
  expect(score(document)).toMatchObject({
    'I.b.1': 0,
    'I.b.2': 0,
    'I.b.3': 1,
    'I.c.2': null,
    'II.8': 1,
    'II.10': 0,
  });
  expect(abcOf(document)).toContain('I.b.1:\n  check: "denied answers"\n  score: 0\n');
  // A search that found nothing proves nothing.
  expect(score(await audited('exact'))).toMatchObject({ 'I.a.1': 0, 'I.b.1': 1, 'I.b.2': 1, 'II.10': null });
});

test('a case without an id is placed by its number', () => {
  expect(linesOf(join(FIXTURES, 'judged.jsonl'))('name')).toBe(2);
  expect(linesOf(cases)('nobody')).toBeUndefined();
});
