import type { Reply } from '../../../gateway/contracts.ts';
import type { RequestView, ShownResult } from '../../../trace/wire/request-view.ts';
import type { AbstractMove } from '../contracts.ts';

/** A move with the key by which its result is recognised later. */
export interface KeyedMove {
  /** Lower-case letters and digits; unique in a run, children included. The call id on the wire is made from it. */
  readonly key: string;
  readonly move: AbstractMove;
  /** Gives the call the id of another key: two calls with one id, on purpose. */
  readonly sameIdAs?: string;
  /** Spoils the translated arguments on purpose, after they were checked. */
  readonly spoil?: Spoiling;
}

/**
 * How arguments are spoilt: `cut` ends their JSON in the middle of a further member, `empty` leaves all members out,
 * `number` puts 123 in the place of the first text, `half` ends their JSON in the middle of its longest text.
 */
export type Spoiling = 'cut' | 'empty' | 'number' | 'half';

/** What a scripted model does next. */
export interface ScriptTurn extends Pick<Reply, 'text' | 'reasoning' | 'usage' | 'stop' | 'faults'> {
  readonly moves?: readonly KeyedMove[];
}

/** What a script may look at: the conversation as the request shows it. */
export interface Conversation {
  /** Results of the moves of this run, by key, as this request shows them. */
  readonly results: ReadonlyMap<string, ShownResult>;
  /** How many earlier requests stood at the same point: showed results of the same keys. From 0. */
  readonly attempt: number;
  readonly view: RequestView;
}

/** A fixed model: the same conversation gives the same turn. */
export interface Script {
  readonly id: string;
  next(conversation: Conversation): ScriptTurn;
}

/** All scripts of one run: of the main conversation and of its children, recognised by a token in their brief. */
export interface ScriptPlan {
  readonly main: Script;
  readonly children: readonly { readonly token: string; readonly script: Script }[];
}
