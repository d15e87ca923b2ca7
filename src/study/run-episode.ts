import type {
  Environment,
  EpisodeCoordinates,
  EpisodeRecord,
  Outcome,
  Score,
  Submission,
  Task,
} from '../core/contracts/index.ts';
import { sha256 } from '../core/digest.ts';
import { MeasurandError } from '../core/errors.ts';
import { payloadIdentity } from '../tasks/registry.ts';
import { checkCoordinates } from './coordinates.ts';
import { EventTally, faultsSeen } from './event-tally.ts';
import { limitsFor } from './limits.ts';
import { bareRecord } from './records.ts';
import { BUILT_IN, type Registries } from './registries.ts';

export interface EpisodeOptions {
  /** Scorer ids, applied in this order. */
  readonly scorers: readonly string[];
  /** Keep every event as a blob. @default false */
  readonly keepTraces?: boolean;
  readonly signal?: AbortSignal;
  /** @default everything that ships with Measurand */
  readonly registries?: Registries;
}

/** A record with the bytes that it names. */
export interface EpisodeResult {
  readonly record: EpisodeRecord;
  /** Texts by digest: submission parts and, when kept, the trace. */
  readonly blobs: ReadonlyMap<string, string>;
}

const NEVER = new AbortController().signal;

/**
 * What would break every episode alike until somebody mends it: a wrong key, a missing package, a full disk. Such an
 * episode is not kept, so that it is run once it can be.
 */
const STOPPING: readonly string[] = [
  'provider-access',
  'missing-dependency',
  'archive-write',
  'harness-missing',
  'harness-version',
  'harness-unusable',
];

function errorOf(error: unknown): NonNullable<EpisodeRecord['error']> {
  const code = error instanceof MeasurandError ? error.code : 'exception';
  return { code, message: error instanceof Error ? error.message : String(error) };
}

/** Everything that an episode leaves behind while it runs; complete up to the point where it broke, if it did. */
interface Course {
  readonly tally: EventTally;
  task?: Task;
  environment?: Environment;
  outcome?: Outcome;
  scores: readonly Score[];
}

const byRule = (scorer: string): Score => ({
  scorer,
  value: 0,
  parts: {},
  notes: ['Nothing was handed in: 0 by rule'],
});

async function scoresOf(
  course: Course,
  seed: number,
  options: EpisodeOptions,
  { scorer }: Registries,
): Promise<readonly Score[]> {
  const { task, environment, outcome } = course;
  if (outcome?.state === 'no-submission') return options.scorers.map(byRule);
  if (outcome?.state !== 'scored' || !outcome.submission || !task || !environment) return [];
  const truth = task.truth?.(seed);
  const context = { task, seed, ledger: environment.ledger(), ...(truth === undefined ? {} : { truth }) };
  const scores: Score[] = [];
  for (const id of options.scorers) scores.push(await scorer(id).score(outcome.submission, context));
  return scores;
}

async function play(
  course: Course,
  coordinates: EpisodeCoordinates,
  options: EpisodeOptions,
  registries: Registries,
): Promise<void> {
  const task = registries.task(coordinates);
  const model = registries.model(coordinates.model, { coordinates, recorder: course.tally });
  const scaffold = registries.scaffold(coordinates.scaffold);
  checkCoordinates(coordinates, { task, model, scaffold });
  const { seed, protocol, settings } = coordinates;
  const environment = task.open(seed, { submission: protocol });
  course.task = task;
  course.environment = environment;
  const limits = limitsFor(scaffold, settings);
  const signal = options.signal ?? NEVER;
  const cell = { task, seed, model, environment, protocol, limits, signal };
  course.outcome = await scaffold.run(cell, course.tally);
  course.scores = await scoresOf(course, seed, options, registries);
}

type Keep = (text: string) => string;

function kept(texts: Readonly<Record<string, string>>, keep: Keep): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, keep(text)]));
}

function submissionBlobs(
  submission: Submission | undefined,
  keep: Keep,
): Pick<EpisodeRecord, 'submission' | 'payload'> {
  if (!submission) return {};
  const payload = payloadIdentity(submission);
  return { submission: kept(submission.parts, keep), ...(payload === undefined ? {} : { payload }) };
}

function result(
  coordinates: EpisodeCoordinates,
  course: Course,
  error: EpisodeRecord['error'],
): EpisodeResult {
  const { tally, environment, outcome } = course;
  const blobs = new Map<string, string>();
  const keep: Keep = (text) => {
    const digest = sha256(text);
    blobs.set(digest, text);
    return digest;
  };
  const ledger = environment?.ledger() ?? [];
  const trace = tally.trace();
  const state = error === undefined ? (outcome?.state ?? 'errored') : 'errored';
  const stopped =
    outcome?.state === 'errored' ? { code: 'scaffold-stopped', message: outcome.stop } : undefined;
  const fault = error ?? stopped;
  const record: EpisodeRecord = {
    ...bareRecord(
      coordinates,
      state,
      error === undefined ? (outcome?.stop ?? '') : 'an error of the apparatus',
    ),
    scores: state === 'errored' ? [] : course.scores,
    decisions: tally.decisions(),
    counts: tally.counts(ledger),
    faultsSeen: faultsSeen(ledger),
    ...submissionBlobs(outcome?.submission, keep),
    ...(trace === undefined ? {} : { trace: keep(trace) }),
    ...(outcome?.evidence === undefined ? {} : { evidence: kept(outcome.evidence, keep) }),
    ...(fault === undefined ? {} : { error: fault }),
  };
  return { record, blobs };
}

/**
 * Runs one cell of a grid: opens the task for the seed, lets the scaffold run the model in it, scores what was handed in.
 * Depends on the coordinates alone, so the same coordinates give the same record. What breaks inside is no loss: the
 * episode is `errored`, with the code and the message, and everything up to the break is counted.
 *
 * @throws the reason of the signal, when it is aborted during the episode; MeasurandError `provider-access`,
 * `missing-dependency`, `archive-write`, which no other episode would escape
 */
export async function runEpisode(
  coordinates: EpisodeCoordinates,
  options: EpisodeOptions,
): Promise<EpisodeResult> {
  const course: Course = { tally: new EventTally(options.keepTraces ?? false), scores: [] };
  try {
    await play(course, coordinates, options, options.registries ?? BUILT_IN);
    return result(coordinates, course, undefined);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof MeasurandError && STOPPING.includes(error.code)) throw error;
    return result(coordinates, course, errorOf(error));
  }
}
