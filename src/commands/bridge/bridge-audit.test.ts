import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { TargetAuditSchema } from '../../audit/bridge/schema.ts';
import { refusals } from '../../audit/guard/guard.ts';
import { renderHtml } from '../../report/html.ts';
import { renderText } from '../../report/text.ts';
import { readAnyAuditFile } from '../report/audit-file.ts';
import { auditTarget } from './audit-target.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/bridge');

const audited = (name: string) =>
  auditTarget({ scorer: `${join(FIXTURES, 'scorers.mjs')}#${name}`, cases: join(FIXTURES, 'cases.jsonl') });

const hostile = (mode: string) =>
  auditTarget({ bridge: `${process.execPath} ${join(FIXTURES, 'hostile.mjs')} ${mode} /nowhere` });

async function measured(audit: ReturnType<typeof audited>) {
  const { profiles } = await audit;
  const [profile] = Object.values(profiles);
  if (!profile) throw new Error('no profile');
  return profile;
}

verifies('bridge.audit.kernel', async () => {
  const { measurements, card } = await measured(audited('loose'));
  const { kernel } = measurements;
  expect(kernel['sign_dropped']).toMatchObject({ label: 'degrading', tried: 1, accepted: 1 });
  expect(kernel['decimal_point_dropped']).toMatchObject({ tried: 1, accepted: 1 });
  expect(kernel['negated']).toMatchObject({ tried: 5, accepted: 0 });
  expect(kernel['upper_case']).toMatchObject({ label: 'equivalent', tried: 2, accepted: 2 });
  expect(kernel['trailing_zero']).toMatchObject({ label: 'equivalent', tried: 1, accepted: 0 });
  expect(card.items.criterion.verdict).toBe('fail');
  expect(card.items['null-floor'].verdict).toBe('pass');
  expect(card.items.ownership.verdict).toBe('not-probed');
  expect(measurements.degrading.telling).toBe(
    Object.values(kernel).filter(
      ({ label, group, accepted }) => label === 'degrading' && group !== 'null' && accepted > 0,
    ).length,
  );
});

test('a scorer that only asks whether the gold is contained passes a denial on every case', async () => {
  const { measurements } = await measured(audited('contains'));
  expect(measurements.kernel['negated']).toMatchObject({ tried: 5, accepted: 5 });
  expect(measurements.kernel['negated']?.example?.task).toBe('number');
});

test('an exact scorer has no false accept, and its false rejects are counted', async () => {
  const { measurements, card } = await measured(audited('exact'));
  expect(measurements.degrading.accepted).toBe(0);
  expect(measurements.degrading.tried).toBeGreaterThan(20);
  expect(measurements.twins.rejected).toBe(measurements.twins.tried);
  expect(card.items.replay.verdict).toBe('pass');
  expect(measurements.apparatus.provenance.files.map(({ path }) => path)).toEqual(['scorers.mjs']);
});

test('an error of the scorer is a finding, listed by type, and lowers no denominator silently', async () => {
  const { measurements } = await measured(audited('fragile'));
  expect(measurements.exceptions).toMatchObject([{ type: 'RangeError' }]);
  expect(measurements.kernel['empty']).toMatchObject({ tried: 0, exceptions: 5 });
  const { score, exception, notProbed } = measurements.outcomes;
  expect(score + exception + notProbed).toBe(measurements.requests);
});

verifies('bridge.replay.detects', async () => {
  const forgetful = await measured(audited('forgetful'));
  expect(forgetful.card.items.replay.verdict).toBe('fail');
  const seeded = await measured(hostile('hash-seed'));
  expect(seeded.measurements.replay).toMatchObject({ sameProcess: { differ: 0 } });
  expect(seeded.measurements.replay.freshProcess.differ).toBeGreaterThan(0);
  expect(seeded.measurements.replay.example).not.toBeNull();
  expect(seeded.card.items.replay.verdict).toBe('fail');
});

test('a judge that needs a model is not probed, and nothing is licensed', async () => {
  const { measurements, card } = await measured(hostile('needs-model'));
  expect(measurements.outcomes.score).toBe(0);
  expect(measurements.modelCalls).toBeGreaterThan(0);
  expect([card.items.criterion.verdict, card.licensed]).toEqual(['not-probed', 'nothing']);
});

test('a target that dies under every score loses no request and earns no verdict', async () => {
  const { profiles, ledger } = await hostile('exit');
  const { measurements, card } = Object.values(profiles)[0] ?? {};
  const { score = -1, exception = -1, notProbed = -1 } = measurements?.outcomes ?? {};
  expect([score, exception, score + exception + notProbed]).toEqual([0, 0, measurements?.requests]);
  expect(ledger.states).toMatchObject({ scored: 0, errored: 0, missing: ledger.planned });
  expect(measurements?.apparatus.failures.map(({ fault }) => fault)).toContain('exited');
  expect(Object.values(card?.items ?? {}).map(({ verdict }) => verdict)).not.toContain('pass');
});

verifies('bridge.audit.guarded', async () => {
  const document = await audited('loose');
  for (const { items } of document.cards) {
    for (const item of Object.values(items)) {
      const summary = { text: item.summary, figures: item.figures };
      for (const claim of [summary, ...item.evidence]) expect(refusals(claim, document)).toEqual([]);
    }
  }
  expect(await audited('loose')).toEqual(document);
  expect(TargetAuditSchema.safeParse(JSON.parse(JSON.stringify(document))).error).toBeUndefined();
  expect(await renderHtml(document)).toContain('decimal_point_dropped');
  expect(renderText(document, { width: 100, color: false })).toContain('not probed'.toUpperCase());
});

test('an audit of a released scorer is read back from its file, and a figure changed by hand is refused', async () => {
  const document = await audited('loose');
  const folder = mkdtempSync(join(tmpdir(), 'measurand-target-audit-'));
  try {
    const file = join(folder, 'audit.json');
    writeFileSync(file, JSON.stringify(document));
    expect(readAnyAuditFile(file)).toEqual(document);
    const text = JSON.stringify(document);
    const { accepted } = (
      Object.values(document.profiles)[0] as { measurements: { degrading: { accepted: number } } }
    ).measurements.degrading;
    writeFileSync(file, text.replaceAll(`"accepted":${accepted},`, '"accepted":4242,'));
    expect(() => readAnyAuditFile(file)).toThrow('may not stand');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

verifies('bridge.missing.exit-three', async () => {
  const missing = { code: 'target-missing', kind: 'unsupported', exitCode: 3 };
  await expect(auditTarget({ target: 'tau-bench', root: FIXTURES })).rejects.toMatchObject(
    process.env['PATH']?.includes('python') ? missing : { exitCode: 3 },
  );
  await expect(auditTarget({ target: 'bfcl', python: '/no/such/python' })).rejects.toMatchObject({
    code: 'no-interpreter',
    exitCode: 3,
  });
  await expect(auditTarget({ target: 'chess' })).rejects.toMatchObject({
    code: 'unknown-target',
    exitCode: 2,
  });
});
