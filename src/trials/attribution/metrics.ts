import { type Rate, rateOf } from '../criteria/aggregate.ts';
import type { Attribution, AttributionInput } from './label.ts';

/** One run with its label. Only admitted, finalised runs count below. */
export interface AttributedRun {
  readonly dimension: string;
  readonly input: AttributionInput;
  readonly attribution: Attribution;
  /** Harness zeros confirmed as defects: not bypassed, not for missing evidence, and the evidence shows the fault. */
  readonly confirmed: readonly string[];
}

/** Joint failures, each run once. */
export interface JointFailures {
  readonly runs: number;
  /** Of them, those with an activated link. */
  readonly linked: Rate | null;
  /** The same by dimension; the pooled share is their mean weighted by joint failures. */
  readonly byDimension: Readonly<Record<string, Rate>>;
}

/** The measures beside the labels (harness taxonomy §2b). */
export interface AttributionMetrics {
  readonly runs: number;
  readonly labels: Readonly<Record<string, number>>;
  /** Agent failure beside a harness zero; `adjusted` leaves bypassed zeros out. */
  readonly joint: { readonly raw: JointFailures; readonly adjusted: JointFailures };
  /** Clean agent sheet beside a harness zero, among all runs. */
  readonly harnessZeroAgentClean: { readonly raw: Rate | null; readonly adjusted: Rate | null };
  /** Among runs that fail the Agent sheet: those with an agent zero that no link reaches. */
  readonly unreachedAgentZero: Rate | null;
  /** Among all runs: a confirmed defect, and the Agent sheet clean all the same. */
  readonly absorbedDefects: Rate | null;
}

const notBypassed = ({ input }: AttributedRun): readonly string[] =>
  input.harnessZeros.filter((id) => !input.bypassed.includes(id));

const share = (runs: readonly AttributedRun[], holds: (run: AttributedRun) => boolean): Rate | null =>
  rateOf(runs.filter(holds).length, runs.length);

const linked = ({ attribution }: AttributedRun): boolean => attribution.activated.length > 0;

function jointFailures(runs: readonly AttributedRun[]): JointFailures {
  const dimensions = [...new Set(runs.map(({ dimension }) => dimension))].sort((a, b) => (a < b ? -1 : 1));
  const byDimension = dimensions.flatMap((name) => {
    const rate = share(
      runs.filter(({ dimension }) => dimension === name),
      linked,
    );
    return rate ? [[name, rate] as const] : [];
  });
  return { runs: runs.length, linked: share(runs, linked), byDimension: Object.fromEntries(byDimension) };
}

/** Counts labels and measures over attributed runs; runs that were not admitted or not finalised count as a label only. */
export function attributionMetrics(all: readonly AttributedRun[]): AttributionMetrics {
  const labels: Record<string, number> = {};
  for (const { attribution } of all) labels[attribution.label] = (labels[attribution.label] ?? 0) + 1;
  const runs = all.filter(({ input }) => input.admitted && input.finalised);
  const failed = runs.filter(({ input }) => input.agentZeros.length > 0);
  const clean = ({ input }: AttributedRun): boolean => input.agentZeros.length === 0;
  return {
    runs: all.length,
    labels,
    joint: {
      raw: jointFailures(failed.filter(({ input }) => input.harnessZeros.length > 0)),
      adjusted: jointFailures(failed.filter((run) => notBypassed(run).length > 0)),
    },
    harnessZeroAgentClean: {
      raw: share(runs, (run) => clean(run) && run.input.harnessZeros.length > 0),
      adjusted: share(runs, (run) => clean(run) && notBypassed(run).length > 0),
    },
    unreachedAgentZero: share(failed, ({ attribution }) => attribution.unreached.length > 0),
    absorbedDefects: share(runs, (run) => clean(run) && run.confirmed.length > 0),
  };
}
