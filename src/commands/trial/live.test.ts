import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { provider } from '../../../test/e2e/provider-server.ts';
import { invoiceModelAndJudge } from '../../../test/live-invoice-model.ts';
import { verifies } from '../../../test/requirements.ts';
import { readArchive } from '../../archive/folder.ts';
import type { EpisodeCoordinates } from '../../core/contracts/index.ts';
import { verify } from '../verify/verify.ts';
import { keptJudgements } from './kept-judgement.ts';
import { LiveSources } from './live.ts';
import { trialOutcomes } from './outcomes.ts';
import { runTrials, type TrialRunOptions } from './run.ts';
import { scoreTrials } from './score.ts';

const MINUTES = 60_000;
const KEY = 'sk-live-0123456789abcdef';
const MODEL = 'compatible:desk/solver';
const JUDGE = 'compatible:desk/judge';
const scratch = mkdtempSync(join(tmpdir(), 'mrnd-live-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const at = (name: string): string => join(scratch, name);
const T75: TrialRunOptions = { harnesses: ['reference'], trials: ['T75'] };

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

verifies(
  'trial.live.recorded',
  async () => {
    const server = await provider(invoiceModelAndJudge);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const environment = { MEASURAND_ENDPOINT_DESK: `${server.url}/v1`, MEASURAND_KEY_DESK: KEY };
    const live = await runTrials({
      ...T75,
      archive: at('live'),
      live: { model: MODEL, record: at('recorded'), environment },
      judge: { model: JUDGE, record: at('judge.jsonl'), environment },
    });
    expect(live.ledger).toMatchObject({ planned: 1, scored: 1 });
    expect(live.mode).toBe('live');
    const [sheet] = live.sheets;
    expect(sheet).toMatchObject({
      harness: `reference@1.0.0 × ${MODEL}`,
      verified: 1,
      pinned: { micro: null },
      live: { micro: { k: 4, n: 4 } },
      agentSuccess: { k: 1, n: 1 },
      // Six Harness lines with the one that was judged; the Agent line without a verdict is in no total.
      harnessLayer: { micro: { k: 6, n: 6 } },
      unjudged: 1,
      // A sheet with a line whose judge could not be read is not final.
      labels: { inconclusive: 1 },
    });
    expect(live.live).toEqual([
      {
        ...{ harness: `reference@1.0.0 × ${MODEL}`, model: MODEL, runs: 1, cost: null },
        tokens: { answered: 3, untold: 0, input: 300, output: 30, cached: 120 },
        ...{ waits: 0, waitedSeconds: 0, unexercised: 0 },
      },
    ]);
    expect(live.judging).toMatchObject({
      ...{ judge: JUDGE, judges: [JUDGE], rubrics: 2, judged: 1, withoutEvidence: 0 },
      ...{ unreadable: 1, unjudged: 0, tokens: { answered: 2, input: 100, output: 10 } },
    });
    const asked = server.heard.length;
    expect(asked).toBe(5);

    const again = await runTrials({
      ...T75,
      archive: at('again'),
      live: { model: MODEL, replay: at('recorded'), environment: {} },
      judge: { model: JUDGE, replay: at('judge.jsonl'), environment: {} },
    });
    expect(server.heard).toHaveLength(asked);
    const { archive: _a, ...first } = live;
    const { archive: _b, ...second } = again;
    expect(second).toEqual(first);
    using one = readArchive(at('live'));
    using two = readArchive(at('again'));
    expect(two.root()).toBe(one.root());
    expect(await verify({ archive: at('live') })).toMatchObject({ sound: true, episodes: 2 });
    expect(trialOutcomes(one)[0]?.kept?.live?.moves).toEqual({
      lookup: ['call_live_1'],
      write: ['call_live_2'],
    });
    for (const file of filesBelow(scratch)) expect(readFileSync(file).includes(KEY), file).toBe(false);
  },
  4 * MINUTES,
);

verifies(
  'trial.judge.archive',
  async () => {
    // The archive of the test before, judged once more from the recording, and by another judge beside the first.
    const held = await scoreTrials({
      archive: at('live'),
      judge: { model: JUDGE, replay: at('judge.jsonl'), environment: {} },
    });
    expect(held.judged).toEqual({ judged: 0, held: 1, withoutPackets: 0, interrupted: false });
    expect([held.differences, held.flaws]).toEqual([[], []]);

    const server = await provider(invoiceModelAndJudge);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const environment = { MEASURAND_ENDPOINT_DESK: `${server.url}/v1` };
    const other = 'compatible:desk/other';
    const scored = await scoreTrials({ archive: at('live'), judge: { model: other, environment } });
    expect(scored.judged).toMatchObject({ judged: 1, held: 0 });
    expect(scored.report.judging).toMatchObject({ judge: other, judges: [JUDGE, other] });
    const { report } = await scoreTrials({ archive: at('live') });
    expect(report.judging).toMatchObject({ judge: null, judged: 0, unjudged: 2 });

    using archive = readArchive(at('live'));
    const [judgement] = [...(keptJudgements(archive).get(JUDGE)?.values() ?? [])];
    expect(judgement?.judgements.map(({ criterion }) => criterion)).toEqual(['T75.A5', 'T75.H6']);
    expect(judgement?.judgements[1]).toMatchObject({
      answer: '{"verdict":"holds","rationale":"both values stand in the result"}',
      verdict: { state: 1, by: { judge: JUDGE }, reason: 'both values stand in the result' },
    });
    expect(judgement?.judgements[1]?.prompt[1]?.text).toContain('DUE-');
  },
  MINUTES,
);

test('a live run that was never recorded is not replayed, and a run is not both recorded and replayed', async () => {
  const replay = new LiveSources({ model: MODEL, replay: scratch, environment: {} });
  const coordinates: EpisodeCoordinates = {
    ...{ suite: 'trials', profile: 'live', task: 'T75', seed: 9, model: MODEL, scaffold: 'reference@1.0.0' },
    ...{ protocol: 'single', arm: '', settings: {} },
  };
  await expect(replay.of(coordinates)).rejects.toMatchObject({ code: 'not-recorded' });
  const settings = { model: MODEL, replay: scratch, record: scratch };
  expect(() => new LiveSources(settings)).toThrow(expect.objectContaining({ code: 'invalid-usage' }));
  const named = (model: string) => () => new LiveSources({ model, environment: {} });
  expect(named('perfect')).toThrow(expect.objectContaining({ code: 'unknown-model' }));
  expect(named(`${MODEL}?temperature=0`)).toThrow(expect.objectContaining({ code: 'unsupported-sampling' }));
});
