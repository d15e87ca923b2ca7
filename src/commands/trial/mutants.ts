import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { Isolation } from '../../scaffolds/native/contracts.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../scaffolds/native/reference/start.ts';
import type { CriterionKind } from '../../trials/criteria/kinds.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { HARNESS_MUTANTS, type HarnessMutant, namedLines } from '../../trials/suite/mutants.ts';
import { bypassedLines } from '../../trials/suite/play/bypassed.ts';
import { playTrial } from '../../trials/suite/play/play-trial.ts';
import { chosenTrials } from './cells.ts';

export interface TrialMutantOptions extends RunControl {
  /** @default all that are written */
  readonly trials?: readonly string[];
  /** @default every planted fault */
  readonly faults?: readonly string[];
  /** Runs at once. @default 1 */
  readonly lanes?: number;
  /** Try each mutant only on trials with a line that names its fault. @default false */
  readonly ownTrialsOnly?: boolean;
}

/** One planted fault against the Harness sheets. */
export interface TrialMutantOutcome {
  readonly fault: string;
  readonly says: string;
  /** `exact`: the lines that name the fault failed, and no others. */
  readonly state: 'exact' | 'not-exact' | 'not-probed';
  readonly named: readonly string[];
  /** Lines that name the fault and held. */
  readonly missed: readonly string[];
  /** Lines that do not name the fault and failed; bypassed ones, of which nothing in the run speaks, are no failures. */
  readonly beyond: readonly string[];
  /** Harness lines that failed, by kind. */
  readonly failed: Readonly<Partial<Record<CriterionKind, number>>>;
  /** Runs whose apparatus broke; nothing of them counts. */
  readonly troubles: readonly string[];
}

/** The suite's own validity test: each planted fault beside the kinds of line that failed. */
export interface TrialMutantReport {
  readonly format: 'measurand.trial-mutants/1';
  readonly trials: readonly string[];
  readonly kinds: readonly CriterionKind[];
  /** What fails without any fault: nothing, or the trial is at fault. */
  readonly clean: readonly string[];
  readonly mutants: readonly TrialMutantOutcome[];
}

interface Tried {
  readonly trial: Trial;
  readonly fault: string | undefined;
  readonly failed: readonly string[];
  readonly trouble: string | undefined;
}

function naming(fault: string | undefined, trial: Trial): readonly string[] {
  const mutant = HARNESS_MUTANTS.find((each) => each.fault === fault);
  return mutant === undefined ? [] : namedLines(mutant, trial).map(({ id }) => id);
}

async function tryOne(
  trial: Trial,
  fault: string | undefined,
  isolation: Isolation,
  signal: AbortSignal | undefined,
): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'measurand-mutant-'));
  try {
    const { judged, admission, evidence, untried } = await playTrial({
      trial,
      seed: 1,
      adapter: referenceHarness(fault),
      harness: foundReference(),
      isolation,
      folder,
      ...(signal ? { signal } : {}),
    });
    const bypassed = bypassedLines(evidence, judged);
    const zeros = judged
      .filter(({ verdict }) => verdict.state !== 1 && !bypassed.includes(verdict.criterion))
      .map(({ verdict }) => verdict.criterion);
    const lines = zeros.filter((id) =>
      trial.lines.some((line) => line.id === id && line.sheet === 'harness'),
    );
    return {
      trial,
      fault,
      // A run with a move that could not be made is in no total: all that it shows are the lines that name the fault.
      failed: untried.length === 0 ? lines : lines.filter((id) => naming(fault, trial).includes(id)),
      trouble: admission.admitted ? undefined : `${trial.id}: ${admission.reason}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomeOf(mutant: HarnessMutant, tried: readonly Tried[]): TrialMutantOutcome {
  const own = tried.filter(({ fault }) => fault === mutant.fault);
  const named = own.flatMap(({ trial }) => namedLines(mutant, trial).map(({ id }) => id));
  const failed = own.flatMap((each) => each.failed);
  const missed = named.filter((id) => !failed.includes(id));
  const beyond = failed.filter((id) => !named.includes(id));
  const troubles = own.flatMap(({ trouble }) => trouble ?? []);
  const counts: Partial<Record<CriterionKind, number>> = {};
  for (const { trial, failed: ids } of own) {
    for (const { id, kind } of trial.lines) if (ids.includes(id)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const exact = missed.length === 0 && beyond.length === 0 && troubles.length === 0;
  const { fault, says } = mutant;
  const state = exact ? 'exact' : 'not-exact';
  return {
    ...{ fault, says, named, missed, beyond, troubles },
    state: named.length === 0 && beyond.length === 0 ? 'not-probed' : state,
    failed: counts,
  };
}

function chosenMutants(faults: readonly string[] | undefined): readonly HarnessMutant[] {
  const unknown = faults?.find((name) => !HARNESS_MUTANTS.some(({ fault }) => fault === name));
  if (unknown === undefined) return HARNESS_MUTANTS.filter(({ fault }) => faults?.includes(fault) ?? true);
  throw new MeasurandError('unknown-mutant', `there is no planted fault ${JSON.stringify(unknown)}`, {
    next: `Known are ${HARNESS_MUTANTS.map(({ fault }) => fault).join(', ')}`,
  });
}

/**
 * Plants one fault after the other in the reference harness and runs the trials on it. A suite is valid when each fault
 * fails the lines that name it and no others, and the harness without a fault fails none.
 *
 * @throws MeasurandError `unknown-mutant`, `unknown-trial`, and what runs throw
 */
export async function trialMutants(options: TrialMutantOptions = {}): Promise<TrialMutantReport> {
  const { lanes = 1, ownTrialsOnly = false, signal, onProgress } = options;
  const trials = chosenTrials(options.trials ?? ['all']);
  const mutants = chosenMutants(options.faults);
  const isolation = await checkIsolation();
  const jobs = [
    ...trials.map((trial) => ({ trial, fault: undefined })),
    ...mutants.flatMap((mutant) =>
      trials
        .filter((trial) => !ownTrialsOnly || namedLines(mutant, trial).length > 0)
        .map((trial) => ({ trial, fault: mutant.fault })),
    ),
  ];
  const tried: Tried[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let job = jobs[next]; job !== undefined; job = jobs[next]) {
      next += 1;
      tried.push(await tryOne(job.trial, job.fault, isolation, signal));
      onProgress?.({ what: 'runs', done: tried.length, total: jobs.length });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const order = new Map(trials.map(({ id }, index) => [id, index]));
  tried.sort((a, b) => (order.get(a.trial.id) ?? 0) - (order.get(b.trial.id) ?? 0));
  const outcomes = mutants.map((mutant) => outcomeOf(mutant, tried));
  const kinds = [
    ...new Set(
      trials.flatMap(({ lines }) =>
        lines
          .filter(({ sheet, decidedBy }) => sheet === 'harness' && 'rule' in decidedBy)
          .map(({ kind }) => kind),
      ),
    ),
  ].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  return {
    format: 'measurand.trial-mutants/1',
    trials: trials.map(({ id }) => id),
    kinds,
    clean: tried
      .filter(({ fault }) => fault === undefined)
      .flatMap(({ failed, trouble }) => trouble ?? failed),
    mutants: outcomes,
  };
}
