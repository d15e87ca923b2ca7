import type { ReplyCall } from '../../gateway/contracts.ts';
import type { HarnessAdapter } from '../../scaffolds/native/contracts.ts';
import type { KeyedMove, Script, ScriptPlan } from '../../scaffolds/native/scripts/script.ts';
import type { RequestView, ShownResult } from '../../trace/wire/request-view.ts';
import { likeness, madeCall } from './likeness.ts';

/** Turns of a script that are looked through for moves that it could still make. */
const MOST_TURNS = 64;

/** A call of the model with the move of the script that it stands for. */
export interface FoundMove {
  readonly keyed: KeyedMove;
  readonly call: ReplyCall;
}

export interface MoveFinderOptions {
  readonly adapter: HarnessAdapter;
  readonly plan: ScriptPlan;
  /** The workspace as the harness sees it. */
  readonly workspace: string;
}

function movesOf(script: Script, view: RequestView, results: ReadonlyMap<string, ShownResult>) {
  const moves: KeyedMove[] = [];
  for (let attempt = 0; attempt < MOST_TURNS; attempt += 1) {
    const turn = script.next({ results, attempt, view });
    if ((turn.moves ?? []).length === 0) break;
    moves.push(...(turn.moves ?? []));
  }
  return moves;
}

/**
 * Finds which calls of a live model stand for which moves of the script: the script is asked, at each point of the model's
 * own conversation, what it could still do, and a call that comes to the same is that move. A move is found once; the
 * calls of a model that the script has no move for stand for none.
 */
export class MoveFinder {
  readonly #options: MoveFinderOptions;
  readonly #ids = new Map<string, readonly string[]>();

  constructor(options: MoveFinderOptions) {
    this.#options = options;
  }

  #wireIds(id: string): readonly string[] {
    return [...new Set([id, this.#options.adapter.wireId?.(id) ?? id])];
  }

  #results(view: RequestView): ReadonlyMap<string, ShownResult> {
    return new Map(
      [...this.#ids].flatMap(([key, ids]) => {
        const result = view.results.find(({ callId }) => ids.includes(callId));
        return result ? [[key, result] as const] : [];
      }),
    );
  }

  /** Moves that were not found yet, as the script would make them at this point. */
  open(view: RequestView): readonly KeyedMove[] {
    const { main, children } = this.#options.plan;
    const scripts = [main, ...children.map(({ script }) => script)];
    const results = this.#results(view);
    const open = new Map<string, KeyedMove>();
    // A model may do a later step first: then an earlier one is still open, as from the beginning.
    for (const seen of [results, new Map<string, ShownResult>()]) {
      for (const move of scripts.flatMap((script) => movesOf(script, view, seen))) {
        if (!(open.has(move.key) || this.#ids.has(move.key))) open.set(move.key, move);
      }
    }
    return [...open.values()];
  }

  /** The moves that the calls of a reply stand for; each is found from now on. */
  find(view: RequestView, calls: readonly ReplyCall[]): readonly FoundMove[] {
    const { adapter, workspace } = this.#options;
    const open = this.open(view).map((keyed) => {
      const native = adapter.translate(keyed.move, view.tools, { workspace });
      return { keyed, native: 'call' in native ? native.call : undefined };
    });
    return calls.flatMap((call) => {
      const made = madeCall(call);
      const [best] = open
        .filter(({ keyed }) => !this.#ids.has(keyed.key))
        .map(({ keyed, native }) => ({ keyed, like: likeness(keyed.move, native, made) }))
        .filter(({ like }) => like > 0)
        .sort((a, b) => b.like - a.like);
      if (!best) return [];
      this.#ids.set(best.keyed.key, this.#wireIds(call.id ?? ''));
      return [{ keyed: best.keyed, call }];
    });
  }

  /** Ids on the wire of the calls that were found, by the move's key. */
  idsOf(key: string): readonly string[] {
    return this.#ids.get(key) ?? [];
  }
}
