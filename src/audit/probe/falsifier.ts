import type { Scorer, ScoringContext, Truth } from '../../core/contracts/index.ts';
import { Random, stepRandom } from '../../core/random.ts';
import { type Edit, type RecordsDraft, type RecordsLayout, toSubmission } from './edit.ts';
import { truthQuality } from './quality.ts';

/** A submission of strictly lower truth quality that scores at least as high as the correct one. */
export interface CounterExample {
  /** Edits in order, shrunk: leaving any one out ends the example. */
  readonly edits: readonly string[];
  readonly score: number;
  readonly correctScore: number;
  /** Truth quality of the example; the correct submission has 1. */
  readonly quality: number;
  /** First line that differs, as it should be and as the example has it. */
  readonly difference: { readonly line: number; readonly correct: string; readonly example: string };
  /** Seed of the search and number of the candidate, which reproduce it. */
  readonly seed: number;
  readonly candidate: number;
}

export interface Falsification {
  readonly candidates: number;
  /** Candidates that scored at least as high as the correct submission, less epsilon. */
  readonly hits: number;
  readonly smallest: CounterExample | null;
  /** The example that beats the correct submission by most, if any beats it. */
  readonly highest: CounterExample | null;
}

export interface FalsifierOptions {
  readonly scorer: Scorer;
  readonly context: ScoringContext;
  readonly truth: Truth;
  readonly correct: RecordsDraft;
  readonly layout: RecordsLayout;
  readonly edits: readonly Edit[];
  readonly seed: number;
  readonly candidates: number;
  /** Longest edit sequence tried. @default 3 */
  readonly depth?: number;
}

interface Step {
  readonly edit: Edit;
  readonly stream: string;
}

function replay(correct: RecordsDraft, steps: readonly Step[], truth: Truth): RecordsDraft | undefined {
  let draft: RecordsDraft | undefined = correct;
  for (const { edit, stream } of steps) {
    draft = draft && edit.apply(draft, { truth, random: new Random(stream) });
  }
  return draft;
}

function firstDifference(correct: RecordsDraft, example: RecordsDraft): CounterExample['difference'] {
  const length = Math.max(correct.lines.length, example.lines.length);
  for (let line = 0; line < length; line += 1) {
    const [should, does] = [correct.lines[line] ?? '', example.lines[line] ?? ''];
    if (should !== does) return { line: line + 1, correct: should, example: does };
  }
  return { line: 0, correct: '', example: '' };
}

function drawSteps({ edits, seed, depth = 3 }: FalsifierOptions, candidate: number): Step[] {
  const random = stepRandom(seed, `falsifier:${candidate}`);
  const length = candidate < edits.length ? 1 : 1 + random.below(depth);
  return Array.from({ length }, (_, i) => ({
    edit: candidate < edits.length ? (edits[candidate] as Edit) : random.choice(edits),
    stream: `${seed}:${candidate}:${i}`,
  }));
}

/**
 * Looks for a submission of lower truth quality that scores at least as high as the correct one, and shrinks what it
 * finds to the fewest edits. The first candidates try every edit alone; later ones draw seeded sequences.
 * The same options always give the same result.
 */
export async function falsify(options: FalsifierOptions): Promise<Falsification> {
  const { scorer, context, truth, correct, layout, seed, candidates } = options;
  const scoreOf = async (draft: RecordsDraft): Promise<number> =>
    (await scorer.score(toSubmission(draft, layout), context)).value;
  const correctScore = await scoreOf(correct);
  const threshold = correctScore - scorer.resolution;

  const hit = async (steps: readonly Step[], candidate: number): Promise<CounterExample | undefined> => {
    const draft = replay(correct, steps, truth);
    if (!draft) return undefined;
    const score = await scoreOf(draft);
    if (score <= threshold) return undefined;
    const quality = truthQuality(draft, truth);
    if (quality >= 1) return undefined;
    const difference = firstDifference(correct, draft);
    return {
      edits: steps.map(({ edit }) => edit.id),
      score,
      correctScore,
      quality,
      difference,
      seed,
      candidate,
    };
  };

  const shrink = async (steps: readonly Step[], found: CounterExample): Promise<CounterExample> => {
    for (let i = 0; i < steps.length && steps.length > 1; i += 1) {
      const fewer = steps.filter((_, j) => j !== i);
      const smaller = await hit(fewer, found.candidate);
      if (smaller) return shrink(fewer, smaller);
    }
    return found;
  };

  let hits = 0;
  let smallest: CounterExample | null = null;
  let highest: CounterExample | null = null;
  for (let candidate = 0; candidate < candidates; candidate += 1) {
    const steps = drawSteps(options, candidate);
    const found = await hit(steps, candidate);
    if (!found) continue;
    hits += 1;
    const small = await shrink(steps, found);
    if (isSmaller(small, smallest)) smallest = small;
    if (small.score > correctScore && small.score > (highest?.score ?? 0)) highest = small;
  }
  return { candidates, hits, smallest, highest };
}

function isSmaller(a: CounterExample, b: CounterExample | null): boolean {
  if (!b) return true;
  if (a.edits.length !== b.edits.length) return a.edits.length < b.edits.length;
  return a.quality > b.quality;
}
