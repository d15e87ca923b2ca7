import { setImmediate } from 'node:timers/promises';
import type { Environment, LedgerEntry, Submission, ToolResult } from '../../src/core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../src/core/json.ts';

const PASS_SCHEMA = {
  type: 'object',
  properties: { lane: { type: 'integer', minimum: 1, description: 'Which lane' } },
  required: ['lane'],
  additionalProperties: false,
} as const;

const HAND_IN_SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string', default: '' } },
} as const;

/**
 * The smallest environment with everything that a tool server must carry over faithfully: wrong arguments, a fault, a
 * budget, one submission. It yields to the event loop between reading and writing its count, so that a caller that did
 * not wait for its turn would overspend.
 */
export class Turnstile implements Environment {
  readonly turns = [{ text: 'Pass the turnstile, then hand in.' }];
  readonly tools = [
    { name: 'pass', description: 'Pass one lane', inputSchema: PASS_SCHEMA },
    { name: 'hand_in', description: 'Hand in the work', inputSchema: HAND_IN_SCHEMA },
  ];
  readonly requestBudget: number;
  readonly #entries: LedgerEntry[] = [];
  #charged = 0;
  #submission: Submission | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(requestBudget: number) {
    this.requestBudget = requestBudget;
  }

  call(name: string, args: JsonValue): Promise<ToolResult> {
    const turn = this.#queue.then(() => (name === 'pass' ? this.#pass(args) : this.#handIn(args)));
    this.#queue = turn;
    return turn;
  }

  async #pass(args: JsonValue): Promise<ToolResult> {
    const lane = isJsonObject(args) ? args['lane'] : undefined;
    if (this.#charged >= this.requestBudget) {
      return this.#answer('pass', args, 'refused', { error: 'no budget' });
    }
    const charged = this.#charged + 1;
    await setImmediate();
    this.#charged = charged;
    if (!Number.isInteger(lane)) {
      return this.#answer('pass', args, 'rejected', {
        status: 422,
        error: 'lane must be an integer',
        retry: false,
      });
    }
    if (lane === 429)
      return this.#answer('pass', args, 'fault', { status: 429, error: 'slow down', retry: true });
    return this.#answer('pass', args, 'ok', { lane: lane as number, left: this.requestBudget - charged });
  }

  #handIn(args: JsonValue): ToolResult {
    if (this.#submission) return this.#answer('hand_in', args, 'refused', { error: 'already handed in' });
    const text = isJsonObject(args) ? args['text'] : undefined;
    this.#submission = { parts: { text: typeof text === 'string' ? text : '' } };
    return this.#answer('hand_in', args, 'ok', 'thank you');
  }

  #answer(tool: string, args: JsonValue, outcome: LedgerEntry['outcome'], value: JsonValue): ToolResult {
    const charged = tool === 'pass' && outcome !== 'refused';
    this.#entries.push({ index: this.#entries.length, tool, args, outcome, charged, faults: [] });
    return { value, isError: outcome !== 'ok' };
  }

  ledger(): readonly LedgerEntry[] {
    return this.#entries;
  }

  submission(): Submission | undefined {
    return this.#submission;
  }
}
