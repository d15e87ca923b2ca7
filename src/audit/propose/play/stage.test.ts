import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { mapAnswer, variantAnswer } from '../../../../test/samples/proposals.ts';
import type { Model } from '../../../core/contracts/index.ts';
import { modelNamed } from '../../../models/registry.ts';
import { checkIsolation } from '../../../scaffolds/native/process/isolation.ts';
import { proveScaffold } from '../prove-scaffold.ts';
import { playScored } from './play.ts';
import { openStage } from './stage.ts';

const SIGNAL = new AbortController().signal;
const isolation = await checkIsolation();
const perfect = modelNamed('perfect');

const NONE = isolation.kind === 'none';
const apart = NONE ? test.skip : test;

const asyncRun = (body: string): string => `export async function run(episode) { ${body} }`;

/** What a variant may do wrong, and how its episode ends. */
const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ['throws', asyncRun("throw new Error('no')"), /it threw: no/],
  ['has no run', 'export const go = 1;', /exports no function run/],
  ['leaves without a word', asyncRun('process.exit(0)'), /without a word/],
  ['imports what is not there', "import 'left-pad';\nexport async function run() {}", /it threw/],
  [
    'shows a message of no form',
    asyncRun("await episode.decide([{ role: 'owner', text: 'x' }])"),
    /no message/,
  ],
  ['asks without end', asyncRun('for (;;) await episode.decide([])'), /more than 120 times/],
];

async function wrongVariants(): Promise<void> {
  await using stage = await openStage(isolation);
  const asked: number[] = [];
  const silent: Model = {
    id: 'silent',
    kind: 'scripted',
    decide: ({ messages }) => {
      asked.push(messages.length);
      return Promise.resolve({ text: '', calls: [], stop: 'end' });
    },
  };
  for (const [says, source, stop] of WRONG) {
    const played = await playScored(stage, {
      source,
      task: 'T1_single_page',
      seed: 0,
      model: silent,
      signal: SIGNAL,
    });
    expect(played, says).toMatchObject({ state: 'errored', score: null });
    expect(played.stop, says).toMatch(stop);
  }
  expect(asked).toHaveLength(120);
}

async function escapes(): Promise<void> {
  await using stage = await openStage(isolation);
  const mark = join(tmpdir(), `measurand-escape-${process.pid}`);
  const here = import.meta.filename;
  const before = readFileSync(here, 'utf8');
  const tries = [
    "const fs = await import('node:fs');",
    `try { fs.writeFileSync(${JSON.stringify(mark)}, 'x'); } catch {}`,
    `try { fs.appendFileSync(${JSON.stringify(here)}, 'x'); } catch {}`,
    "try { await fetch('http://192.0.2.1/'); await episode.call('submit_results', {}); } catch {}",
  ];
  const options = { task: 'T1_single_page', seed: 0, model: perfect, signal: SIGNAL };
  const played = await playScored(stage, { ...options, source: asyncRun(tries.join('\n')) });
  expect(played).toMatchObject({ state: 'no-submission', score: 0, turns: 0 });
  expect(existsSync(mark)).toBe(false);
  expect(readFileSync(here, 'utf8')).toBe(before);
  await using short = await openStage(isolation, 800);
  const hung = await playScored(short, { ...options, source: asyncRun('for (;;);') });
  expect(hung).toMatchObject({ state: 'errored', score: null });
}

const answering = (...answers: unknown[]): Model => ({
  id: 'an auditor',
  kind: 'scripted',
  decide: () => Promise.resolve({ text: JSON.stringify(answers.shift()), calls: [], stop: 'end' }),
});

const proven = (source: string, auditor: Model, over = isolation) =>
  proveScaffold({
    source,
    decisions: ['dedup'],
    auditor,
    player: perfect,
    task: 'T1_single_page',
    seed: 0,
    outputTokens: 100,
    isolation: over,
    signal: SIGNAL,
  });

const mapOf = (id: 'slim' | 'full') => ({
  decisions: mapAnswer(id).decisions.filter(({ decision }) => decision === 'dedup'),
});

const slim = variantAnswer().source;
const full = readFileSync(new URL('../../../../data/propose/harnesses/full.mjs', import.meta.url), 'utf8');

async function provenOrRejected(): Promise<void> {
  const verdicts = async (source: string, auditor: Model) =>
    Object.fromEntries((await proven(source, auditor)).checks.map(({ id, verdict }) => [id, verdict]));
  const pass = { compiles: 'pass', 'cross-audit': 'pass', episode: 'pass', 'decisions-live': 'pass' };
  expect(await verdicts(slim, answering(mapOf('slim')))).toEqual(pass);
  // The auditor is not believed alone, and neither is the experiment.
  const claimed = mapOf('full').decisions.map((row) => ({ ...row, owner: 'model' }));
  const wrong = await verdicts(full, answering({ decisions: claimed }));
  expect(wrong).toEqual({ ...pass, 'decisions-live': 'fail' });
  expect(await verdicts('export function (', answering(mapOf('slim')))).toEqual({
    compiles: 'fail',
    'cross-audit': 'fail',
    episode: 'not-probed',
    'decisions-live': 'not-probed',
  });
}

test('the cross-audit fails on a kept decision and on a malformed answer, with or without a sandbox', async () => {
  const none = { kind: 'none', reason: 'a test' } as const;
  for (const answer of [mapOf('full'), { decisions: [] }]) {
    const { checks } = await proven(full, answering(answer), none);
    expect(checks.map(({ verdict }) => verdict)).toEqual(['not-probed', 'fail', 'not-probed', 'not-probed']);
  }
});

if (NONE) apart('variants were not run: nothing here keeps a program apart');
else {
  verifies('propose.scaffold.apart', async () => {
    await wrongVariants();
    await escapes();
  });
  verifies('propose.scaffold.proven', provenOrRejected);
}
