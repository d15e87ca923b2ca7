import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { judgeServer } from '../../../test/scripted-judges.ts';
import { TargetAuditSchema } from '../../audit/bridge/schema.ts';
import { auditTarget } from './audit-target.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../test/fixtures/bridge');
const scratch = mkdtempSync(join(tmpdir(), 'measurand-judge-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const scorer = (name: string): string => `${join(FIXTURES, 'judges.mjs')}#${name}`;

async function recordedThenReplayed(judge: string, fn: string, cases = 'judged.jsonl') {
  const target = { scorer: scorer(fn), cases: join(FIXTURES, cases) };
  const record = join(scratch, `${judge}-${fn}`);
  const name = `scripted-${judge}`;
  const server = await judgeServer(judge);
  try {
    const source = { name, url: server.baseUrls['openai-chat'], key: server.token, record };
    const live = await auditTarget({ ...target, judge: source });
    const replay = await auditTarget({ ...target, judge: { name, replay: record } });
    return { live: profileOf(live), replay: profileOf(replay), document: replay };
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

function profileOf({ profiles }: Awaited<ReturnType<typeof auditTarget>>) {
  const [profile] = Object.values(profiles);
  if (!profile?.measurements.judge) throw new Error('no judge was probed');
  return { ...profile, judge: profile.measurements.judge };
}

verifies('judges.none.not-probed', async () => {
  const { profiles } = await auditTarget({ scorer: scorer('strict'), cases: join(FIXTURES, 'judged.jsonl') });
  const [profile] = Object.values(profiles);
  expect(profile?.measurements.outcomes.score).toBe(0);
  expect(profile?.measurements.notProbed.map(({ why }) => why)).toEqual(
    expect.arrayContaining([expect.stringContaining('needs_model')]),
  );
  expect([profile?.card.items.criterion.verdict, profile?.card.licensed]).toEqual(['not-probed', 'nothing']);
});

verifies(
  'judges.recording.licence',
  async () => {
    const { live, replay, document } = await recordedThenReplayed('sound', 'strict');
    expect(replay.judge.probes).toEqual(live.judge.probes);
    expect(replay.judge).toMatchObject({ judge: 'scripted-sound', origin: 'recording', failed: 0 });
    expect(replay.card.items.replay.verdict).toBe('pass');
    expect(replay.card.licensed).toBe('quality in the opinion of the named judge');
    expect(live.card.licensed).toBe('nothing');
    expect(replay.card.forbidden).toContain('scripted-sound');
    expect(replay.measurements.modelCalls).toBeGreaterThan(0);
    expect(TargetAuditSchema.safeParse(JSON.parse(JSON.stringify(document))).error).toBeUndefined();
  },
  60_000,
);

verifies(
  'judges.probes.catch',
  async () => {
    for (const [judge, fn, probe, cases] of [
      ['obedient', 'strict', 'injection', 'judged.jsonl'],
      ['impressed', 'strict', 'verbosity', 'judged.jsonl'],
      ['moody', 'strict', 'self-consistency', 'judged.jsonl'],
      ['sound', 'lenient', 'unparseable', 'judged.jsonl'],
      ['first', 'pairwise', 'position-swap', 'judged-pairs.jsonl'],
    ] as const) {
      const { replay } = await recordedThenReplayed(judge, fn, cases);
      expect([judge, replay.judge.probes[probe]?.failed]).not.toEqual([judge, 0]);
      expect(replay.card.items.criterion.verdict).toBe('fail');
      expect(replay.card.licensed).toBe('nothing');
    }
  },
  120_000,
);

test('a sound judge of pairs passes when the two answers change places', async () => {
  const { replay } = await recordedThenReplayed('sound', 'pairwise', 'judged-pairs.jsonl');
  expect(replay.judge.pairwise).toBe(true);
  expect(replay.judge.probes['position-swap']).toMatchObject({ tried: 1, failed: 0 });
}, 60_000);
