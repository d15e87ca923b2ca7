import type { Cell, Message, Outcome, Recorder, ToolCall, UserTurn } from '../../core/contracts/index.ts';
import { recordedCall } from '../recorded-call.ts';
import { ModelDecisions } from './decisions/model-decisions.ts';
import { lostCallsNotice, REMINDER, scaffoldInstructions } from './instructions.ts';
import { observe } from './observation.ts';
import { withinBudget } from './reply-budget.ts';

/** What model and tools have said to each other in one episode. Messages are only ever added. */
export class Conversation {
  readonly #cell: Cell;
  readonly #recorder: Recorder;
  readonly #decisions: ModelDecisions;
  readonly #messages: Message[];
  /** User turns that are still to come: one is given whenever the model stops calling tools. */
  readonly #turnsLeft: UserTurn[];

  constructor(cell: Cell, recorder: Recorder) {
    this.#cell = cell;
    this.#recorder = recorder;
    this.#decisions = new ModelDecisions(recorder);
    this.#messages = [{ role: 'system', text: scaffoldInstructions(cell.limits) }];
    this.#turnsLeft = [...cell.environment.turns];
    this.#user(this.#turnsLeft.shift()?.text ?? '');
  }

  /** One reply of the model and everything that it calls for. False when it called nothing. */
  async turn(): Promise<boolean> {
    const { model, environment, limits, signal } = this.#cell;
    const view = {
      messages: this.#messages.slice(),
      tools: environment.tools,
      outputTokens: limits.outputTokens,
    };
    const reply = await model.decide(view, signal);
    // What a provider counted in real tokens is not cut again by an estimate of them.
    const { move, lost } = model.holdsLimit
      ? { move: reply, lost: [] }
      : withinBudget(reply, limits.outputTokens);
    this.#recorder.record({ type: 'said', move });
    this.#messages.push({ role: 'assistant', text: move.text, calls: move.calls });
    for (const call of move.calls) await this.#run(call);
    if (move.stop === 'length') this.#tellOfCut(lost);
    else if (move.calls.length === 0) this.#prompt();
    return move.calls.length > 0;
  }

  async #run(call: ToolCall): Promise<void> {
    const { environment, limits } = this.#cell;
    this.#decisions.calls(call);
    const result = await recordedCall(environment, this.#recorder, 'model', call.name, call.args);
    this.#decisions.results(call, result);
    const observation = observe(result.value, limits.observationCharacters);
    this.#recorder.record({ type: 'shown', owner: 'scaffold', ...observation });
    const { id: callId, name } = call;
    this.#messages.push({ role: 'tool', callId, name, text: observation.text, isError: result.isError });
  }

  #tellOfCut(lost: readonly ToolCall[]): void {
    const notice = lostCallsNotice(
      lost.map(({ name }) => name),
      this.#cell.limits.outputTokens,
    );
    this.#recorder.record({ type: 'note', owner: 'scaffold', text: notice });
    this.#user(notice);
  }

  #prompt(): void {
    const next = this.#turnsLeft.shift();
    if (!next) this.#recorder.record({ type: 'note', owner: 'scaffold', text: REMINDER });
    this.#user(next?.text ?? REMINDER);
  }

  #user(text: string): void {
    this.#messages.push({ role: 'user', text });
  }

  end(stop: string): Outcome {
    const submission = this.#cell.environment.submission();
    this.#decisions.ends(submission);
    return submission ? { state: 'scored', stop, submission } : { state: 'no-submission', stop };
  }
}
