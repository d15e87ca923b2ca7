import type { ShownResult } from '../../../trace/wire/request-view.ts';
import type { Conversation, KeyedMove, Script, ScriptTurn } from './script.ts';

/** One model turn with calls. Faults are by attempt: the first list for the first try, and so on. */
export interface Step extends Pick<ScriptTurn, 'text' | 'usage' | 'stop'> {
  readonly moves: readonly KeyedMove[];
  readonly faults?: readonly NonNullable<ScriptTurn['faults']>[];
}

/** How often a step is asked for again, without any of its results, before the script goes on. */
const PATIENCE = 2;

function started({ results }: Conversation, step: Step): boolean {
  return step.moves.some(({ key }) => results.has(key));
}

function turnOf({ faults, ...turn }: Step, attempt: number): ScriptTurn {
  const now = faults?.[attempt] ?? [];
  return now.length === 0 ? turn : { ...turn, faults: now };
}

/**
 * The step that the conversation has come to: after the last one with a result. A step whose results never come is
 * left after `PATIENCE` tries beyond its faults, so that a harness that drops a call cannot keep a script for ever.
 */
function reached(steps: readonly Step[], conversation: Conversation): ScriptTurn | undefined {
  let at = steps.findLastIndex((step) => started(conversation, step)) + 1;
  let left = conversation.attempt;
  for (let step = steps[at]; step; at += 1, step = steps[at]) {
    const tries = PATIENCE + (step.faults?.length ?? 0);
    if (left < tries) return turnOf(step, left);
    left -= tries;
  }
  return undefined;
}

/** Carries out its steps one after the other, whatever comes back, and says `final`. */
export function blind(id: string, steps: readonly Step[], final: string): Script {
  return { id, next: (conversation) => reached(steps, conversation) ?? { text: final } };
}

/** As `blind`, but its answer repeats, word for word, what it was shown for each key. */
export function echo(id: string, steps: readonly Step[], keys: readonly string[]): Script {
  const quoted = ({ results }: Conversation): string =>
    keys.map((key) => `${key}: ${results.get(key)?.text ?? '(no result)'}`).join('\n');
  return {
    id,
    next: (conversation) => reached(steps, conversation) ?? { text: quoted(conversation) },
  };
}

/** A question about what came back. */
export interface Condition {
  readonly key: string;
  readonly includes: string;
}

function holds({ results }: Conversation, { key, includes }: Condition): boolean {
  return results.get(key)?.text.includes(includes) ?? false;
}

/** Carries out its steps, then does one of two things, by what a result says. */
export function branching(
  id: string,
  steps: readonly Step[],
  condition: Condition,
  branches: { readonly met: Script; readonly otherwise: Script },
): Script {
  return {
    id,
    next: (conversation) =>
      reached(steps, conversation) ??
      (holds(conversation, condition) ? branches.met : branches.otherwise).next(conversation),
  };
}

/** Tries the same move up to `most` times, until a result includes what it wants, and then says which came. */
export function stubborn(
  id: string,
  move: KeyedMove,
  wanted: string,
  most: number,
  says: { readonly got: string; readonly gaveUp: string },
): Script {
  const steps = Array.from(
    { length: most },
    (_, at): Step => ({
      moves: [{ ...move, key: `${move.key}${at}` }],
    }),
  );
  const got = (result: ShownResult): boolean => result.text.includes(wanted);
  return {
    id,
    next(conversation) {
      if ([...conversation.results.values()].some(got)) return { text: says.got };
      return reached(steps, conversation) ?? { text: says.gaveUp };
    },
  };
}

/** Carries out its steps and claims success at the end, whatever came back. */
export function overclaiming(id: string, steps: readonly Step[], claim: string): Script {
  return blind(id, steps, claim);
}

/** A script behind a provider that fails: `faults` by attempt at every point of the conversation. */
export function faulty(script: Script, faults: readonly NonNullable<ScriptTurn['faults']>[]): Script {
  return {
    id: `${script.id}-faulty`,
    next(conversation) {
      const now = faults[conversation.attempt];
      const attempt = Math.max(0, conversation.attempt - faults.length);
      const turn = script.next({ ...conversation, attempt });
      return now ? { ...turn, faults: now } : turn;
    },
  };
}

/** Goes on by user turn: the script of the last prompt whose words stand in the conversation. */
export function sessions(
  id: string,
  parts: readonly { readonly prompt: string; readonly script: Script }[],
): Script {
  return {
    id,
    next(conversation) {
      const said = conversation.view.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
      const part = parts.findLast(({ prompt }) => said.some((text) => text.includes(prompt)));
      return part ? part.script.next(conversation) : { text: 'No part of this script is for this prompt.' };
    },
  };
}
