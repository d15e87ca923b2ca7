import type { Score, Scorer, Seed } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { scorerNamed } from '../../scorers/registry.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../../tasks/comtrade/submission.ts';
import { taskNamed } from '../../tasks/registry.ts';
import { checkData, checkMetadata } from './check-parts.ts';
import { type PartFile, type PartName, readSubmission, type SubmissionPlaces } from './submission-files.ts';

export interface ScoreOptions extends SubmissionPlaces {
  readonly profile: string;
  readonly task: string;
  readonly seed: Seed;
  /** Scorer ids, in the order in which to report. */
  readonly scorers: readonly string[];
  /**
   * Leave missing files and broken lines to each scorer's own rule instead of refusing them.
   *
   * @default false
   */
  readonly asIs?: boolean;
}

/** One file of a scored submission. */
export interface ScoredPart {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Of the text as it was scored. */
  readonly sha256: string;
}

export interface ScoreReport {
  readonly suite: string;
  readonly profile: string;
  readonly task: string;
  readonly seed: Seed;
  readonly parts: readonly ScoredPart[];
  readonly scores: readonly Score[];
  /** What was done to the submission before it was scored; empty when nothing was. */
  readonly remarks: readonly string[];
}

/** The judge looks at all three files; the others at the data alone. */
function requiredParts(scorers: readonly Scorer[], asIs: boolean): readonly PartName[] {
  if (asIs) return [];
  const judged = scorers.some(({ kind }) => kind === 'shape');
  return judged ? [DATA_PART, METADATA_PART, LOG_PART] : [DATA_PART];
}

function checkParts(parts: readonly PartFile[]): void {
  for (const part of parts) {
    if (part.name === DATA_PART) checkData(part);
    else if (part.name === METADATA_PART) checkMetadata(part);
  }
}

function remarkOn({ path, dropped }: PartFile): readonly string[] {
  if (dropped === 0) return [];
  const bytes = dropped === 1 ? '1 byte that is' : `${dropped} bytes that are`;
  return [`${path}: ${bytes} no UTF-8 left out, as the release's judge leaves them out`];
}

function distinctScorers(ids: readonly string[]): readonly Scorer[] {
  const repeated = ids.find((id, i) => ids.indexOf(id) !== i);
  if (repeated !== undefined) {
    throw new MeasurandError('repeated-scorer', `the scorer ${repeated} is named twice`, {
      field: 'scorer',
      next: 'Name each scorer once',
    });
  }
  return ids.map(scorerNamed);
}

/**
 * Scores a submission that lies in files, as `measurand score` does. Nothing is scored unless everything can be read.
 *
 * A submission that a scorer voids by its own rules is worth 0 there, with the reason in the score's notes. Input that is
 * no submission at all (a missing file, a line that is no JSON object, NaN) is refused, unless `asIs` leaves it to the
 * scorers.
 *
 * @throws MeasurandError `unknown-profile`, `unknown-task`, `unknown-scorer`, `repeated-scorer`, `invalid-seed`,
 * `missing-file`, `not-a-file`, `file-too-large`, `unreadable`, `invalid-utf8`, `invalid-line`, `invalid-metadata`
 */
export async function score(options: ScoreOptions): Promise<ScoreReport> {
  const { profile, seed, asIs = false } = options;
  const task = taskNamed(profile, options.task);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new MeasurandError('invalid-seed', `${seed} is no seed`, {
      field: 'seed',
      next: `Use an integer from 0 to ${Number.MAX_SAFE_INTEGER}`,
    });
  }
  const scorers = distinctScorers(options.scorers);
  const files = readSubmission(options, requiredParts(scorers, asIs));
  if (!asIs) checkParts(files);
  const submission = { parts: Object.fromEntries(files.map(({ name, text }) => [name, text])) };
  const truth = task.truth?.(seed);
  const context = { task, seed, ledger: [], ...(truth === undefined ? {} : { truth }) };
  const scores: Score[] = [];
  for (const scorer of scorers) scores.push(await scorer.score(submission, context));
  const parts = files.map(({ name, path, bytes, text }) => ({ name, path, bytes, sha256: sha256(text) }));
  const remarks = files.flatMap(remarkOn);
  return { suite: task.suite, profile, task: task.id, seed, parts, scores, remarks };
}
