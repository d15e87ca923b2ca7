import type {
  Environment,
  Owner,
  Recorder,
  Submission,
  ToolCall,
  ToolResult,
} from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { ShownResult } from '../../../trace/wire/request-view.ts';
import type { Chosen } from '../../choices.ts';
import { ModelDecisions } from '../../l2/decisions/model-decisions.ts';
import { AskedCalls } from './asked-calls.ts';
import { keptFrom } from './cut.ts';

/** What a gateway's observation window writes under a text that it cut. */
const WINDOW_MARK = /\n\[cut: \d+ of (\d+) characters are shown\]$/;

/** What a model gets to see of a result. No task claims it; whoever cuts one has decided it. */
export const OBSERVATION = 'observation';

/**
 * Tells who decided what in an episode under a native harness, from two records: what the model asked for at the
 * boundary, and what the service received. A call that the model did not ask for, or that did not arrive, is the
 * harness's doing; so is what a result lost on its way to the model.
 */
export class MeasuredCourse {
  readonly asked = new AskedCalls();
  readonly #environment: Environment;
  readonly #recorder: Recorder;
  readonly #decisions: ModelDecisions;
  readonly #wireId: (id: string) => string;
  /** Texts of the results that the model was shown, by call. */
  readonly #shown = new Map<string, string>();
  readonly #plain = new Map<string, string>();
  /** Owner of the call under way, and at the end of whoever ended the episode. */
  #owner: Owner = 'model';
  #fault: { readonly page: number; readonly since: number } | undefined;
  #handedInBy: Owner = 'model';
  #over = false;

  constructor(environment: Environment, recorder: Recorder, wireId: (id: string) => string) {
    this.#environment = environment;
    this.#recorder = recorder;
    this.#wireId = wireId;
    this.#decisions = new ModelDecisions(recorder, (chosen) => this.#ownerOf(chosen));
  }

  #ownerOf({ decision, choice }: Chosen): Owner {
    if (decision === 'retry' && choice === 'skip' && this.#retryWasLost()) return 'scaffold';
    if (!this.#over || decision === 'pagination' || decision === 'retry') return this.#owner;
    return choice === 'never' ? this.#owner : this.#handedInBy;
  }

  /** The model asked for the failed page again, and the harness did not pass it on. */
  #retryWasLost(): boolean {
    return this.#fault !== undefined && this.asked.lostPage(this.#fault.page, this.#fault.since);
  }

  /** The environment as the harness reaches it: every call is recorded, with its owner, before it is answered. */
  get environment(): Environment {
    const environment = this.#environment;
    return {
      turns: environment.turns,
      tools: environment.tools,
      get requestBudget() {
        return environment.requestBudget;
      },
      call: (name, args) => this.#serve(name, args),
      ledger: () => environment.ledger(),
      submission: () => environment.submission(),
    };
  }

  async #serve(tool: string, args: JsonValue): Promise<ToolResult> {
    const asked = this.asked.receive(tool, args);
    this.#owner = asked ? 'model' : 'scaffold';
    const held = this.#environment.submission() !== undefined;
    const call: ToolCall = { id: asked?.id ?? '', name: tool, args };
    this.#recorder.record({ type: 'call', owner: this.#owner, tool, args });
    this.#decisions.calls(call);
    const owner = this.#owner;
    const result = await this.#environment.call(tool, args);
    this.#recorder.record({ type: 'result', tool, isError: result.isError, value: result.value });
    this.#decisions.results(call, result);
    if (!held && this.#environment.submission() !== undefined) this.#handedInBy = owner;
    this.#noteFault(call, result);
    const answered = asked ?? this.asked.latest(tool, args);
    if (answered) answered.answer = JSON.stringify(result.value);
    return result;
  }

  #noteFault({ name, args }: ToolCall, { isError }: ToolResult): void {
    if (name !== 'fetch_page') return;
    const page = isJsonObject(args) ? args['page'] : undefined;
    this.#fault = isError && typeof page === 'number' ? { page, since: this.asked.count } : undefined;
  }

  /** Records what the model is shown of results that it was not shown before, and what became of the others. */
  shows(results: readonly ShownResult[]): void {
    for (const { callId, text } of results) {
      const before = this.#shown.get(callId);
      if (before === undefined) this.#first(callId, text);
      else if (before !== text) this.#note(`The result of ${callId} is shown otherwise than before`);
      this.#shown.set(callId, text);
    }
    const present = new Set(results.map(({ callId }) => callId));
    for (const callId of [...this.#shown.keys()].filter((id) => !present.has(id))) {
      this.#note(`The result of ${callId} is no longer shown`);
      this.#shown.delete(callId);
    }
  }

  #first(callId: string, text: string): void {
    const answer = this.#askedAs(callId)?.answer;
    const whole = { full: text.length, cut: 0 };
    const window = WINDOW_MARK.exec(text);
    const plain = window ? text.slice(0, window.index) : text;
    const { full, cut } = answer === undefined ? whole : keptFrom(plain, answer);
    // The window tells how long the text was that the harness sent: if whole, the cut is none of its doing.
    const owner = window && Number(window[1]) >= full ? 'environment' : 'scaffold';
    this.#recorder.record({ type: 'shown', owner, text, full, cut });
    if (cut === 0) return;
    this.#recorder.record({ type: 'decision', decision: OBSERVATION, owner, choice: 'cut' });
  }

  /**
   * The answer of the service where a result holds the whole of it, whatever the harness wrote around it; else the result
   * as it is. For programs that read JSON and no prose: they learn nothing that was not shown.
   */
  withoutFraming(callId: string, text: string): string {
    const known = this.#plain.get(text);
    if (known !== undefined) return known;
    const answer = this.#askedAs(callId)?.answer;
    const plain = answer !== undefined && keptFrom(text, answer).cut === 0 ? answer : text;
    this.#plain.set(text, plain);
    return plain;
  }

  /** Harnesses may rewrite ids. */
  #askedAs(callId: string) {
    return this.asked.find(({ id }) => id === callId || this.#wireId(id) === callId);
  }

  #note(text: string): void {
    this.#recorder.record({ type: 'note', owner: 'scaffold', text });
  }

  /** @param byModel whether it was the model that stopped */
  ends(submission: Submission | undefined, byModel: boolean): void {
    this.#over = true;
    const lost = this.asked.lost();
    for (const { tool, args } of lost) {
      this.#note(`${tool} ${JSON.stringify(args).slice(0, 200)} was asked for and never reached the service`);
    }
    const unsent = submission === undefined && lost.some(({ tool }) => tool !== 'fetch_page');
    this.#owner = byModel && !unsent ? 'model' : 'scaffold';
    this.#decisions.ends(submission);
  }
}
