import type { Model, ModelMove, ModelView } from '../../core/contracts/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import { askForTask, fetchPages, say, useTool } from './actions.ts';
import { type Habits, PERFECT_HABITS } from './habits.ts';
import { appendOrFinish, type HandInCall, type HandInOptions, submitIds, submitResults } from './hand-in.ts';
import { type Reading, readView } from './reading.ts';

/** A small program that embodies one documented behaviour, and speaks the tool protocol that a language model speaks. */
export interface Archetype extends Model {
  readonly kind: 'archetype';
  readonly title: string;
  /** What it reproduces: a table or section of the paper, or the failure that it stands for. */
  readonly documents: string;
}

export interface ArchetypeDescription {
  readonly id: string;
  readonly title: string;
  readonly documents: string;
  /** @default what the perfect archetype does */
  readonly habits?: Partial<Habits>;
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

function nextHandIn(reading: Reading, habits: Habits, rows: readonly JsonObject[]): HandInCall {
  const options: HandInOptions = {
    rows,
    report: (handedIn) => ({
      metadata_json: pythonJson(habits.metadata(reading, handedIn)),
      run_log: habits.log(reading),
    }),
    outputTokens: habits.handsIn === 'regardless-of-budget' ? UNLIMITED : reading.outputTokens,
  };
  if (reading.protocol === 'single') return submitResults(options);
  if (reading.protocol === 'by-id') return submitIds(options);
  const { rowsHeld } = reading;
  const enough = habits.handsIn === 'one-reply' && rowsHeld > 0;
  return appendOrFinish(enough ? { ...options, rows: rows.slice(0, rowsHeld) } : options, rowsHeld);
}

function move(view: ModelView, habits: Habits, cleaned: WeakMap<object, readonly JsonObject[]>): ModelMove {
  const reading = readView(view);
  const from = reading.answered;
  if (!reading.info) return askForTask(from);
  const pages = reading.rowsHeld > 0 ? [] : habits.nextPages(reading, habits);
  if (pages.length > 0) return fetchPages(from, pages);
  if (habits.handsIn === 'never' || reading.refused) return say(habits.closing);
  // Rows depend on what was fetched alone, so a submission in many pieces need not clean them again for each.
  const key = reading.fetches.at(-1)?.message ?? view.messages[0] ?? view;
  const rows = cleaned.get(key) ?? habits.rows(reading);
  cleaned.set(key, rows);
  const { name, args } = nextHandIn(reading, habits, rows);
  return useTool(from, name, args);
}

/** Makes a model that decides by habits, from the view alone: the same view gives the same move. */
export function archetype({ id, title, documents, habits }: ArchetypeDescription): Archetype {
  const own: Habits = { ...PERFECT_HABITS, ...habits };
  const cleaned = new WeakMap<object, readonly JsonObject[]>();
  return {
    id,
    kind: 'archetype',
    title,
    documents,
    decide(view, signal) {
      signal.throwIfAborted();
      const answer = view.choices ? say(own.choose(view.choices, view)) : move(view, own, cleaned);
      return Promise.resolve(answer);
    },
  };
}
