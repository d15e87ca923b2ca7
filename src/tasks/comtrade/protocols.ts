import type { Environment, LedgerEntry, SubmissionProtocol, ToolResult } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import {
  openArm,
  SUBMISSION_TOOLS,
  SUBMIT_TOOL,
  type SubmissionArm,
  submissionInstructions,
} from './submission-arms.ts';
import { toolError } from './tool-errors.ts';

/**
 * Lets an environment that takes its submission through `submit_results` take it by another protocol: the tools of the
 * protocol stand in place of that tool, what they are given is held for the episode, and `submit_results` is called once,
 * by this wrapper. The first user turn gains a paragraph that says so; the ledger names the tools that were called.
 *
 * `chunked`: pieces are joined as they are, a line feed put between two where the first does not end in one.
 * `by-id`: each identifier becomes the line `{"record_id": …}`.
 * `single`: the environment itself, untouched.
 *
 * @throws TypeError when the environment declares no `submit_results`
 */
export function withProtocol(environment: Environment, protocol: SubmissionProtocol): Environment {
  if (!environment.tools.some((tool) => tool.name === SUBMIT_TOOL)) {
    throw new TypeError(`The environment declares no ${SUBMIT_TOOL} that a protocol could stand in for`);
  }
  return protocol === 'single' ? environment : new ProtocolEnvironment(environment, protocol);
}

class ProtocolEnvironment implements Environment {
  readonly turns: Environment['turns'];
  readonly tools: Environment['tools'];
  readonly requestBudget: number;
  readonly #inner: Environment;
  readonly #arm: SubmissionArm;
  readonly #entries: LedgerEntry[] = [];
  #innerEntries = 0;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(inner: Environment, protocol: Exclude<SubmissionProtocol, 'single'>) {
    const [first, ...rest] = inner.turns;
    const paragraph = submissionInstructions(protocol);
    this.turns = [{ text: first ? `${first.text}\n\n${paragraph}` : paragraph }, ...rest];
    this.tools = inner.tools.flatMap((tool) =>
      tool.name === SUBMIT_TOOL ? SUBMISSION_TOOLS[protocol] : [tool],
    );
    this.requestBudget = inner.requestBudget;
    this.#inner = inner;
    this.#arm = openArm(protocol);
  }

  call(name: string, args: JsonValue): Promise<ToolResult> {
    const answer = this.#tail.then(() => this.#answer(name, args));
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  ledger(): readonly LedgerEntry[] {
    return this.#entries.slice();
  }

  submission(): ReturnType<Environment['submission']> {
    return this.#inner.submission();
  }

  async #answer(name: string, args: JsonValue): Promise<ToolResult> {
    const handle = this.#arm.get(name);
    if (!handle) {
      if (this.tools.some((tool) => tool.name === name)) return this.#forward(name, args, {});
      const names = this.tools.map((tool) => tool.name).join(', ');
      return this.#enter(name, args, 'rejected', toolError('unknown-tool', `The tools are ${names}`));
    }
    if (this.#inner.submission()) {
      const error = toolError('already-submitted', 'This episode has its submission; no other is taken');
      return this.#enter(name, args, 'refused', error);
    }
    const step = handle(args);
    if ('result' in step) return this.#enter(name, args, step.outcome, step.result);
    return this.#forward(SUBMIT_TOOL, step.submit, { tool: name, args });
  }

  /** Calls the wrapped environment and takes over what it entered, under the name that the caller used. */
  async #forward(name: string, args: JsonValue, as: Partial<LedgerEntry>): Promise<ToolResult> {
    try {
      return await this.#inner.call(name, args);
    } finally {
      for (const entry of this.#inner.ledger().slice(this.#innerEntries)) {
        this.#entries.push({ ...entry, ...as, index: this.#entries.length });
        this.#innerEntries += 1;
      }
    }
  }

  #enter(tool: string, args: JsonValue, outcome: LedgerEntry['outcome'], result: ToolResult): ToolResult {
    this.#entries.push({
      index: this.#entries.length,
      tool,
      args,
      outcome,
      charged: false,
      faults: [],
    });
    return result;
  }
}
