import type { FolderArchive } from '../../archive/folder.ts';
import { byCodePoint, canonicalJson } from '../../core/canonical.ts';
import type { EpisodeRecord, RunControl, Score, Submission, Truth } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Registries } from '../../study/registries.ts';

/** A stored score that scoring the stored submission again does not give. */
export interface ScoreDifference {
  readonly episode: string;
  readonly scorer: string;
  readonly stored: Score;
  readonly again: Score;
}

/** What scoring again gave. */
export interface Rescoring {
  /** Episodes whose scores came out the same, all of them. */
  readonly same: number;
  readonly differences: readonly ScoreDifference[];
  /** Episodes that could not be scored again, by the code that says why, such as a scorer that is not installed. */
  readonly impossible: Readonly<Record<string, number>>;
  /** Parts of scores that rest on the service's ledger, which an archive does not hold, so they were not compared. */
  readonly uncompared: readonly string[];
}

/** Truth is the same for every episode of a task and seed, and takes longer to make than the rest. */
class LastTruth {
  #key = '';
  #truth: Truth | undefined;

  of(
    { coordinates }: EpisodeRecord,
    registries: Registries,
  ): { task: ReturnType<Registries['task']>; truth?: Truth } {
    const task = registries.task(coordinates);
    const { suite, profile, task: id, seed, settings } = coordinates;
    const key = canonicalJson([suite, profile, id, seed, settings]);
    if (key !== this.#key) {
      this.#truth = task.truth?.(seed);
      this.#key = key;
    }
    return { task, ...(this.#truth === undefined ? {} : { truth: this.#truth }) };
  }
}

function submissionOf(archive: FolderArchive, { submission = {} }: EpisodeRecord): Submission {
  const parts = Object.entries(submission).map(([name, digest]) => [
    name,
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(archive.blob(digest)),
  ]);
  return { parts: Object.fromEntries(parts) as Submission['parts'] };
}

/** The stored score without the parts that only the ledger gives, and the names of those parts. */
function comparable(
  stored: Score,
  again: Score,
): { readonly score: Score; readonly left: readonly string[] } {
  const given = Object.entries(stored.parts);
  const parts = given.filter(([name]) => Object.hasOwn(again.parts, name));
  const left = given.filter(([name]) => !Object.hasOwn(again.parts, name)).map(([name]) => name);
  return {
    score: { ...stored, parts: Object.fromEntries(parts) },
    left: left.map((name) => `${stored.scorer}.${name}`),
  };
}

const equal = (a: Score, b: Score): boolean =>
  canonicalJson(a as unknown as JsonValue) === canonicalJson(b as unknown as JsonValue);

/**
 * Scores every stored submission again and compares exactly. An episode without a submission must be worth 0.
 *
 * @throws the reason of the signal
 */
export async function rescore(
  archive: FolderArchive,
  registries: Registries,
  { signal, onProgress }: RunControl = {},
): Promise<Rescoring> {
  const truths = new LastTruth();
  const differences: ScoreDifference[] = [];
  const impossible: Record<string, number> = {};
  const uncompared = new Set<string>();
  let same = 0;

  async function scoreAgain(record: EpisodeRecord): Promise<readonly ScoreDifference[]> {
    if (record.state === 'no-submission') return record.scores.flatMap((score) => byRule(record, score));
    const { task, truth } = truths.of(record, registries);
    const submission = submissionOf(archive, record);
    const context = {
      task,
      seed: record.coordinates.seed,
      ledger: [],
      ...(truth === undefined ? {} : { truth }),
    };
    const found: ScoreDifference[] = [];
    for (const stored of record.scores) {
      const again = await registries.scorer(stored.scorer).score(submission, context);
      const { score, left } = comparable(stored, again);
      for (const part of left) uncompared.add(part);
      if (!equal(score, again)) found.push({ episode: record.id, scorer: stored.scorer, stored, again });
    }
    return found;
  }

  let done = 0;
  for (const record of archive.records()) {
    signal?.throwIfAborted();
    onProgress?.({ what: 'scores', done, total: archive.size });
    done += 1;
    if (record.scores.length === 0) continue;
    try {
      const found = await scoreAgain(record);
      differences.push(...found);
      if (found.length === 0) same += 1;
    } catch (error) {
      if (!(error instanceof MeasurandError)) throw error;
      impossible[error.code] = (impossible[error.code] ?? 0) + 1;
    }
  }
  return { same, differences, impossible, uncompared: [...uncompared].sort(byCodePoint) };
}

function byRule({ id }: EpisodeRecord, stored: Score): readonly ScoreDifference[] {
  if (stored.value === 0) return [];
  return [{ episode: id, scorer: stored.scorer, stored, again: { ...stored, value: 0, parts: {} } }];
}
