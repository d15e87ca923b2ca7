import { MeasurandError } from '../../../core/errors.ts';
import type { ClassifiedRequest, GatewayBackend, Reply, ReplyCall } from '../../../gateway/contracts.ts';
import type { DeclaredTool, RequestView } from '../../../trace/wire/request-view.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { callTrouble } from './call-check.ts';
import { callIdOf, KeyedResults } from './conversation.ts';
import type { KeyedMove, Script, ScriptPlan, ScriptTurn } from './script.ts';
import { spoilt } from './spoil.ts';

/** A move that the harness has no means for, or that its declaration refuses: it was not called. */
export interface Untried {
  readonly key: string;
  readonly reason: string;
}

export interface ScriptedBackendOptions {
  readonly adapter: HarnessAdapter;
  readonly plan: ScriptPlan;
  /** The workspace as the harness sees it. */
  readonly workspace: string;
  /** Answer to a request for a summary. @default a short sentence */
  readonly summary?: string;
}

/** What the scripted model answers where a harness asks for a summary. */
export const SUMMARY = 'SUMMARY-2W9: the scripted task is under way. Go on with it.';

const STOCK: Readonly<Record<string, string>> = {
  title: 'Scripted task',
  compaction: SUMMARY,
  memory: 'Nothing to remember.',
};

/** Where a turn could not be carried out at all, or has no tools, the run ends with these words and not in a loop. */
const UNTRIED = 'Nothing of this step can be tried here.';

/** The scripted model behind the gateway: a fixed plan, carried out through the dialect of one harness. */
export class ScriptedBackend implements GatewayBackend {
  readonly id: string;
  readonly #options: ScriptedBackendOptions;
  readonly #results: KeyedResults;
  readonly #untried = new Map<string, Untried>();
  #firstTools: readonly DeclaredTool[] | undefined;

  constructor(options: ScriptedBackendOptions) {
    this.#options = options;
    this.id = `script:${options.plan.main.id}`;
    this.#results = new KeyedResults((id) => options.adapter.wireId?.(id) ?? id);
  }

  /** Moves that were not called, each once, with the reason. */
  get untried(): readonly Untried[] {
    return [...this.#untried.values()];
  }

  /** The results of this run's moves in a request, by key. */
  resultsIn(view: RequestView): ReturnType<KeyedResults['read']> {
    return this.#results.read(view);
  }

  reply(request: ClassifiedRequest): Promise<Reply> {
    return Promise.resolve().then(() => this.#answer(request));
  }

  #answer({ role, view }: ClassifiedRequest): Reply {
    if (role === 'main') return this.#turn(this.#options.plan.main, view);
    if (role === 'child') return this.#turn(this.#childScript(view), view);
    const text = role === 'compaction' ? (this.#options.summary ?? STOCK[role]) : STOCK[role];
    return { text: text ?? '' };
  }

  #childScript(view: RequestView): Script {
    const said = [view.system, ...view.messages.map(({ text }) => text)].join('\n');
    const child = this.#options.plan.children.find(({ token }) => said.includes(token));
    if (child) return child.script;
    throw new MeasurandError(
      'script-unknown-child',
      'a child asked for a turn, but no brief of ours names it',
      {
        kind: 'apparatus',
        next: "Put the child's token into its brief",
      },
    );
  }

  /** A step whose moves all lack a tool is passed over, so that the others of a session still run. */
  #turn(script: Script, view: RequestView): Reply {
    if (view.tools.length > 0) this.#firstTools ??= view.tools;
    else if (this.#firstTools) return { text: UNTRIED };
    const conversation = this.#results.conversation(script.id, view);
    let attempt = conversation.attempt;
    for (let passed = 0; passed < 1000; passed += 1) {
      const turn = script.next({ ...conversation, attempt });
      const moves = turn.moves ?? [];
      const calls = moves.flatMap((move) => this.#call(move, view) ?? []);
      if (calls.length > 0 || moves.length === 0) return replyOf(turn, calls);
      attempt += 1;
    }
    return { text: UNTRIED };
  }

  #call(keyed: KeyedMove, view: RequestView): ReplyCall | undefined {
    const { adapter, workspace } = this.#options;
    const { key, move, sameIdAs, spoil } = keyed;
    const native = adapter.translate(move, toolsOf(this.#firstTools, view), { workspace });
    const reason = callTrouble(native, move.move);
    if (reason !== undefined || 'unsupported' in native) {
      this.#untried.set(key, { key, reason: reason ?? '' });
      return undefined;
    }
    const id = callIdOf(sameIdAs ?? key);
    this.#results.issued(key, id);
    const call = { ...native.call, id };
    return spoil === undefined ? call : spoilt(call, spoil);
  }
}

/** Tools of the first request, then those that came later, such as deferred ones that a search has brought. */
function toolsOf(first: readonly DeclaredTool[] | undefined, view: RequestView): readonly DeclaredTool[] {
  if (!first) return view.tools;
  const known = new Set(first.map(({ namespace, name }) => `${namespace ?? ''}.${name}`));
  return [...first, ...view.tools.filter(({ namespace, name }) => !known.has(`${namespace ?? ''}.${name}`))];
}

function replyOf({ moves: _, ...turn }: ScriptTurn, calls: readonly ReplyCall[]): Reply {
  return calls.length === 0 ? turn : { ...turn, calls };
}
