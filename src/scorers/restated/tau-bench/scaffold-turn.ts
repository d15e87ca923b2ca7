import { PythonError, type PythonErrorType } from '../../../core/python/errors.ts';
import { parsePythonJson } from '../../../core/python/json.ts';
import { contains, item } from '../../../core/python/operations.ts';
import { strip } from '../../../core/python/text.ts';
import { isDict, type PythonDict, type PythonValue, typeName } from '../../../core/python/value.ts';

/** tau-bench's four agents. The first two use the provider's tool calls, the others text. */
export const TAU_BENCH_SCAFFOLDS = ['tool-calling', 'few-shot', 'act', 'react'] as const;

export type TauBenchScaffold = (typeof TAU_BENCH_SCAFFOLDS)[number];

/** One assistant turn as a provider gives it. */
export interface TauBenchTurn {
  readonly content: string | null;
  /** Tool calls of the turn; `arguments` is the text that the provider passes on. */
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** What the provider says that the turn cost, in dollars; null when it says nothing. */
  readonly cost: number | null;
}

export interface TauBenchAction {
  readonly name: string;
  readonly arguments: PythonDict;
}

/** What a scaffold makes of a turn. `fatal` ends the episode; the action before it may have been carried out. */
export interface TauBenchOutcome {
  readonly action: TauBenchAction | null;
  readonly fatal: PythonErrorType | null;
}

const respond = (content: string | null): TauBenchAction => ({
  name: 'respond',
  arguments: new Map([['content', content]]),
});

/** An action has a text for its name and a dict of arguments; nothing is converted. */
function actionOf(name: PythonValue, given: PythonValue): TauBenchAction {
  if (typeof name === 'string' && isDict(given)) return { name, arguments: given };
  throw new PythonError('ValidationError', `no action of a ${typeName(name)} and a ${typeName(given)}`);
}

/** The first call alone is read; a turn without one is a reply to the user, even an empty one. */
function calledAction({ content, calls }: TauBenchTurn): TauBenchAction {
  const [call] = calls;
  return call ? actionOf(call.name, parsePythonJson(call.arguments)) : respond(content);
}

/** What stands behind the last `Action:`, as JSON, or as a reply to the user when it is none. */
function writtenAction({ content }: TauBenchTurn): TauBenchAction {
  if (content === null) {
    throw new PythonError('AttributeError', "'NoneType' object has no attribute 'split'");
  }
  const text = strip(content.split('Action:').at(-1) as string);
  const written = jsonOrReply(text);
  for (const key of ['name', 'arguments']) {
    if (!contains(written, key)) throw new PythonError('AssertionError', '');
  }
  return actionOf(item(written, 'name'), item(written, 'arguments'));
}

function jsonOrReply(text: string): PythonValue {
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (!(error instanceof PythonError && error.type === 'JSONDecodeError')) throw error;
    const reply = respond(text);
    return new Map<string, PythonValue>([
      ['name', reply.name],
      ['arguments', reply.arguments],
    ]);
  }
}

/**
 * What each of tau-bench's scaffolds does with one assistant turn: the action that it sends to the environment, and the
 * exception that ends the episode, if any. The runner records such an end as reward 0.
 *
 * Source: external-targets §1.4, of sierra-research/tau-bench 59a200c6.
 */
export function tauBenchScaffoldTurn(scaffold: TauBenchScaffold, turn: TauBenchTurn): TauBenchOutcome {
  const isWritten = scaffold === 'act' || scaffold === 'react';
  try {
    const action = isWritten ? writtenAction(turn) : calledAction(turn);
    // Added up after the step, so the action has been carried out by then.
    return { action, fatal: turn.cost === null && scaffold !== 'tool-calling' ? 'TypeError' : null };
  } catch (error) {
    if (error instanceof PythonError) return { action: null, fatal: error.type };
    throw error;
  }
}
