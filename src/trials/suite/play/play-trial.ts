import type { GatewayBackend } from '../../../gateway/contracts.ts';
import type { Intervention } from '../../../gateway/interventions/intervention.ts';
import type { HarnessAdapter, Isolation } from '../../../scaffolds/native/contracts.ts';
import type { FoundHarness } from '../../../scaffolds/native/install/find.ts';
import { type HarnessRunResult, runHarness } from '../../../scaffolds/native/run/harness-run.ts';
import { ScriptedBackend, type Untried } from '../../../scaffolds/native/scripts/backend.ts';
import type { ScriptPlan } from '../../../scaffolds/native/scripts/script.ts';
import type { RunEvidence } from '../../criteria/evidence.ts';
import { decideLine, type Judged } from '../../criteria/line.ts';
import type { Trial } from '../define-trial.ts';
import { programFiles } from '../programs/program-files.ts';
import { collectEvidence } from './collect.ts';
import { TrialStage } from './stage.ts';

const START_SECONDS = 5;

/** One run of a trial under one harness. */
export interface PlayOptions {
  readonly trial: Trial;
  readonly seed: number;
  readonly adapter: HarnessAdapter;
  readonly harness: Pick<FoundHarness, 'command' | 'programs' | 'version'>;
  readonly isolation: Isolation;
  /** Folder of the run; everything that it leaves is below. */
  readonly folder: string;
  /** Another plan than the trial's own, such as its shortcut. */
  readonly plan?: ScriptPlan;
  /** A live model or a recording in place of the script. */
  readonly live?: GatewayBackend;
  readonly interventions?: readonly Intervention[];
  /** How many times longer than on a quiet machine a turn may take. @default 3 */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** Whether the apparatus was intact: otherwise nothing that was seen counts. */
export type Admission = { readonly admitted: true } | { readonly admitted: false; readonly reason: string };

export interface PlayedTrial {
  readonly evidence: RunEvidence;
  readonly admission: Admission;
  /** Verdicts of every line that a rule decides. */
  readonly judged: readonly Judged[];
  /** What the independent anchor of truth says, unless a gate fired. */
  readonly verified: boolean;
  /** Gates that fired, which override the verifier. */
  readonly gates: readonly string[];
  /** Moves that the harness has no means for, or that its declaration refused. */
  readonly untried: readonly Untried[];
  readonly run: HarnessRunResult;
}

function admissionOf(run: HarnessRunResult): Admission {
  if (run.failure) return { admitted: false, reason: run.failure.message };
  if (run.requests.length === 0) return { admitted: false, reason: 'the harness never asked the model' };
  if (run.notResumed !== undefined) return { admitted: false, reason: run.notResumed };
  return { admitted: true };
}

/**
 * Runs a trial once and decides every line that a rule decides. Rubrics are judged elsewhere, from the same evidence.
 *
 * @throws what `runHarness` throws
 */
export async function playTrial(options: PlayOptions): Promise<PlayedTrial> {
  const { trial, seed, adapter, harness, live, patience = 3 } = options;
  const values = trial.valuesFor(seed);
  const given = trial.workspace?.(values) ?? {};
  const plan = trial.behindProvider(values, options.plan);
  await using stage = await TrialStage.open(trial, values);
  let scripted: ScriptedBackend | undefined;
  const run = await runHarness({
    harness: {
      adapter,
      command: harness.command as readonly [string, ...string[]],
      version: harness.version,
    },
    programs: harness.programs,
    isolation: options.isolation,
    folder: options.folder,
    prompts: trial.prompts,
    briefs: plan.children.map(({ token }) => token),
    workspace: given,
    programFiles: (place) =>
      programFiles(trial.programs ?? [], { ...place, address: place.address('programs') }),
    addresses: { programs: stage.programSocket },
    settings: trial.settings ?? {},
    servers: stage.servers(),
    model:
      trial.services || trial.needs.includes('delegate')
        ? (adapter.modelWithServers ?? adapter.model)
        : adapter.model,
    backend({ workspace }) {
      if (live) return live;
      scripted = new ScriptedBackend({ adapter, plan, workspace });
      return scripted;
    },
    interventions: options.interventions ?? [],
    turnMs: (trial.secondsPerTurn + (adapter.startSeconds ?? START_SECONDS)) * 1000 * patience,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const evidence = await collectEvidence(trial, adapter, run, stage.ledger, given);
  const gates = trial.gates.filter((gate) => gate.fires(evidence, values)).map(({ id }) => id);
  return {
    evidence,
    admission: admissionOf(run),
    judged: trial.lines.flatMap((line) => decideLine(line, evidence, values) ?? []),
    verified: gates.length === 0 && trial.verify(evidence, values),
    gates,
    untried: scripted?.untried ?? [],
    run,
  };
}
