import type {
  Environment,
  LedgerEntry,
  Submission,
  ToolDeclaration,
  ToolResult,
  UserTurn,
} from '../../../core/contracts/index.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { readArguments } from '../arguments.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../submission.ts';
import { SUBMISSION_TOOLS, SUBMIT_TOOL } from '../submission-arms.ts';
import { statusOf, type ToolErrorClass, toolError } from '../tool-errors.ts';
import { taskInformation } from './instructions.ts';
import { DataService } from './service.ts';
import type { SettingsInForce } from './settings.ts';

const TASK_TOOLS: readonly ToolDeclaration[] = [
  {
    name: 'get_task_info',
    description: 'The task, its query, what to hand in, and how many requests are left. Free of charge.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'fetch_page',
    description: 'One page of the query, numbered from 1. Answers {page, has_more, rows}. Costs one request.',
    inputSchema: {
      type: 'object',
      properties: { page: { type: 'integer', description: 'Number of the page; the first is 1' } },
      required: ['page'],
      additionalProperties: false,
    },
  },
];

/** The ledger's part of an answer, besides what every entry has. */
type Entered = Pick<LedgerEntry, 'outcome'> & Partial<LedgerEntry>;

/**
 * One episode of a repaired task. Everything is answered within the call itself, so calls that are made at the same time
 * are served in the order in which they were made and no budget can be overdrawn.
 *
 * What is charged: every `fetch_page` with an integer page, served, failed or rejected, while budget is left. Malformed
 * arguments, refusals and the other tools are free.
 */
export class RepairedEnvironment implements Environment {
  readonly turns: readonly UserTurn[];
  readonly tools: readonly ToolDeclaration[] = [...TASK_TOOLS, ...SUBMISSION_TOOLS.single];
  readonly requestBudget: number;
  readonly #definition: ComtradeDefinition;
  readonly #force: SettingsInForce;
  readonly #service: DataService;
  readonly #ledger: LedgerEntry[] = [];
  #used = 0;
  #submission: Submission | undefined;

  constructor(definition: ComtradeDefinition, force: SettingsInForce, seed: number, instructions: string) {
    this.turns = [{ text: instructions }];
    this.requestBudget = force.parameters.maxRequests;
    this.#definition = definition;
    this.#force = force;
    this.#service = new DataService(definition, force, seed);
  }

  call(name: string, args: JsonValue): Promise<ToolResult> {
    const { result, entered } = this.#answer(name, args);
    const index = this.#ledger.length;
    this.#ledger.push({ index, tool: name, args: args ?? null, charged: false, faults: [], ...entered });
    return Promise.resolve(result);
  }

  ledger(): readonly LedgerEntry[] {
    return this.#ledger.slice();
  }

  submission(): Submission | undefined {
    return this.#submission;
  }

  #answer(name: string, args: JsonValue): Answer {
    switch (name) {
      case 'get_task_info':
        return this.#information(args);
      case 'fetch_page':
        return this.#fetch(args);
      case SUBMIT_TOOL:
        return this.#submit(args);
      default:
        return refusal(
          'rejected',
          'unknown-tool',
          `The tools are ${this.tools.map((t) => t.name).join(', ')}`,
        );
    }
  }

  #information(args: JsonValue): Answer {
    const read = readArguments(args, {});
    if (!read.ok) return refusal('rejected', 'invalid-arguments', read.message);
    const value = {
      ...taskInformation(this.#definition, this.#force.parameters),
      requests_used: this.#used,
      requests_remaining: this.requestBudget - this.#used,
    };
    return { result: { value, isError: false }, entered: { outcome: 'ok' } };
  }

  #fetch(args: JsonValue): Answer {
    const answer = this.#request(args);
    if (!answer.result.isError || !this.#force.stressors.includes('misleading-retry')) return answer;
    return { ...answer, result: misleading(answer.result) };
  }

  #request(args: JsonValue): Answer {
    const read = readArguments(args, { page: 'integer' });
    if (!read.ok) return refusal('rejected', 'invalid-arguments', read.message);
    const { page } = read.values;
    if (this.#submission) return { ...submitted(), entered: { outcome: 'refused', page } };
    if (this.#used >= this.requestBudget) {
      const message = `All ${this.requestBudget} requests are spent`;
      return refusal('refused', 'budget-exhausted', message, { page });
    }
    this.#used += 1;
    const answer = this.#service.fetch(page);
    const charged = { page, charged: true, faults: answer.faults };
    if (answer.kind === 'error') {
      const outcome = answer.faults.length > 0 ? 'fault' : 'rejected';
      return refusal(outcome, answer.errorClass, answer.message, charged);
    }
    return {
      result: { value: { page, has_more: answer.hasMore, rows: answer.rows }, isError: false },
      entered: { outcome: 'ok', status: 200, served: answer.ids, ...charged },
    };
  }

  #submit(args: JsonValue): Answer {
    if (this.#submission) return submitted();
    const kinds = { data_jsonl: 'text', metadata_json: 'text', run_log: 'text' } as const;
    const read = readArguments(args, kinds);
    if (!read.ok) return refusal('rejected', 'invalid-arguments', read.message);
    const { data_jsonl, metadata_json, run_log } = read.values;
    this.#submission = {
      parts: { [DATA_PART]: data_jsonl, [METADATA_PART]: metadata_json, [LOG_PART]: run_log },
    };
    return { result: { value: { accepted: true }, isError: false }, entered: { outcome: 'ok' } };
  }
}

interface Answer {
  readonly result: ToolResult;
  readonly entered: Entered;
}

function refusal(
  outcome: LedgerEntry['outcome'],
  errorClass: ToolErrorClass,
  message: string,
  more: Partial<LedgerEntry> = {},
): Answer {
  const status = statusOf(errorClass);
  const entered = { outcome, ...(status === undefined ? {} : { status }), ...more };
  return { result: toolError(errorClass, message), entered };
}

function submitted(): Answer {
  return refusal('refused', 'already-submitted', 'This episode has its submission; it takes no further work');
}

/** The same error, saying that a retry can help wherever the service answered with a status, as the release does. */
function misleading({ value, isError }: ToolResult): ToolResult {
  const { error } = value as { readonly error: JsonObject };
  return { value: { error: { ...error, retryable: 'status' in error } }, isError };
}
