import type { AbstractMove } from '../../../scaffolds/native/contracts.ts';
import type {
  Conversation,
  KeyedMove,
  Script,
  ScriptTurn,
} from '../../../scaffolds/native/scripts/script.ts';
import type { DeclaredTool } from '../../../trace/wire/request-view.ts';

/** What a scripted model was told so far. */
export interface Told {
  /** Text of the result of a move; empty when it has none yet. */
  text(key: string): string;
  /** Whether a result is flagged as an error; undefined where the protocol does not say. */
  isError(key: string): boolean | undefined;
  /** The first match in the result of a move, or `UNKNOWN`: a value is copied, never made up. */
  find(key: string, pattern: RegExp): string;
  /** The first match in any message or result, whoever says it, or `UNKNOWN`. */
  anywhere(pattern: RegExp): string;
  /** A tool that the request declares. */
  tool(name: string): DeclaredTool | undefined;
}

/** One turn of a scripted model. Its moves may copy from what it was told. */
export interface TrialStep extends Pick<ScriptTurn, 'text' | 'usage' | 'stop'> {
  readonly keys: readonly [string, ...string[]];
  /** The moves, in the order of `keys`; none when the step is not needed, so that the next one is taken. */
  moves(told: Told): readonly KeyedMove[];
  /** Faults of the provider by attempt. */
  readonly faults?: readonly NonNullable<ScriptTurn['faults']>[];
}

/** How often a step is asked for again, without any of its results, before the script goes on. */
const PATIENCE = 2;

export const NOT_TOLD = 'UNKNOWN';

function toldIn({ results, view }: Conversation): Told {
  const text = (key: string): string => results.get(key)?.text ?? '';
  return {
    text,
    isError: (key) => results.get(key)?.isError,
    find: (key, pattern) => pattern.exec(text(key))?.[0] ?? NOT_TOLD,
    anywhere(pattern) {
      const said = view.messages.flatMap((message) => [
        message.text,
        ...message.results.map((result) => result.text),
      ]);
      return said.map((words) => pattern.exec(words)?.[0]).find((match) => match) ?? NOT_TOLD;
    },
    tool: (name) => view.tools.find((each) => each.name === name),
  };
}

/** A step of one move that does not depend on what was told. */
export const step = (key: string, move: AbstractMove): TrialStep => ({
  keys: [key],
  moves: () => [{ key, move }],
});

/** A step of one move made of what was told; undefined passes it over. */
export const stepFrom = (key: string, move: (told: Told) => AbstractMove | undefined): TrialStep => ({
  keys: [key],
  moves(told) {
    const made = move(told);
    return made === undefined ? [] : [{ key, move: made }];
  },
});

function turnOf({ moves, faults, keys: _, ...turn }: TrialStep, told: Told, attempt: number): ScriptTurn {
  const now = faults?.[attempt] ?? [];
  const made = { ...turn, moves: moves(told) };
  return now.length === 0 ? made : { ...made, faults: now };
}

/**
 * Goes through its steps by what the conversation shows: on to the step after the last one with a result. A step whose
 * results never come is left after some tries, so that a harness that drops a call cannot keep a run for ever.
 */
export function stepwise(id: string, steps: readonly TrialStep[], final: (told: Told) => string): Script {
  return {
    id,
    next(conversation) {
      const told = toldIn(conversation);
      const done = steps.findLastIndex(({ keys }) => keys.some((key) => conversation.results.has(key)));
      let left = conversation.attempt;
      for (const each of steps.slice(done + 1)) {
        if (each.moves(told).length === 0) continue;
        const tries = PATIENCE + (each.faults?.length ?? 0);
        if (left < tries) return turnOf(each, told, left);
        left -= tries;
      }
      return { text: final(told) };
    },
  };
}

/** A plan without children. */
export const alone = (main: Script): { readonly main: Script; readonly children: readonly [] } => ({
  main,
  children: [],
});
