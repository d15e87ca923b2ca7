import type { Environment, Seed, Task, Truth } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Verdict } from '../types.ts';
import { intercept } from './intercept.ts';
import type { Walker } from './walks.ts';

export interface VisibleRecallTask {
  readonly truth: number;
  /** True records that the model could read whole, and with them those that break off after three quarters. */
  readonly whole: number;
  readonly begun: number;
  /** F1 by identifier of submitting just those, no more. */
  readonly f1Whole: number;
  readonly f1Begun: number;
  readonly cutResults: number;
}

export interface VisibleRecall {
  /** Characters of one tool result that the model is shown; `null`: all of it. 0: the model is shown no result. */
  readonly window: number | null;
  readonly tasks: number;
  readonly partial: number;
  readonly partialTasks: readonly string[];
  readonly byTask: Readonly<Record<string, VisibleRecallTask>>;
}

/** How a scaffold writes a tool result down for the model. */
export type Render = (value: JsonValue) => string;

/** Passes every call on and keeps each result's text. */
function watch(environment: Environment, render: Render) {
  const results: string[] = [];
  const watched = intercept(environment, async (name, args) => {
    const result = await environment.call(name, args);
    results.push(render(result.value));
    return result;
  });
  return { watched, results };
}

/** A record that breaks off after this share of its text is one that a model may complete: what is missing is its end. */
const COMPLETABLE = 0.75;

interface Seen {
  readonly whole: string[];
  /** The record that the window cuts through, in full, when enough of it was shown. */
  readonly begun?: string;
}

/** Which of the record objects in a text a window lets through. */
function seenThrough(full: string, shown: number): Seen {
  const whole: string[] = [];
  for (const match of full.matchAll(/\{[^{}]*\}/g)) {
    const end = match.index + match[0].length;
    if (end <= shown) whole.push(match[0]);
    else if ((shown - match.index) / match[0].length >= COMPLETABLE) return { whole, begun: match[0] };
    else break;
  }
  return { whole };
}

const f1 = (hits: number, truth: number): number => (hits + truth === 0 ? 0 : (2 * hits) / (hits + truth));

function recallThrough(
  results: readonly string[],
  truth: Truth | undefined,
  window: number | null,
): VisibleRecallTask {
  const wanted = new Set(truth?.records.map((record) => record[truth.idField]));
  const whole = new Set<unknown>();
  const begun = new Set<unknown>();
  const idOf = (text: string): unknown => (JSON.parse(text) as Record<string, unknown>)[truth?.idField ?? ''];
  for (const full of results) {
    const seen = seenThrough(full, window ?? full.length);
    for (const text of seen.whole) whole.add(idOf(text));
    if (seen.begun !== undefined) begun.add(idOf(seen.begun));
  }
  const readable = [...wanted].filter((id) => whole.has(id)).length;
  const completed = [...wanted].filter((id) => whole.has(id) || begun.has(id)).length;
  return {
    truth: wanted.size,
    whole: readable,
    begun: completed,
    f1Whole: f1(readable, wanted.size),
    f1Begun: f1(completed, wanted.size),
    cutResults: results.filter((full) => (window ?? full.length) < full.length).length,
  };
}

/**
 * The ceiling that the display alone sets, for each window: which true records a model was ever shown on one in-order
 * walk, when each result is cut after `window` characters. A record of which three quarters are shown counts as begun: a
 * model may complete it.
 */
export async function visibleRecall(
  tasks: readonly Task[],
  seed: Seed,
  walk: Walker,
  render: Render,
  windows: readonly (number | null)[],
): Promise<VisibleRecall[]> {
  const tables = windows.map((): Record<string, VisibleRecallTask> => ({}));
  for (const task of tasks) {
    const { watched, results } = watch(task.open(seed), render);
    await walk(watched);
    const truth = task.truth?.(seed);
    for (const [at, window] of windows.entries()) {
      (tables[at] as Record<string, VisibleRecallTask>)[task.id] = recallThrough(results, truth, window);
    }
  }
  return tables.map((byTask, at) => {
    const partialTasks = Object.keys(byTask).filter(
      (id) => (byTask[id]?.whole ?? 0) < (byTask[id]?.truth ?? 0),
    );
    const window = windows[at] ?? null;
    return { window, tasks: tasks.length, partial: partialTasks.length, partialTasks, byTask };
  });
}

/** Passes when the model is shown every true record whole, on every task, on one in-order walk. */
export function visibleRecallVerdict({ tasks, partial }: VisibleRecall): Verdict {
  if (tasks === 0) return 'not-probed';
  return partial === 0 ? 'pass' : 'fail';
}
