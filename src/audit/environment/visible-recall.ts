import type { Environment, Seed, Task } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Verdict } from '../types.ts';
import type { Walker } from './walks.ts';

export interface VisibleRecallTask {
  readonly truth: number;
  /** True records that the model could read whole, and those of which it could read at least the identifier's start. */
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

/** Passes every call on and keeps the texts that a window would let through, beside the full ones. */
function watch(environment: Environment, render: Render, window: number | null) {
  const shown: { text: string; cut: boolean }[] = [];
  const watched: Environment = {
    turns: environment.turns,
    tools: environment.tools,
    requestBudget: environment.requestBudget,
    ledger: () => environment.ledger(),
    submission: () => environment.submission(),
    async call(name, args) {
      const result = await environment.call(name, args);
      const full = render(result.value);
      const text = window === null ? full : full.slice(0, window);
      shown.push({ text, cut: text.length < full.length });
      return result;
    },
  };
  return { watched, shown };
}

/** The record objects that stand whole in a text, and whether another one begins after them. */
function objectsIn(text: string): { readonly whole: string[]; readonly rest: string } {
  const whole: string[] = [];
  let last = 0;
  for (const match of text.matchAll(/\{[^{}]*\}/g)) {
    whole.push(match[0]);
    last = match.index + match[0].length;
  }
  return { whole, rest: text.slice(last) };
}

const f1 = (hits: number, truth: number): number => (hits + truth === 0 ? 0 : (2 * hits) / (hits + truth));

async function taskRecall(
  task: Task,
  seed: Seed,
  walk: Walker,
  render: Render,
  window: number | null,
): Promise<VisibleRecallTask> {
  const { watched, shown } = watch(task.open(seed), render, window);
  await walk(watched);
  const truth = task.truth?.(seed);
  const wanted = new Map(truth?.records.map((record) => [String(record[truth.idField]), record]));
  const whole = new Set<string>();
  const begun = new Set<string>();
  const fieldText = truth ? JSON.stringify(truth.idField) : '';
  for (const { text } of shown) {
    const objects = objectsIn(text);
    for (const object of objects.whole) {
      const id = (JSON.parse(object) as Record<string, unknown>)[truth?.idField ?? ''];
      if (typeof id === 'string' && wanted.has(id)) whole.add(id);
    }
    const broken = objects.rest.lastIndexOf(fieldText);
    if (broken >= 0) {
      const start = objects.rest
        .slice(broken + fieldText.length)
        .replace(/^\s*:\s*"/, '')
        .replace(/".*$/s, '');
      const completions = [...wanted.keys()].filter((id) => !whole.has(id) && id.startsWith(start));
      if (start !== '' && completions[0] !== undefined) begun.add(completions[0]);
    }
  }
  const all = new Set([...whole, ...begun]);
  return {
    truth: wanted.size,
    whole: whole.size,
    begun: all.size,
    f1Whole: f1(whole.size, wanted.size),
    f1Begun: f1(all.size, wanted.size),
    cutResults: shown.filter(({ cut }) => cut).length,
  };
}

/**
 * The ceiling that the display alone sets: which true records a model was ever shown on one in-order walk, when each
 * result is cut after `window` characters. A record that breaks off near its identifier counts as begun: a model may
 * complete it.
 */
export async function visibleRecall(
  tasks: readonly Task[],
  seed: Seed,
  walk: Walker,
  render: Render,
  window: number | null,
): Promise<VisibleRecall> {
  const byTask: Record<string, VisibleRecallTask> = {};
  for (const task of tasks) byTask[task.id] = await taskRecall(task, seed, walk, render, window);
  const partialTasks = Object.keys(byTask).filter(
    (id) => (byTask[id]?.whole ?? 0) < (byTask[id]?.truth ?? 0),
  );
  return { window, tasks: tasks.length, partial: partialTasks.length, partialTasks, byTask };
}

/** Passes when the model is shown every true record whole, on every task, on one in-order walk. */
export function visibleRecallVerdict({ tasks, partial }: VisibleRecall): Verdict {
  if (tasks === 0) return 'not-probed';
  return partial === 0 ? 'pass' : 'fail';
}
