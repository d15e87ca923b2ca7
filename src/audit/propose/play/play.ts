import type { Model, Seed } from '../../../core/contracts/index.ts';
import { ARCHETYPES } from '../../../models/archetypes/index.ts';
import { scorerNamed } from '../../../scorers/registry.ts';
import { taskNamed } from '../../../tasks/registry.ts';
import type { Stage } from './stage.ts';

/** One episode of a harness, scored by the truth. */
export interface Played {
  readonly task: string;
  readonly seed: Seed;
  readonly model: string;
  readonly state: 'scored' | 'no-submission' | 'errored';
  readonly stop: string;
  readonly turns: number;
  /** By the truth, in [0, 1]; null when the harness broke. Nothing handed in is 0 by rule. */
  readonly score: number | null;
}

const SCORER = 'truth';
const PROFILE = 'repaired';

export interface PlayOptions {
  readonly source: string;
  readonly task: string;
  readonly seed: Seed;
  readonly model: Model;
  readonly outputTokens?: number;
  readonly signal: AbortSignal;
}

/** Plays one episode of ComtradeBench, repaired, rows handed in by one call, and scores it by the truth. */
export async function playScored(stage: Stage, options: PlayOptions): Promise<Played> {
  const { source, task: id, seed, model, outputTokens, signal } = options;
  const task = taskNamed(PROFILE, id);
  const environment = task.open(seed, { submission: 'single' });
  const { stop, turns, broke } = await stage.play(source, { environment, model, outputTokens, signal });
  const course = { task: id, seed, model: model.id, stop, turns };
  if (broke) return { ...course, state: 'errored', score: null };
  const submission = environment.submission();
  if (!submission) return { ...course, state: 'no-submission', score: 0 };
  const truth = task.truth?.(seed);
  const context = { task, seed, ledger: environment.ledger(), ...(truth === undefined ? {} : { truth }) };
  const { value } = await scorerNamed(SCORER).score(submission, context);
  return { ...course, state: 'scored', score: value };
}

/** For each decision of ComtradeBench a task on which it matters and a program that takes it the other way. */
const CONTRASTS = [
  { decision: 'retry', task: 'T4_rate_limit_429', against: 'gives-up-on-first-fault' },
  { decision: 'dedup', task: 'T3_duplicates', against: 'never-deduplicates' },
  { decision: 'totals', task: 'T7_totals_trap', against: 'keeps-totals' },
  { decision: 'pagination', task: 'T3_duplicates', against: 'stops-after-first-page' },
  { decision: 'submission', task: 'T3_duplicates', against: 'never-submits' },
] as const;

const YARDSTICK = 'perfect';

/** Whether the outcome of a harness moves when one decision of its model alone is another. */
export interface LiveDecision {
  readonly decision: string;
  readonly task: string;
  readonly right: number | null;
  readonly otherwise: number | null;
  readonly live: boolean;
}

function archetype(id: string): Model {
  const found = ARCHETYPES.find((model) => model.id === id);
  if (found) return found;
  throw new TypeError(`there is no archetype ${id}`);
}

/**
 * Who really decides in a harness, by experiment: it plays with the perfect program, and with one that differs in a
 * single decision. A decision whose change moves the outcome is the model's, in whole or in part.
 *
 * @param decisions to be tried; one that no experiment knows is left out
 */
export async function liveDecisions(
  stage: Stage,
  source: string,
  decisions: readonly string[],
  signal: AbortSignal,
): Promise<readonly LiveDecision[]> {
  const yardsticks = new Map<string, number | null>();
  const score = async (task: string, model: string): Promise<number | null> =>
    (await playScored(stage, { source, task, seed: 0, model: archetype(model), signal })).score;
  const rows: LiveDecision[] = [];
  for (const { decision, task, against } of CONTRASTS) {
    if (!decisions.includes(decision)) continue;
    const right = yardsticks.has(task) ? (yardsticks.get(task) ?? null) : await score(task, YARDSTICK);
    yardsticks.set(task, right);
    const otherwise = await score(task, against);
    rows.push({ decision, task, right, otherwise, live: right !== null && right !== otherwise });
  }
  return rows;
}
