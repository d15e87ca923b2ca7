import type { Scorer, ScoringContext, Truth } from '../../core/contracts/index.ts';
import { Random } from '../../core/random.ts';
import { type Edit, type EditEffect, type RecordsDraft, type RecordsLayout, toSubmission } from './edit.ts';

/** A correct submission of one (task, seed), with all that is needed to score it. */
export interface ProbeCase {
  readonly task: string;
  readonly draft: RecordsDraft;
  readonly truth: Truth;
  readonly context: ScoringContext;
}

/** How one edit fared against one scorer, over tasks and seeds. */
export interface EditAcceptance {
  readonly title: string;
  readonly effect: EditEffect;
  readonly tried: number;
  /** Scored at least as high as the correct submission, less the scorer's resolution. */
  readonly accepted: number;
  /** Scored higher than the correct submission by more than the resolution. */
  readonly preferred: number;
  readonly lowest: number;
  readonly highest: number;
  /** Largest loss against the correct submission; negative when every edited one scored higher. */
  readonly largestDrop: number;
}

export interface AcceptanceOptions {
  readonly scorer: Scorer;
  readonly cases: readonly ProbeCase[];
  readonly layout: RecordsLayout;
  readonly edits: readonly Edit[];
  /** Seeds of the edits: how many different ways each is applied. */
  readonly repeats: number;
}

interface Trial {
  readonly score: number;
  readonly correct: number;
}

function summarise(edit: Edit, trials: readonly Trial[], resolution: number): EditAcceptance {
  const scores = trials.map(({ score }) => score);
  return {
    title: edit.title,
    effect: edit.effect,
    tried: trials.length,
    accepted: trials.filter(({ score, correct }) => score > correct - resolution).length,
    preferred: trials.filter(({ score, correct }) => score > correct + resolution).length,
    lowest: Math.min(...scores),
    highest: Math.max(...scores),
    largestDrop: Math.max(...trials.map(({ score, correct }) => correct - score)),
  };
}

/** Every edit on every case, `repeats` times each; an edit that never applied is left out. */
export async function acceptance(options: AcceptanceOptions): Promise<Record<string, EditAcceptance>> {
  const { scorer, cases, layout, edits, repeats } = options;
  const value = async (draft: RecordsDraft, context: ScoringContext): Promise<number> =>
    (await scorer.score(toSubmission(draft, layout), context)).value;
  const correct = await Promise.all(cases.map(({ draft, context }) => value(draft, context)));
  const table: Record<string, EditAcceptance> = {};
  for (const edit of edits) {
    const trials: Trial[] = [];
    for (const [i, { task, draft, truth, context }] of cases.entries()) {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const edited = edit.apply(draft, { truth, random: new Random(`${edit.id}:${task}:${repeat}`) });
        if (edited) trials.push({ score: await value(edited, context), correct: correct[i] ?? 0 });
      }
    }
    if (trials.length > 0) table[edit.id] = summarise(edit, trials, scorer.resolution);
  }
  return table;
}
