import { byCodePoint, canonicalJson } from '../../core/canonical.ts';
import type { JsonValue } from '../../core/json.ts';
import { Random, stepRandom } from '../../core/random.ts';
import { isObject, pathText } from './places.ts';
import { differences, shrink } from './shrink.ts';
import type { TypedEdit } from './typed-edit.ts';

/** A correct submission and a worse one that scores at least as high: no difference between them can be put back. */
export interface MinimalPair {
  readonly task: string;
  /** Edits that led there, in order; leaving any one out ends the example. */
  readonly edits: readonly string[];
  /** Places in which the two differ. */
  readonly places: readonly string[];
  /** Both submissions as JSON text. */
  readonly correct: string;
  readonly worse: string;
  readonly correctScore: number;
  readonly score: number;
  /** Seed of the search and number of the candidate, which make it again. */
  readonly seed: number;
  readonly candidate: number;
}

/** What one search over one task found. */
export interface TaskFalsification {
  readonly candidates: number;
  /** Candidates that were degraded and got a score. */
  readonly scored: number;
  /** Of these, the ones that score at least as high as the correct submission, less the resolution. */
  readonly hits: number;
  readonly pairs: readonly MinimalPair[];
  /** One for each undecided edit that the scorer does not see: whether that is worse is not for a search to say. */
  readonly unseen: readonly MinimalPair[];
}

export interface SearchOptions {
  readonly task: string;
  readonly correct: JsonValue;
  readonly correctScore: number;
  readonly resolution: number;
  /** Degrading ones are searched with, undecided ones tried alone, and equivalent ones left out. */
  readonly edits: readonly TypedEdit[];
  readonly seed: number;
  /** Every edit is tried alone first; the rest are sequences. */
  readonly candidates: number;
  /** Longest sequence of edits. @default 3 */
  readonly depth?: number;
  /** Nothing when the submission got no score. */
  score(submission: JsonValue): Promise<number | undefined>;
}

/** Tries of an undecided edit on one task, at places of its choice. */
const UNDECIDED_TRIES = 4;

interface Step {
  readonly edit: TypedEdit;
  readonly stream: string;
}

function drawSteps(
  { edits, seed, task, depth = 3 }: Pick<SearchOptions, 'edits' | 'seed' | 'task' | 'depth'>,
  candidate: number,
): readonly Step[] {
  const random = stepRandom(seed, `falsify:${task}:${candidate}`);
  const alone = edits[candidate];
  const length = alone ? 1 : 1 + random.below(depth);
  return Array.from({ length }, (_, at) => ({
    edit: alone ?? random.choice(edits),
    stream: `${seed}:${task}:${candidate}:${at}`,
  }));
}

/** The same whatever the order of lists in it. */
function unordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map(unordered).map((item) => ({ item, text: canonicalJson(item) }));
    return items.toSorted((a, b) => byCodePoint(a.text, b.text)).map(({ item }) => item);
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unordered(inner)]));
}

/** What two submissions must share to be the same: all, or all but order where order is not said to matter. */
function sameness(edits: readonly TypedEdit[]): (value: JsonValue) => string {
  const orderIsOpen = edits.some(({ id, effect }) => id === 'items_swapped' && effect !== 'degrading');
  return orderIsOpen ? (value) => canonicalJson(unordered(value)) : canonicalJson;
}

function made(correct: JsonValue, steps: readonly Step[]): JsonValue | undefined {
  let submission: JsonValue | undefined = correct;
  for (const { edit, stream } of steps) {
    if (submission === undefined) return undefined;
    submission = edit.apply(submission, new Random(stream));
  }
  return submission !== undefined && canonicalJson(submission) !== canonicalJson(correct)
    ? submission
    : undefined;
}

const idsOf = (steps: readonly Step[]): string => steps.map(({ edit }) => edit.id).join(' ');

/** Undecided edits that leave the score as it is, each with the first pair that shows it. */
async function unseenBy(options: SearchOptions): Promise<readonly MinimalPair[]> {
  const { task, correct, correctScore, resolution, seed } = options;
  const pairs: MinimalPair[] = [];
  for (const edit of options.edits.filter(({ effect }) => effect === 'undecided')) {
    for (let candidate = 0; candidate < UNDECIDED_TRIES; candidate += 1) {
      const other = made(correct, [{ edit, stream: `${seed}:${task}:${edit.id}:${candidate}` }]);
      const score = other === undefined ? undefined : await options.score(other);
      if (other === undefined || score === undefined || score <= correctScore - resolution) continue;
      pairs.push({
        task,
        edits: [edit.id],
        places: differences(correct, other).map(pathText),
        correct: JSON.stringify(correct),
        worse: JSON.stringify(other),
        correctScore,
        score,
        seed,
        candidate,
      });
      break;
    }
  }
  return pairs;
}

/**
 * Searches one task for a worse submission that scores at least as high as the correct one, and shrinks what it finds:
 * first the sequence of edits, then the differences themselves. The same seed finds the same pairs.
 */
export async function falsifyTask(options: SearchOptions): Promise<TaskFalsification> {
  const { correct, correctScore, resolution, candidates, seed, task, depth } = options;
  const edits = options.edits.filter(({ effect }) => effect === 'degrading');
  if (edits.length === 0) return { candidates: 0, scored: 0, hits: 0, pairs: [], unseen: [] };
  const identity = sameness(options.edits);
  const isWorse = (submission: JsonValue | undefined): submission is JsonValue =>
    submission !== undefined && identity(submission) !== identity(correct);
  const passes = (score: number | undefined): boolean =>
    score !== undefined && score > correctScore - resolution;
  const holds = async (submission: JsonValue): Promise<boolean> => passes(await options.score(submission));

  const fewer = async (steps: readonly Step[]): Promise<readonly Step[]> => {
    for (let at = 0; at < steps.length && steps.length > 1; at += 1) {
      const rest = steps.toSpliced(at, 1);
      const submission = made(correct, rest);
      if (isWorse(submission) && (await holds(submission))) return fewer(rest);
    }
    return steps;
  };

  const pairOf = async (steps: readonly Step[], candidate: number): Promise<MinimalPair> => {
    const worse = await shrink(
      correct,
      made(correct, steps) as JsonValue,
      async (submission) => isWorse(submission) && (await holds(submission)),
    );
    return {
      task,
      edits: steps.map(({ edit }) => edit.id),
      places: differences(correct, worse).map(pathText),
      correct: JSON.stringify(correct),
      worse: JSON.stringify(worse),
      correctScore,
      score: (await options.score(worse)) as number,
      seed,
      candidate,
    };
  };

  let scored = 0;
  let hits = 0;
  const pairs = new Map<string, MinimalPair>();
  for (let candidate = 0; candidate < candidates; candidate += 1) {
    const steps = drawSteps({ edits, seed, task, ...(depth === undefined ? {} : { depth }) }, candidate);
    const submission = made(correct, steps);
    const score = isWorse(submission) ? await options.score(submission) : undefined;
    if (score === undefined) continue;
    scored += 1;
    if (!passes(score)) continue;
    hits += 1;
    const least = await fewer(steps);
    if (!pairs.has(idsOf(least))) pairs.set(idsOf(least), await pairOf(least, candidate));
  }
  return { candidates, scored, hits, pairs: [...pairs.values()], unseen: await unseenBy(options) };
}
