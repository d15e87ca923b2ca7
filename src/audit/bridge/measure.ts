import { basename } from 'node:path';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import {
  type BridgeHello,
  BridgeTarget,
  type Isolation,
  isolationFor,
  type ProbedTarget,
  type SupervisorOptions,
} from '../../scorers/bridge/index.ts';
import type { DeclaredSubmission } from '../falsify/edits-of.ts';
import { assertKnown, type Judgement } from '../falsify/judgement.ts';
import { type JudgeControl, probeJudge } from '../judges/probe-judge.ts';
import { type FalsifyRequest, falsifyTarget } from './falsify.ts';
import { leakOf } from './leak.ts';
import type {
  BridgeApparatus,
  BridgeMeasurements,
  BridgeOwnershipMap,
  StoredReplay,
} from './measurements.ts';
import { metamorphicTests } from './metamorphic.ts';
import { ownershipOf } from './ownership.ts';
import { batteryOf, editOutcomes, nullFloorOf, soundTasks, totals } from './probe.ts';
import { FIRST_HASH_SEED, replayCheck } from './replay.ts';
import { editSource, nullSource } from './submissions.ts';
import { Tally } from './tally.ts';

/** How much of a target is probed. */
export interface ProbeOptions extends RunControl {
  /** @default every task */
  readonly tasks?: number;
  /** Requests that are made again. @default 400 */
  readonly replays?: number;
  /** Stored results that are scored anew. */
  readonly results?: readonly string[];
  /** Probes the model that the scorer asks, in place of the edits that take no model. */
  readonly judge?: JudgeControl;
  /** What submissions are. @default what the target says of them */
  readonly declared?: DeclaredSubmission;
  /** What edits do to a submission here, where the catalogue does not say or says otherwise. */
  readonly judgement?: Judgement;
  /** Searches for a worse submission that scores as high. @default no search */
  readonly falsify?: FalsifyRequest;
  /** A map that a model proposed, for a target that shows none of its own; see `proposedMap`. */
  readonly ownership?: BridgeOwnershipMap;
}

/** How a target is reached and how much of it is probed. */
export interface MeasureTargetOptions extends ProbeOptions {
  readonly command: readonly string[];
  /** Folders of the benchmark that its own code must not write to. */
  readonly readOnly: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly timeouts?: SupervisorOptions['timeouts'];
  /** Milliseconds for the whole target. */
  readonly cap?: number;
}

const REPLAYS = 400;

function unreachable(detail: string): MeasurandError {
  return new MeasurandError('target-unreachable', `the target did not say hello: ${detail}`, {
    kind: 'apparatus',
    next: 'Run measurand bridge check -- COMMAND to see which rule it breaks',
  });
}

async function greeting(target: ProbedTarget): Promise<BridgeHello> {
  const answer = await target.hello();
  if (answer.kind === 'answer') return answer.value;
  throw unreachable(answer.kind === 'not-probed' ? `${answer.why}: ${answer.detail}` : answer.message);
}

/** The target's own map, or the one that was proposed for it. */
async function mapFor(
  target: ProbedTarget,
  { hooks }: BridgeHello,
  options: ProbeOptions,
): Promise<BridgeOwnershipMap | null> {
  const proposed = options.ownership ?? null;
  const own = hooks.includes('ownership') ? await ownershipOf(target) : null;
  if (!own || !proposed) return own ?? proposed;
  throw new MeasurandError('ownership-executed', 'the target shows an ownership map of its own', {
    next: 'Leave the proposed map out: what was executed stands above what was read',
  });
}

async function storedReplay(target: ProbedTarget, file: string, tally: Tally): Promise<StoredReplay[]> {
  const answer = await target.replay(file);
  if (answer.kind !== 'answer') {
    tally.unanswered(`replay of ${basename(file)}`, answer);
    return [];
  }
  const { records } = answer.value;
  const scored = records.filter(({ replayed }) => replayed !== null);
  const hashed = records.filter(({ hash_equal }) => hash_equal !== null);
  const differing = records.filter(({ recorded, replayed }) => recorded !== replayed);
  return [
    {
      file: basename(file),
      records: records.length,
      verdicts: { tried: scored.length, same: records.length - differing.length },
      hashes: { tried: hashed.length, same: hashed.filter(({ hash_equal }) => hash_equal).length },
      differing: differing.map(({ task, trial, recorded, replayed, note }) => ({
        task,
        trial: String(trial),
        recorded,
        replayed,
        note,
      })),
    },
  ];
}

async function storedReplays(
  target: ProbedTarget,
  files: readonly string[],
  tally: Tally,
): Promise<readonly StoredReplay[]> {
  const replays: StoredReplay[] = [];
  for (const file of files) replays.push(...(await storedReplay(target, file, tally)));
  return replays;
}

