import type { Intervention } from '../../../gateway/interventions/intervention.ts';
import type { HarnessAdapter, Isolation } from '../../../scaffolds/native/contracts.ts';
import type { FoundHarness } from '../../../scaffolds/native/install/find.ts';
import { type HarnessRunResult, runHarness } from '../../../scaffolds/native/run/harness-run.ts';
import { ScriptedBackend, type Untried } from '../../../scaffolds/native/scripts/backend.ts';
import type { ScriptPlan } from '../../../scaffolds/native/scripts/script.ts';
import type { RunEvidence } from '../../criteria/evidence.ts';
import { decideLine, type Judged, type PrivateValues } from '../../criteria/line.ts';
import type { EvidencePacket } from '../../criteria/packet.ts';
import { isRubric, rubricPacket } from '../../judge/rubric-packet.ts';
import type { LiveSource } from '../../live/live-model.ts';
import { type LiveFacts, LiveRun } from '../../live/live-run.ts';
import type { PatientBackendOptions } from '../../live/patient-backend.ts';
import type { Trial } from '../define-trial.ts';
import { programFiles } from '../programs/program-files.ts';
import { collectEvidence } from './collect.ts';
import { TrialStage } from './stage.ts';

const START_SECONDS = 5;

/** A live model takes its time where a script answers at once. */
const LIVE_SLOWNESS = 3;

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
  /** A live model, or a recording of one, in place of the script. */
  readonly live?: LiveSource;
  /** How a live model's provider is waited for. @default as studies wait */
  readonly provider?: PatientBackendOptions;
  readonly interventions?: readonly Intervention[];
  /** How many times longer than on a quiet machine a turn may take; a live model has three times that. @default 3 */
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
  /** Evidence of every line that a judge decides. */
  readonly rubrics: readonly EvidencePacket[];
  /** What the independent anchor of truth says, unless a gate fired. */
  readonly verified: boolean;
  /** Gates that fired, which override the verifier. */
  readonly gates: readonly string[];
  /** Moves that the harness has no means for, or that its declaration refused. */
  readonly untried: readonly Untried[];
  readonly run: HarnessRunResult;
  /** Present when the model was live. */
  readonly live?: LiveFacts;
}

function admissionOf(run: HarnessRunResult, live: LiveRun | undefined): Admission {
  if (run.failure) return { admitted: false, reason: run.failure.message };
  const trouble = live?.trouble(run);
  if (trouble !== undefined) return { admitted: false, reason: trouble };
  if (run.requests.length === 0) return { admitted: false, reason: 'the harness never asked the model' };
  if (run.notResumed !== undefined) return { admitted: false, reason: run.notResumed };
  return { admitted: true };
}

const liveRunOf = (
  { live, trial, adapter, provider }: PlayOptions,
  values: PrivateValues,
): LiveRun | undefined =>
  live && new LiveRun({ source: live, trial, adapter, values, ...(provider ? { patience: provider } : {}) });

/**
 * Runs a trial once and decides every line that a rule decides. Rubrics are judged elsewhere, from the same evidence.
 *
 * @throws what `runHarness` throws
 */
export async function playTrial(options: PlayOptions): Promise<PlayedTrial> {
  const { trial, seed, adapter, harness, folder, patience = 3 } = options;
  const values = trial.valuesFor(seed);
  const live = liveRunOf(options, values);
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
    folder,
    prompts: trial.prompts,
    briefs: live ? [] : plan.children.map(({ token }) => token),
    ...live?.setup,
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
      if (live) return live.open({ workspace });
      scripted = new ScriptedBackend({ adapter, plan, workspace });
      return scripted;
    },
    interventions: options.interventions ?? [],
    turnMs:
      (trial.secondsPerTurn * (live ? LIVE_SLOWNESS : 1) + (adapter.startSeconds ?? START_SECONDS)) *
      1000 *
      patience,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (live?.fatal) throw live.fatal;
  const collected = await collectEvidence(trial, adapter, run, stage.ledger, given);
  const { evidence, facts } = live
    ? await live.evidence(collected, run, folder)
    : { evidence: collected, facts: undefined };
  const gates = trial.gates.filter((gate) => gate.fires(evidence, values)).map(({ id }) => id);
  return {
    evidence,
    admission: admissionOf(run, live),
    judged: trial.lines.flatMap((line) => decideLine(line, evidence, values) ?? []),
    rubrics: trial.lines.filter(isRubric).map((line) => rubricPacket(line, evidence, values)),
    verified: gates.length === 0 && trial.verify(evidence, values),
    gates,
    untried: scripted?.untried ?? [],
    run,
    ...(facts ? { live: facts } : {}),
  };
}
