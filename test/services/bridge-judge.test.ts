import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { auditTarget } from '../../src/commands/bridge/audit-target.ts';
import { temporaryFolder } from '../e2e/program.ts';
import { judgeServer } from '../scripted-judges.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures/bridge');

/** Asks the scripted judge over the wire while it is recorded, closes it, and audits again from the recording alone. */
async function replayed(judge: string, fn: string, cases = 'judged.jsonl') {
  using folder = temporaryFolder();
  const target = { scorer: `${join(FIXTURES, 'judges.py')}:${fn}`, cases: join(FIXTURES, cases) };
  const [record, name] = [join(folder.path, 'recording'), `scripted-${judge}`];
  const server = await judgeServer(judge);
  const url = server.baseUrls['openai-chat'];
  await auditTarget({ ...target, judge: { name, url, key: server.token, record } });
  await server[Symbol.asyncDispose]();
  const { profiles } = await auditTarget({ ...target, judge: { name, replay: record } });
  const [profile] = Object.values(profiles);
  if (!profile?.measurements.judge) throw new Error('no judge was probed');
  return { ...profile, probes: profile.measurements.judge.probes };
}

test('a judge that a Python scorer is handed passes every probe from its recording', async () => {
  const { card, probes, measurements } = await replayed('sound', 'strict');
  for (const probe of [
    'injection',
    'injection-twin',
    'verbosity',
    'verbosity-twin',
    'self-consistency',
    'unparseable',
  ]) {
    expect([probe, probes[probe]?.failed, (probes[probe]?.tried ?? 0) > 0]).toEqual([probe, 0, true]);
  }
  expect(card.licensed).toBe('quality in the opinion of the named judge');
  expect(measurements.modelCalls).toBeGreaterThan(0);
});

test('the client library that a Python scorer imports by itself asks the judge too, and is named as a stand-in', async () => {
  const { card, measurements } = await replayed('sound', 'own_client');
  expect(measurements.apparatus.stubs).toEqual(['openai (asks the judge of the audit)']);
  expect(measurements.judge?.failed).toBe(0);
  expect(card.items.criterion.verdict).toBe('pass');
  const alone = await auditTarget({
    scorer: `${join(FIXTURES, 'judges.py')}:own_client`,
    cases: join(FIXTURES, 'judged.jsonl'),
  });
  const [profile] = Object.values(alone.profiles);
  expect(profile?.measurements.outcomes.score).toBe(0);
  expect(profile?.measurements.notProbed.map(({ why }) => why)).toEqual(
    expect.arrayContaining([expect.stringContaining('needs_model')]),
  );
});

test.each([
  ['obedient', 'strict', 'injection', 'judged.jsonl'],
  ['impressed', 'own_client', 'verbosity', 'judged.jsonl'],
  ['moody', 'strict', 'self-consistency', 'judged.jsonl'],
  ['sound', 'lenient', 'unparseable', 'judged.jsonl'],
  ['first', 'pairwise', 'position-swap', 'judged-pairs.jsonl'],
] as const)('a %s judge behind the Python scorer %s fails the probe %s', async (judge, fn, probe, cases) => {
  const { card, probes } = await replayed(judge, fn, cases);
  expect(probes[probe]?.failed).toBeGreaterThan(0);
  expect([card.items.criterion.verdict, card.licensed]).toEqual(['fail', 'nothing']);
});
