import type { z } from 'zod';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { type ProbedTarget, RawJson } from '../../scorers/bridge/index.ts';
import { soundTasks } from '../bridge/probe.ts';
import { Tally } from '../bridge/tally.ts';
import { type BatteryProbe, HAND_MADE_BATTERY } from './battery.ts';
import type { CoverageSchema, ProbeOutcomeSchema } from './content.ts';
import { editClasses } from './edit-class.ts';
import { patched } from './json-patch.ts';
import type { ProposedProbe } from './probes.ts';

export type ProbeOutcome = z.infer<typeof ProbeOutcomeSchema>;
export type Coverage = z.infer<typeof CoverageSchema>;

/** A case whose own correct submission passes. */
export interface SoundCase {
  readonly id: string;
  readonly correct: JsonValue;
  readonly score: number;
}

interface Cases {
  readonly cases: readonly SoundCase[];
  readonly resolution: number;
}

/**
 * The cases of a scorer whose correct submissions pass, which is what probes are made from.
 *
 * @throws MeasurandError `target-unreachable` when the scorer does not answer, `no-oracle` when no case passes
 */
export async function soundCases(target: ProbedTarget, control: RunControl): Promise<Cases> {
  const hello = await target.hello();
  const tasks = await target.tasks();
  if (hello.kind !== 'answer' || tasks.kind !== 'answer') {
    throw new MeasurandError('target-unreachable', 'the scorer does not answer', {
      kind: 'apparatus',
      next: 'Run measurand audit with it to see why',
    });
  }
  const { sound } = await soundTasks({ target, tally: new Tally(0) }, tasks.value, control);
  if (sound.length === 0) {
    throw new MeasurandError('no-oracle', 'no case has a correct submission that the scorer passes', {
      kind: 'unsupported',
      next: 'Give cases whose submission is correct',
    });
  }
  const cases = sound.map(({ task: id, correct, score }) => ({ id, correct: correct.value, score }));
  return { cases, resolution: hello.value.target.resolution };
}

async function runProbe(
  target: ProbedTarget,
  { id, expect, patch }: ProposedProbe,
  { cases, resolution }: Cases,
): Promise<ProbeOutcome> {
  const row: ProbeOutcome = { id, scored: 0, expected: 0, classes: [], example: null };
  for (const { id: name, correct, score } of cases) {
    const edited = patched(correct, patch);
    const outcome = edited === undefined ? undefined : await target.score(name, RawJson.of(edited));
    if (edited === undefined || outcome?.kind !== 'score') continue;
    row.scored += 1;
    if (row.classes.length === 0) row.classes = [...editClasses(correct, edited)];
    const lower = outcome.score <= score - resolution;
    if (lower === (expect === 'lower')) row.expected += 1;
    else row.example ??= { case: name, correct: score, score: outcome.score };
  }
  return row;
}

/** Runs each proposed probe on every case, and says on how many of them the scorer did as the probe expects. */
export async function runProbes(
  target: ProbedTarget,
  probes: readonly ProposedProbe[],
  cases: Cases,
): Promise<readonly ProbeOutcome[]> {
  const outcomes: ProbeOutcome[] = [];
  for (const probe of probes) outcomes.push(await runProbe(target, probe, cases));
  return outcomes;
}

/** The probes of the hand-made battery that apply to at least one of these submissions. */
export function batteryFor(submissions: readonly JsonValue[]): readonly BatteryProbe[] {
  return HAND_MADE_BATTERY.filter(({ apply }) => submissions.some((correct) => apply(correct) !== undefined));
}

/**
 * How much of the hand-made battery the proposed probes cover: one of ours counts as covered when a probe that really
 * ran makes the same difference to the submission and expects the same of a sound scorer.
 *
 * @param submissions correct ones
 */
export function coverageOf(
  probes: readonly ProposedProbe[],
  outcomes: readonly ProbeOutcome[],
  submissions: readonly JsonValue[],
): Coverage {
  const battery = batteryFor(submissions);
  const ran = outcomes.filter(({ scored }) => scored > 0);
  const covers = ({ does, expect }: BatteryProbe): boolean =>
    ran.some(
      ({ id, classes }) =>
        classes.includes(does) && probes.some((probe) => probe.id === id && probe.expect === expect),
    );
  return {
    battery: battery.length,
    covered: battery.filter(covers).map(({ id }) => id),
    missed: battery.filter((ours) => !covers(ours)).map(({ id }) => id),
  };
}
