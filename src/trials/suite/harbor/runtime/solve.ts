import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '../../../../core/json.ts';
import type { AbstractMove } from '../../../../scaffolds/native/contracts.ts';
import { Jobs } from '../../../../scaffolds/native/reference/program/jobs.mjs';
import { Policy } from '../../../../scaffolds/native/reference/program/policy.mjs';
import { HONEST } from '../../../../scaffolds/native/reference/program/seams.mjs';
import { Tools } from '../../../../scaffolds/native/reference/program/tools.mjs';
import type { CallResult } from '../../../../scaffolds/native/reference/program/types.ts';
import { callIdOf, KeyedResults } from '../../../../scaffolds/native/scripts/conversation.ts';
import type { KeyedMove, Script, ScriptTurn } from '../../../../scaffolds/native/scripts/script.ts';
import type { RequestView, ShownMessage, ShownResult } from '../../../../trace/wire/request-view.ts';
import type { Trial } from '../../define-trial.ts';
import { HttpServers } from './http-servers.ts';

const MOST_REQUESTS = 200;
const MOST_REFUSALS = 3;

export interface SolveOptions {
  /** The user turn, from 0. */
  readonly turn: number;
  readonly workspace: string;
  readonly temporary: string;
  readonly apparatus: string;
  /** What was told in earlier turns is kept here. */
  readonly memory: string;
}

/** A move as a call of the reference harness's tools. */
function callOf(move: AbstractMove): { readonly name: string; readonly args: JsonObject | string } {
  switch (move.move) {
    case 'shell':
      return {
        name: 'shell',
        args: { command: move.command, ...(move.timeoutMs ? { timeout_ms: move.timeoutMs } : {}) },
      };
    case 'background':
      return { name: 'background', args: { command: move.command } };
    case 'callTool':
      return { name: `mcp__${move.server}__${move.tool}`, args: move.args };
    case 'delegate':
      return { name: 'delegate', args: { title: move.title, brief: move.brief } };
    case 'raw':
      return { name: move.call.name, args: JSON.stringify(move.call.args ?? {}) };
    default: {
      const { move: name, ...args } = move;
      const names = { readFile: 'read_file', writeFile: 'write_file', editFile: 'edit_file' };
      return { name: names[name], args: JSON.parse(JSON.stringify(args)) as JsonObject };
    }
  }
}

const said = (
  role: ShownMessage['role'],
  text: string,
  results: readonly ShownResult[] = [],
): ShownMessage => ({
  ...{ role, text, calls: [], results },
});

/** What a conversation of an earlier turn leaves to the next one. */
interface Memory {
  readonly results: readonly (readonly [string, ShownResult])[];
  readonly messages: readonly ShownMessage[];
}

/** One conversation of the trial's script with tools that work, and no harness in between. */
class Walk {
  readonly #script: Script;
  readonly #tools: () => Tools;
  readonly #keyed = new KeyedResults((id) => id);
  readonly #results: [string, ShownResult][] = [];
  readonly #messages: ShownMessage[] = [];

  constructor(script: Script, tools: () => Tools) {
    this.#script = script;
    this.#tools = tools;
  }

  get memory(): Memory {
    return { results: this.#results, messages: this.#messages };
  }

  recall({ results, messages }: Memory): void {
    for (const [key, result] of results) this.#told(key, result);
    this.#messages.push(...messages);
  }

  hear(words: string): void {
    this.#messages.push(said('user', words));
  }

  #told(key: string, result: ShownResult): void {
    this.#keyed.issued(key, result.callId);
    this.#results.push([key, result]);
  }

  #next(): ScriptTurn {
    const results = this.#results.map(([, result]) => result);
    const view: Partial<RequestView> = { messages: this.#messages, tools: [], results };
    return this.#script.next(this.#keyed.conversation(this.#script.id, view as RequestView));
  }

  async #made({ key, move }: KeyedMove): Promise<readonly [string, ShownResult]> {
    const { name, args } = callOf(move);
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const id = callIdOf(key);
    const result: CallResult = await this.#tools().call({ id, name, args: text });
    return [key, { callId: id, text: result.text, isError: result.isError, parts: [] }];
  }

  /** Goes on until the script says its last words, and gives them. */
  async end(refuses: () => string | undefined): Promise<string> {
    let refusals = 0;
    for (let request = 0; request < MOST_REQUESTS; request += 1) {
      const { moves = [], text = '' } = this.#next();
      for (const [key, result] of await Promise.all(moves.map((move) => this.#made(move)))) {
        this.#told(key, result);
        this.#messages.push(said('tool', '', [result]));
      }
      if (moves.length > 0) continue;
      const refusal = refusals < MOST_REFUSALS ? refuses() : undefined;
      if (refusal === undefined) return text;
      refusals += 1;
      this.hear(`[finish hook] ${refusal}`);
    }
    throw new Error(`the script made calls in ${MOST_REQUESTS} requests without an end`);
  }
}

/** Does the work of one turn as the trial's obedient script does it, under the trial's own rules: the oracle of a task. */
export async function solveTask(trial: Trial, options: SolveOptions): Promise<void> {
  const { turn, workspace, temporary, memory } = options;
  const plan = trial.script.plan();
  const settings = { approval: 'never', denyRead: [], denyWrite: [], denyCommand: [], ...trial.settings };
  const policy = new Policy({ ...settings, workspace } as never, HONEST);
  const place = { workspace, temporary };
  const jobs = new Jobs([], 'solution', place, () => undefined);
  const main: Walk = new Walk(plan.main, () => tools);
  const delegate = (brief: string): Promise<string> => {
    const child = plan.children.find(({ token }) => brief.includes(token));
    if (!child) throw new Error('no script is for this brief');
    const walk = new Walk(child.script, () => tools);
    walk.hear(brief);
    return walk.end(() => undefined);
  };
  const servers = new HttpServers(options.apparatus);
  const parts = { ...place, session: `turn-${turn}`, seams: HONEST, policy, jobs, servers, delegate };
  const tools: Tools = new Tools(parts as never);
  if (existsSync(memory)) main.recall(JSON.parse(readFileSync(memory, 'utf8')) as Memory);
  main.hear(trial.prompts[turn] ?? '');
  try {
    const words = await main.end(() => policy.refusesToFinish());
    await jobs.left();
    process.stdout.write(`${words}\n`);
  } finally {
    policy.close();
  }
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, JSON.stringify(main.memory));
}
