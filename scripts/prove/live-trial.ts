// Trials with live models. First a model over the real protocol, streaming: an OpenAI-compatible server of our own whose model has the
// sense that T75 takes, under the reference harness and every installed one that can run T75; then the same runs from
// their recordings, to the same root. With `MEASURAND_GGUF=FILE` (docs/models.md) a small language model, computed on this
// machine, tries a few trials too, and whatever it scores is what is told. Options: --harness A,B --trials T15,T75 --no-local.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openArchive, type ProgressListener, runTrials, type TrialRunReport } from '../../src/index.ts';
import { provider } from '../../test/e2e/provider-server.ts';
import { invoiceModel } from '../../test/live-invoice-model.ts';

const { values } = parseArgs({
  options: {
    harness: { type: 'string', default: 'all' },
    trials: { type: 'string', default: 'T15,T75,T81' },
    local: { type: 'boolean', default: true },
    patience: { type: 'string', default: '3' },
  },
  allowNegative: true,
});
const ROOT = resolve(import.meta.dirname, '../..');
const patience = Number(values.patience);
const folder = mkdtempSync(join(tmpdir(), 'measurand-live-'));

interface Tried {
  readonly model: string;
  readonly report: TrialRunReport;
  readonly root: string;
  readonly replayedRoot: string;
}

const rootOf = (archive: string): string => {
  using opened = openArchive(archive);
  return opened.root();
};

/** Runs trials live, then again from the recording of it. */
async function tried(
  name: string,
  model: string,
  trials: readonly string[],
  harnesses: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Tried> {
  const at = (part: string): string => join(folder, `${name}-${part}`);
  const shared = { harnesses, trials, patience } as const;
  const onProgress: ProgressListener = ({ done, total }) =>
    void process.stderr.write(`${name}: ${done} of ${total} runs\n`);
  const report = await runTrials({
    ...shared,
    ...{ archive: at('live'), live: { model, record: at('recorded'), environment }, onProgress },
  });
  const missing = report.ledger.errored + report.ledger.timedOut;
  const replayable = missing === 0;
  if (replayable)
    await runTrials({
      ...shared,
      archive: at('again'),
      live: { model, replay: at('recorded'), environment: {} },
    });
  return {
    ...{ model, report, root: rootOf(at('live')) },
    replayedRoot: replayable ? rootOf(at('again')) : 'not replayed',
  };
}

const told = ({ model, report, root, replayedRoot }: Tried) => ({
  model,
  ledger: report.ledger,
  sheets: report.sheets.map(({ harness, runs, verified, harnessLayer, live, agentSuccess }) => ({
    ...{ harness, runs, verified },
    harnessLines: harnessLayer.micro && `${harnessLayer.micro.k}/${harnessLayer.micro.n}`,
    agentLines: live.micro && `${live.micro.k}/${live.micro.n}`,
    agentSuccess: agentSuccess && `${agentSuccess.k}/${agentSuccess.n}`,
  })),
  used: report.live.map(({ harness, tokens, unexercised }) => ({ harness, tokens, unexercised })),
  zeros: report.cases.map(({ criterion, harness, reason }) => ({ criterion, harness, reason })),
  unscored: report.cells.filter(({ state }) => state !== 'scored'),
  root,
  replayedRoot,
});

async function localModel(): Promise<{ readonly state: string; readonly [key: string]: unknown }> {
  const gguf = process.env['MEASURAND_GGUF'];
  const binding = join(ROOT, 'node_modules/node-llama-cpp/package.json');
  if (!values.local) return { state: 'left out' };
  if (gguf === undefined || !existsSync(gguf))
    return { state: 'not-probed', reason: 'MEASURAND_GGUF names no file' };
  if (!existsSync(binding)) return { state: 'not-probed', reason: 'node-llama-cpp is not installed' };
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(gguf)) sha256.update(chunk as Buffer);
  // The id of a model is part of every episode, so it names the file and not where it lies.
  process.chdir(dirname(resolve(gguf)));
  const began = performance.now();
  const trial = await tried('local', `local:${basename(gguf)}`, values.trials.split(','), ['reference'], {});
  return {
    state: 'probed',
    file: { bytes: statSync(gguf).size, sha256: sha256.digest('hex') },
    seconds: Math.round((performance.now() - began) / 1000),
    ...told(trial),
  };
}

const server = await provider(invoiceModel);
const wire = await tried('wire', 'compatible:desk/sensible', ['T75'], values.harness.split(','), {
  MEASURAND_ENDPOINT_DESK: `${server.url}/v1`,
  MEASURAND_KEY_DESK: 'sk-proof-0123456789abcdef',
});
const streamed = server.heard.filter(({ json }) => json['stream'] === true).length;
const asked = server.heard.length;
await server[Symbol.asyncDispose]();
const local = await localModel();
rmSync(folder, { recursive: true, force: true });

const reference = wire.report.sheets.find(({ harness }) => harness.startsWith('reference@'));
const result = {
  proof: 'live-trial',
  state: 'probed',
  holds:
    reference?.agentSuccess?.k === 1 &&
    wire.report.ledger.scored > 0 &&
    (wire.root === wire.replayedRoot || values.harness !== 'reference'),
  wire: { asked, streamed, ...told(wire) },
  local,
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exit(result.holds ? 0 : 1);
