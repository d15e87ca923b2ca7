import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  EpisodeRecord,
  Message,
  Model,
  ModelMove,
  ModelView,
  RunControl,
} from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import { modelNamed } from '../../models/registry.ts';
import { callTokens, estimateTokens } from '../../models/tokens.ts';
import type { Design, DesignCell } from '../declared/design.ts';
import { BUILT_IN } from '../registries.ts';
import { runEpisode } from '../run-episode.ts';

/** The program that stands in for a model which does everything right. */
const STAND_IN = 'perfect';

/** What one episode under a condition asks of a model that does everything right. */
export interface Probe {
  readonly seed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Replies, which are requests to a provider. */
  readonly turns: number;
  readonly decisions: EpisodeRecord['decisions'];
  /** Digest of all that the episode showed: equal for two seeds that reach nothing. */
  readonly fingerprint: string;
}

/** Episodes that differ in model and seed alone. */
export interface Condition {
  readonly key: string;
  readonly cells: readonly DesignCell[];
  /** For its first seed, and its second where there is one. */
  readonly probes: readonly Probe[];
}

/** Counts what it is shown and what it answers, and decides as the stand-in does. */
class CountingModel implements Model {
  readonly id = STAND_IN;
  readonly kind = 'archetype';
  inputTokens = 0;
  outputTokens = 0;
  turns = 0;
  readonly #known = new WeakMap<Message, number>();

  async decide(view: ModelView, signal: AbortSignal): Promise<ModelMove> {
    const move = await modelNamed(STAND_IN).decide(view, signal);
    this.turns += 1;
    this.inputTokens += view.messages.reduce(
      (sum, message) => sum + this.#tokensOf(message),
      toolTokens(view),
    );
    this.outputTokens +=
      estimateTokens(move.text) + move.calls.reduce((sum, call) => sum + callTokens(call), 0);
    return move;
  }

  #tokensOf(message: Message): number {
    const known = this.#known.get(message);
    if (known !== undefined) return known;
    const calls = message.role === 'assistant' ? message.calls : [];
    const tokens = estimateTokens(message.text) + calls.reduce((sum, call) => sum + callTokens(call), 0);
    this.#known.set(message, tokens);
    return tokens;
  }
}

const TOOLS = new WeakMap<object, number>();

/** The declarations of the tools are sent with every request. */
function toolTokens({ tools }: ModelView): number {
  const known = TOOLS.get(tools);
  if (known !== undefined) return known;
  const tokens = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
  TOOLS.set(tools, tokens);
  return tokens;
}

async function probeCell({ cell }: DesignCell): Promise<Probe> {
  const model = new CountingModel();
  const registries = { ...BUILT_IN, model: () => model };
  const { record } = await runEpisode({ ...cell, model: STAND_IN }, { scorers: [], registries });
  const { payload = null, counts, faultsSeen, decisions, stop, state } = record;
  const shown = { payload, counts, faultsSeen, decisions, stop, state } as unknown as JsonValue;
  const { inputTokens, outputTokens, turns } = model;
  return { seed: cell.seed, inputTokens, outputTokens, turns, decisions, fingerprint: digestOf(shown) };
}

/** What a condition is called apart from model and seed. */
export function conditionKey({ cell, variant }: DesignCell): string {
  const { profile, task, scaffold, protocol, arm } = cell;
  return JSON.stringify([profile, task, scaffold, protocol, arm, variant]);
}

/**
 * Plays every condition of a design with a program that does everything right, at two seeds: what it reads and writes is
 * the estimate of tokens, what it meets says what the design can show at all.
 */
export async function probeConditions(
  { cells }: Design,
  { signal, onProgress }: RunControl,
): Promise<readonly Condition[]> {
  const groups = new Map<string, DesignCell[]>();
  for (const cell of cells) {
    const group = groups.get(conditionKey(cell));
    if (group) group.push(cell);
    else groups.set(conditionKey(cell), [cell]);
  }
  const conditions: Condition[] = [];
  for (const [key, own] of groups) {
    signal?.throwIfAborted();
    const seeds = [...new Set(own.map(({ cell }) => cell.seed))].slice(0, 2);
    const probes: Probe[] = [];
    for (const seed of seeds)
      probes.push(await probeCell(own.find(({ cell }) => cell.seed === seed) as DesignCell));
    conditions.push({ key, cells: own, probes });
    onProgress?.({ what: 'conditions', done: conditions.length, total: groups.size });
    // Gives signals a turn: what is played here never waits.
    await nextTurn();
  }
  return conditions;
}
