// The proposing layers, measured as the paper does: decisions right of 15 in each of three runs on three reference
// harnesses, kind right of three scorers, coverage of the hand-made battery. Twice: answered by a script of our own over the
// real protocol, which is no model and shows the machinery; and by a small language model from a GGUF file where one is at hand.
// `MEASURAND_GGUF=FILE npm run prove -- propose`; without the file or the binding that half is not probed (exit 3).
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { SCRIPTED } from '../../src/audit/propose/references.ts';
import { proposeOwnership, proposeProbes, proposeScaffold } from '../../src/commands/propose/layers.ts';
import { type MeasureProposalsOptions, measureProposals } from '../../src/commands/propose/measure.ts';
import type { ProgressListener } from '../../src/core/contracts/index.ts';
import { scripted } from '../../src/gateway/backends/scripted.ts';
import { openGateway } from '../../src/gateway/server.ts';
import { ScriptedAuthor } from '../../test/samples/proposals.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SCRIPT = SCRIPTED.model;
/** A small model may go on for ever. */
const LOCAL_TOKENS = 512;

const folder = mkdtempSync(join(tmpdir(), 'measurand-propose-'));
const LOCAL_RECORDING = join(ROOT, 'docs/proofs/propose-local.recording.jsonl');

/** Measures over a recording that is made now, and again from it: the two have to agree. */
async function measuredTwice(name: string, options: Omit<MeasureProposalsOptions, 'record' | 'replay'>) {
  const recording = join(folder, `${name}.recording.jsonl`);
  const onProgress: ProgressListener = ({ done, total }) => {
    process.stderr.write(`${name}: ${done} of ${total}\n`);
  };
  const live = await measureProposals({ ...options, record: recording, onProgress });
  const again = await measureProposals({ ...options, replay: recording });
  const same = JSON.stringify(live.discovery) === JSON.stringify(again.discovery);
  return { measure: again, holds: same && JSON.stringify(live.kinds) === JSON.stringify(again.kinds) };
}

async function byScript() {
  const author = new ScriptedAuthor();
  await using gateway = await openGateway({
    backend: scripted(({ view }) => ({
      text: author.answer(view.messages.map(({ text }) => text).join('\n')),
    })),
    classify: () => 'main',
    listen: { port: 0 },
  });
  const environment = {
    MEASURAND_ENDPOINT_SCRIPTED: gateway.baseUrls['openai-chat'],
    MEASURAND_KEY_SCRIPTED: gateway.token,
  };
  const options = { model: SCRIPT, environment };
  const result = await measuredTwice('script', options);
  const record = join(folder, 'script.recording.jsonl');
  const files = [join(ROOT, 'data/propose/harnesses/full.mjs')];
  await proposeOwnership({ ...options, files, record });
  const scaffold = await proposeScaffold({ ...options, files, record });
  await proposeProbes({
    ...options,
    scorer: `${join(ROOT, 'data/propose/scorers/shape.mjs')}#score`,
    cases: join(ROOT, 'data/propose/scorers/records.jsonl'),
    record,
  });
  copyFileSync(record, SCRIPTED.recording);
  return { ...result, scaffold: { status: scaffold.status, checks: scaffold.body.checks } };
}

async function byLocalModel() {
  const gguf = process.env['MEASURAND_GGUF'];
  const binding = join(ROOT, 'node_modules/node-llama-cpp/package.json');
  if (gguf === undefined || !existsSync(gguf))
    return { state: 'not-probed', why: 'MEASURAND_GGUF names no file' };
  if (!existsSync(binding)) return { state: 'not-probed', why: 'node-llama-cpp is not installed' };
  // The id of a model is part of every question, so it names the file and not where it lies.
  process.chdir(dirname(resolve(gguf)));
  const result = await measuredTwice('local', {
    model: `local:${basename(gguf)}`,
    tokens: LOCAL_TOKENS,
    environment: {},
  });
  copyFileSync(join(folder, 'local.recording.jsonl'), LOCAL_RECORDING);
  return { state: 'probed', ...result };
}

const script = await byScript();
const local = await byLocalModel();
rmSync(folder, { recursive: true });
const holds = script.holds && (!('holds' in local) || local.holds);
process.stdout.write(`${JSON.stringify({ proof: 'propose', holds, script, local }, null, 2)}\n`);
process.exit(holds ? (local.state === 'probed' ? 0 : 3) : 1);
