import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { provider } from '../../../test/e2e/provider-server.ts';
import { invoiceModel } from '../../../test/live-invoice-model.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../scaffolds/native/reference/start.ts';
import { type PlayedTrial, playTrial } from '../suite/play/play-trial.ts';
import { t75 } from '../suite/t75-invoice-lookup/trial.ts';
import { type LiveSource, liveModel, replayedLive } from './live-model.ts';

const MINUTE = 60_000;
const KEY = 'sk-live-0123456789abcdef';
const MODEL = 'compatible:desk/solver';
const scratch = mkdtempSync(join(tmpdir(), 'mrnd-live-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const environment = (url: string) => ({ MEASURAND_ENDPOINT_DESK: `${url}/v1`, MEASURAND_KEY_DESK: KEY });

async function play(live: LiveSource): Promise<{ played: PlayedTrial; folder: string }> {
  const folder = mkdtempSync(join(scratch, 'run-'));
  const played = await playTrial({
    ...{ trial: t75, seed: 1, live, folder },
    adapter: referenceHarness(),
    harness: foundReference(),
    isolation: await checkIsolation(),
  });
  return { played, folder };
}

const verdicts = ({ judged }: PlayedTrial) =>
  Object.fromEntries(judged.map(({ verdict }) => [verdict.criterion, verdict.state]));

test(
  'a live model behind the real protocol is scored by the same lines, and its recording plays it again to the byte',
  async () => {
    const server = await provider(invoiceModel);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const { played, folder } = await play(liveModel(MODEL, { environment: environment(server.url) }));
    expect(played.admission).toEqual({ admitted: true });
    expect(played.verified).toBe(true);
    expect(new Set(Object.values(verdicts(played)))).toEqual(new Set([1]));
    expect(played.live).toEqual({
      model: MODEL,
      waits: [],
      tokens: { answered: 3, untold: 0, input: 300, output: 30, cached: 120 },
    });
    expect(played.evidence.moves).toEqual({ lookup: ['call_live_1'], write: ['call_live_2'] });
    expect(server.heard.map(({ json: { model } }) => model)).toEqual(['solver', 'solver', 'solver']);
    expect(server.heard[0]?.headers.authorization).toBe(`Bearer ${KEY}`);

    const again = await play(await replayedLive(MODEL, join(folder, 'boundary')));
    expect(server.heard).toHaveLength(3);
    const bytes = ({ run }: PlayedTrial) => run.boundary.map(({ received, status }) => [received, status]);
    expect(bytes(again.played)).toEqual(bytes(played));
    expect(again.played.judged).toEqual(played.judged);
  },
  2 * MINUTE,
);