/** What submissions were taken for. */
const submissionOf = (hello: BridgeHello, declared: DeclaredSubmission | undefined): string =>
  declared ? ('kind' in declared ? declared.kind : 'schema') : hello.target.submission;

function apparatusOf(hello: BridgeHello, isolation: Isolation, target: ProbedTarget): BridgeApparatus {
  const { provenance } = hello;
  const { failures, restarts } = target.supervisor;
  return {
    // Names alone: where a benchmark lies on this machine is no part of what was found.
    isolation: { ...isolation, readOnly: isolation.readOnly.map((folder) => basename(folder)) },
    network: isolation.networkNamespace ? 'no network: a namespace of its own' : hello.network,
    modelCalls: hello.model_calls,
    stubs: hello.stubs,
    runtime: hello.runtime,
    licence: hello.licence,
    provenance: {
      package: provenance.package,
      version: provenance.package_version,
      vcs: provenance.vcs,
      commit: provenance.commit,
      dirty: provenance.dirty,
      tree: provenance.tree_sha256,
      files: provenance.files,
    },
    restarts,
    failures: failures.slice(0, 20),
  };
}

/** What one audit of a target gives: its measurements and the digest of everything that was scored. */
export interface MeasuredTarget {
  readonly measurements: BridgeMeasurements;
  readonly root: string;
}

/**
 * Probes a released scorer over the bridge: its own answers, the null floor, every edit at every place, replay, state
 * leaks, ownership, stored results. No model is called. What cannot be asked stays not-probed and is listed.
 *
 * @throws MeasurandError `target-unreachable` when the target does not greet, `target-without-scorer` when it cannot score
 */
export async function measureTarget(options: MeasureTargetOptions): Promise<MeasuredTarget> {
  const { command, readOnly, env = {}, timeouts, cap, signal } = options;
  const wrapping = isolationFor(readOnly);
  const target = new BridgeTarget({
    command,
    wrapping,
    env: { ...env, ...FIRST_HASH_SEED },
    ...(timeouts === undefined ? {} : { timeouts }),
    ...(cap === undefined ? {} : { cap }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    return await probeTarget(target, wrapping.isolation, options);
  } finally {
    await target.close();
  }
}

/**
 * The same for a target that is already at hand, such as one in this process.
 *
 * @param isolation what holds for it
 * @throws MeasurandError `target-unreachable`
 */
export async function probeTarget(
  target: ProbedTarget,
  isolation: Isolation,
  options: ProbeOptions,
): Promise<MeasuredTarget> {
  const hello = await greeting(target);
  const tally = new Tally(options.replays ?? REPLAYS);
  const listed = await target.tasks();
  if (listed.kind !== 'answer') {
    throw unreachable(listed.kind === 'not-probed' ? `list_tasks: ${listed.detail}` : listed.message);
  }
  const tasks = listed.value.slice(0, options.tasks ?? listed.value.length);
  const { declared, judgement = {} } = options;
  const source = options.judge
    ? nullSource(hello.target.submission)
    : editSource(target, hello, declared, judgement);
  assertKnown(judgement, source.edits);
  const parts = { target, hello, source, tally };
  const { sound, correct } = await soundTasks(parts, tasks, options);
  const nullFloor = await nullFloorOf(parts, tasks);
  const kernel = await editOutcomes(parts, sound, options);
  const oracle = hello.hooks.includes('truth') || correct.tried > 0;
  const metamorphic = oracle ? null : await metamorphicTests(parts, tasks);
  const judge = options.judge ? await probeJudge(parts, sound, options.judge) : null;
  const falsification = options.falsify ? await falsifyTarget(parts, sound, options.falsify, options) : null;
  const leak = hello.hooks.includes('leak') ? await leakOf(target, tally) : null;
  const replay = await replayCheck(target, tally.sample, sound);
  const ownership = await mapFor(target, hello, options);
  const stored = await storedReplays(target, options.results ?? [], tally);
  const seen = await target.hello();
  const apparatus = apparatusOf(seen.kind === 'answer' ? seen.value : hello, isolation, target);
  const { name, variant, scorer_kind, resolution } = hello.target;
  const submission = submissionOf(hello, declared);
  const measurements: BridgeMeasurements = {
    target: { name, variant, scorerKind: scorer_kind, submission, resolution },
    tasks: { listed: listed.value.length, probed: tasks.length },
    correct,
    battery: batteryOf(kernel),
    degrading: totals(kernel, 'degrading'),
    twins: totals(kernel, 'equivalent'),
    kernel,
    judge,
    falsification,
    metamorphic,
    nullFloor,
    leak,
    replay,
    ownership,
    stored,
    exceptions: tally.exceptions,
    notProbed: tally.notProbed,
    outcomes: { ...tally.outcomes },
    requests: tally.requests,
    modelCalls: target.modelCalls,
    apparatus,
  };
  return { measurements, root: tally.digest };
}
