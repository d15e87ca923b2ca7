import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '../../../scaffolds/native/contracts.ts';
import { referenceHarness } from '../../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../../scaffolds/native/reference/start.ts';
import type { ScriptPlan } from '../../../scaffolds/native/scripts/script.ts';
import type { Trial } from '../define-trial.ts';
import { type PlayedTrial, playTrial } from '../play/play-trial.ts';
import { problems, type TrialProblem } from './finding.ts';

const SEED = 1;

export interface ReferencePlay {
  readonly isolation: Isolation;
  readonly signal?: AbortSignal;
}

/** Runs a trial once under the reference harness, in a folder that is gone afterwards. */
export async function playReference(
  trial: Trial,
  { isolation, signal }: ReferencePlay,
  plan?: ScriptPlan,
  seed = SEED,
): Promise<PlayedTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-lint-'));
  try {
    return await playTrial({
      trial,
      seed,
      adapter: referenceHarness(),
      harness: foundReference(),
      isolation,
      folder,
      ...(plan === undefined ? {} : { plan }),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Services and helper programs that the run never came to: what they hold could not decide anything. */
function untouched(trial: Trial, { evidence }: PlayedTrial): readonly string[] {
  const seen = new Set((evidence.committed ?? []).map(({ service }) => service));
  const names = [...(trial.programs ?? []), ...(trial.services ?? [])].map(({ name }) => name);
  return names.filter((name) => !seen.has(name)).map((name) => `the script never comes to ${name}`);
}

function failures(trial: Trial, played: PlayedTrial): readonly string[] {
  const agentCounts = trial.script.agentLayer !== 'none';
  const sheetOf = new Map(trial.lines.map(({ id, sheet }) => [id, sheet]));
  const zeros = played.judged.filter(
    ({ verdict }) => verdict.state !== 1 && (agentCounts || sheetOf.get(verdict.criterion) === 'harness'),
  );
  return [
    ...(played.admission.admitted ? [] : [`the run is not admitted: ${played.admission.reason}`]),
    ...(played.verified ? [] : ['the verifier does not accept it']),
    ...played.gates.map((gate) => `gate ${gate} fires`),
    ...played.untried.map(({ key, reason }) => `the move ${key} cannot be made: ${reason}`),
    ...zeros.map(({ verdict }) => `${verdict.criterion} is zero: ${verdict.reason}`),
  ];
}

/** Whether an obedient script under the reference harness reaches every trigger and every line. */
export async function referenceProblems(
  trial: Trial,
  options: ReferencePlay,
): Promise<readonly TrialProblem[]> {
  const played = await playReference(trial, options);
  return [
    ...problems('trigger', untouched(trial, played)),
    ...problems('reference', failures(trial, played)),
  ];
}

/** Whether a script that skips the mechanism fails, as it must. */
export async function shortcutProblems(
  trial: Trial,
  options: ReferencePlay,
): Promise<readonly TrialProblem[]> {
  const plan = trial.script.shortcut?.();
  if (plan === undefined) return [];
  const { verified, admission } = await playReference(trial, options, plan);
  return problems('shortcut', [
    ...(admission.admitted ? [] : [`the run is not admitted: ${admission.reason}`]),
    ...(verified ? ['a script that skips the mechanism is accepted by the verifier'] : []),
  ]);
}
