import type { Cell, Message, Recorder } from '../../core/contracts/index.ts';
import type { FaultReport } from '../../models/policies/fault-report.ts';
import { CHOICES, type Choice } from '../choices.ts';
import { readAnswer } from './answer.ts';

const RULES = [
  'A program fetches the pages of a query for you and hands in what it was served. You decide one thing.',
  'When a page fails, you get a report: fault is the status, page the page that failed, attempt the requests made for it so far, quota_left the requests that may still be made (null: they are free), pages_left the pages not yet passed, this one included (null: not known yet).',
  'Every request costs one of the quota, whether it fails or not. When the quota is spent, the pages that are left are lost.',
  'Answer with one word: retry to ask for the page again, or skip to go on without it.',
].join('\n');

/** What the model's unreadable answers count as: the choice that costs nothing and always comes to an end. */
const FALLBACK: Choice<'retry'> = 'skip';

/** Asks the model about faults, in one conversation that it sees in full, and records who decided. */
export class Adviser {
  readonly #cell: Cell;
  readonly #recorder: Recorder;
  readonly #messages: Message[] = [];
  #asked = 0;

  constructor(cell: Cell, recorder: Recorder) {
    this.#cell = cell;
    this.#recorder = recorder;
    this.#show({ role: 'system', text: RULES });
  }

  /** Gives nothing when the limit on model turns forbids another question. */
  async ask(report: FaultReport): Promise<Choice<'retry'> | undefined> {
    const { model, limits, signal } = this.#cell;
    if (this.#asked >= limits.steps) return undefined;
    signal.throwIfAborted();
    this.#asked += 1;
    this.#show({ role: 'user', text: JSON.stringify(report) });
    const view = {
      messages: this.#messages.slice(),
      tools: [],
      choices: CHOICES.retry,
      outputTokens: limits.outputTokens,
    };
    const move = await model.decide(view, signal);
    this.#recorder.record({ type: 'said', move });
    this.#messages.push({ role: 'assistant', text: move.text, calls: move.calls });
    return this.#settle(readAnswer(move));
  }

  #settle(answer: Choice<'retry'> | undefined): Choice<'retry'> {
    if (answer === undefined) {
      const text = `The answer was neither retry nor skip alone; the scaffold took it as ${FALLBACK}`;
      this.#recorder.record({ type: 'note', owner: 'scaffold', text });
    }
    const owner = answer === undefined ? 'scaffold' : 'model';
    const choice = answer ?? FALLBACK;
    this.#recorder.record({ type: 'decision', decision: 'retry', owner, choice });
    return choice;
  }

  #show(message: Extract<Message, { role: 'system' | 'user' }>): void {
    this.#messages.push(message);
    const { text } = message;
    this.#recorder.record({ type: 'shown', owner: 'scaffold', text, full: text.length, cut: 0 });
  }
}
