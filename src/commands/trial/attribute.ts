import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readArchive } from '../../archive/folder.ts';
import { MeasurandError } from '../../core/errors.ts';
import { LABEL_READINGS } from '../../trials/attribution/label.ts';
import {
  type AttributedRun,
  type AttributionMetrics,
  attributionMetrics,
} from '../../trials/attribution/metrics.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { isTrialFile, namedTrials } from '../../trials/suite/load-trial.ts';
import { attributeKept } from './attribution.ts';
import { requireKnownTrials, trialOutcomes } from './outcomes.ts';

/** A file of validations by review. */
export const TrialReviewSchema = z.strictObject({
  format: z.literal('measurand.trial-review/1'),
  validations: z.array(
    z.strictObject({
      run: z.string().describe('Id of the episode'),
      chain: z.string(),
      reviewer: z.string().min(1),
      harnessConfirmed: z.boolean(),
      agentConfirmed: z.boolean(),
      distortion: z.strictObject({ place: z.string().min(1), excerpt: z.string().min(1) }),
      order: z.string().min(1).describe('Why the harness end came first'),
      competing: z.array(z.strictObject({ explanation: z.string(), weighed: z.string().min(1) })).min(1),
    }),
  ),
});

/** A validation of a link by a person: both ends confirmed, the distortion quoted, competing explanations weighed. */
export type TrialReview = z.infer<typeof TrialReviewSchema>;

export interface AttributedEpisode {
  readonly episode: string;
  readonly trial: string;
  readonly harness: string;
  readonly seed: number;
  readonly label: string;
  readonly reading: string;
  readonly rule: number;
  /** Candidates: both ends are zero. */
  readonly activated: readonly string[];
  /** Of them, those that a reviewer validated. A validation by intervention is a strength of its own: see `trial replay`. */
  readonly byReview: readonly { readonly chain: string; readonly reviewer: string }[];
  readonly confirmedDefects: readonly string[];
}

export interface TrialAttribution {
  readonly format: 'measurand.trial-attribution/1';
  readonly runs: readonly AttributedEpisode[];
  readonly metrics: AttributionMetrics;
}

function readReview(file: string): TrialReview {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new MeasurandError('trial-review', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
  const read = TrialReviewSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new MeasurandError('trial-review', `is no review: ${issue?.message ?? ''}`, {
    file,
    field: issue?.path.join('.') ?? '',
    next: 'See docs/trials.md for its form',
  });
}

/** @throws MeasurandError `trial-review` for a validation of a link that the run does not activate */
function requireActivated(review: TrialReview, runs: readonly AttributedEpisode[]): void {
  for (const { run, chain, harnessConfirmed, agentConfirmed } of review.validations) {
    const found = runs.find(({ episode }) => episode === run);
    const trouble =
      found === undefined
        ? 'is of a run that is not in the archive'
        : found.activated.includes(chain)
          ? harnessConfirmed && agentConfirmed
            ? undefined
            : 'confirms only one end of its link'
          : 'is of a link that its run does not activate';
    if (trouble === undefined) continue;
    throw new MeasurandError('trial-review', `the validation of ${chain} ${trouble}`, { record: run });
  }
}

/**
 * Labels every run of an archive by the predeclared chains of its trial, with the measures beside the labels.
 *
 * @throws MeasurandError `trial-review`, `not-an-archive`, `archive-corrupt`, `no-trials`, `unknown-trial`
 */
export async function attributeTrials({
  archive: folder,
  review: file,
  trials = [],
}: {
  readonly archive: string;
  readonly review?: string;
  /** Files of trials of one's own that the archive has runs of. */
  readonly trials?: readonly string[];
}): Promise<TrialAttribution> {
  await namedTrials(trials.filter(isTrialFile));
  using archive = readArchive(folder);
  const review = file === undefined ? undefined : readReview(file);
  const runs: AttributedEpisode[] = [];
  const attributed: AttributedRun[] = [];
  const outcomes = trialOutcomes(archive);
  requireKnownTrials(outcomes, folder);
  for (const { record, kept, harness, state } of outcomes) {
    const trial = TRIALS.find(({ id }) => id === kept?.trial);
    if (!kept || !trial || state !== 'scored') continue;
    const { input, attribution, confirmed } = attributeKept(trial, kept);
    attributed.push({ dimension: trial.outline.dimension, input, attribution, confirmed });
    runs.push({
      episode: record.id,
      trial: trial.id,
      harness,
      seed: kept.seed,
      label: attribution.label,
      reading: LABEL_READINGS[attribution.label],
      rule: attribution.rule,
      activated: attribution.activated,
      byReview: (review?.validations ?? [])
        .filter(({ run }) => run === record.id)
        .map(({ chain, reviewer }) => ({ chain, reviewer })),
      confirmedDefects: confirmed,
    });
  }
  if (review) requireActivated(review, runs);
  return { format: 'measurand.trial-attribution/1', runs, metrics: attributionMetrics(attributed) };
}

/** Labels for a terminal, a line for each run. */
export function attributionText({ runs, metrics }: TrialAttribution): string {
  const lines = runs.map(
    ({ trial, harness, seed, reading, activated, byReview, episode }) =>
      `${trial} under ${harness}, seed ${seed}: ${reading}` +
      (activated.length > 0 ? `; ${activated.join(', ')}` : '') +
      (byReview.length > 0 ? `; validated by review: ${byReview.map(({ chain }) => chain).join(', ')}` : '') +
      `  ${episode.slice(0, 12)}`,
  );
  const labels = Object.entries(metrics.labels).map(([label, count]) => `${label} ${count}`);
  return [...lines, `${metrics.runs} runs: ${labels.join(', ')}`].join('\n');
}
