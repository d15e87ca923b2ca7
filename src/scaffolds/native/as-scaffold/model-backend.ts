import type { Cell, ModelMove, ModelView, Recorder, ToolCall } from '../../../core/contracts/index.ts';
import type { ClassifiedRequest, GatewayBackend, Reply } from '../../../gateway/contracts.ts';
import type { RequestView } from '../../../trace/wire/request-view.ts';
import { withinBudget } from '../../l2/reply-budget.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { Dialect } from './dialect.ts';
import type { MeasuredCourse } from './measured-course.ts';
import { modelView, type ViewOptions } from './shown-view.ts';

export interface ModelBackendOptions {
  readonly adapter: HarnessAdapter;
  readonly cell: Cell;
  readonly recorder: Recorder;
  readonly course: MeasuredCourse;
  /** Whether the model is offered the harness's own tools too. */
  readonly ownTools: boolean;
  /** The workspace as the harness sees it. */
  readonly workspace: string;
}

/** What a program that has no words answers to requests that serve the harness itself. */
const STOCK = 'Trade records.';

const asShown: ViewOptions['textOf'] = (_, text) => text;

const PAST_LIMIT = 'The limit on replies is reached.';

/** Any model of ours behind the gateway of one harness, for one episode. */
export class ModelBackend implements GatewayBackend {
  readonly id: string;
  /** What the model or its provider failed with: the episode's error. */
  failure: Error | undefined;
  /** Whether the model's last reply called nothing. */
  stopped = false;
  /** Whether the model had no replies left. */
  pastLimit = false;
  readonly #options: ModelBackendOptions;
  readonly #ids = new Set<string>();
  readonly #missing = new Set<string>();
  #replies = 0;

  constructor(options: ModelBackendOptions) {
    this.#options = options;
    this.id = `model:${options.cell.model.id}`;
  }

  async reply({ role, view }: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    try {
      return role === 'main' || role === 'child'
        ? await this.#main(view, signal)
        : await this.#serve(role, view, signal);
    } catch (error) {
      // A harness that hangs up has not broken the model.
      if (!signal.aborted) this.failure ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  /** Whether the model reads prose; archetypes, rules and scripts are programs that do not. */
  get #speaks(): boolean {
    return ['provider', 'local', 'replay'].includes(this.#options.cell.model.kind);
  }

  get #textOf(): ViewOptions['textOf'] {
    return this.#speaks ? asShown : (callId, text) => this.#options.course.withoutFraming(callId, text);
  }

  #dialect(view: RequestView): Dialect {
    const { adapter, cell, workspace } = this.#options;
    return new Dialect(adapter, cell.environment.tools, view.tools, { workspace });
  }

  #view(request: RequestView): { readonly view: ModelView; readonly dialect: Dialect } {
    const { cell, ownTools } = this.#options;
    const dialect = this.#dialect(request);
    const task = dialect.taskTools();
    this.#noteMissing(task.map(({ name }) => name));
    const tools = ownTools ? [...task, ...dialect.ownTools()] : task;
    const { outputTokens } = cell.limits;
    return {
      dialect,
      view: modelView(request, dialect, { tools, outputTokens, textOf: this.#textOf }),
    };
  }

  #noteMissing(declared: readonly string[]): void {
    for (const { name } of this.#options.cell.environment.tools) {
      if (declared.includes(name) || this.#missing.has(name)) continue;
      this.#missing.add(name);
      this.#note(`The harness does not declare ${name} to the model`);
    }
  }

  #note(text: string): void {
    this.#options.recorder.record({ type: 'note', owner: 'scaffold', text });
  }

  async #main(request: RequestView, signal: AbortSignal): Promise<Reply> {
    const { cell, recorder, course } = this.#options;
    const { model, limits } = cell;
    course.shows(request.results);
    if (this.#replies >= limits.steps) {
      this.pastLimit = true;
      return { text: PAST_LIMIT };
    }
    this.#replies += 1;
    const { view, dialect } = this.#view(request);
    const answer = await model.decide(view, AbortSignal.any([signal, cell.signal]));
    const { move, lost } = model.holdsLimit
      ? { move: answer, lost: [] }
      : withinBudget(answer, limits.outputTokens);
    recorder.record({ type: 'said', move });
    if (lost.length > 0) this.#tellOfCut(lost, limits.outputTokens);
    this.stopped = move.calls.length === 0;
    const calls = move.calls.map((call) => ({ ...call, id: this.#unique(call.id) }));
    for (const call of calls) if (this.#isTask(call)) course.asked.ask(call);
    return replyOf(move, dialect, calls);
  }

  #tellOfCut(lost: readonly ToolCall[], outputTokens: number): void {
    const names = lost.map(({ name }) => name).join(', ');
    const text = `The reply reached ${outputTokens} output tokens; lost: ${names}`;
    this.#options.recorder.record({ type: 'note', owner: 'environment', text });
  }

  #isTask({ name }: ToolCall): boolean {
    return this.#options.cell.environment.tools.some((tool) => tool.name === name);
  }

  /** A harness that asks twice gets two answers, and their calls must not be taken for each other. */
  #unique(id: string): string {
    let free = id;
    for (let again = 2; this.#ids.has(free); again += 1) free = `${id}-${again}`;
    this.#ids.add(free);
    return free;
  }

  /** Titles, summaries and the like: the model's words, if it has any, and no move in the task. */
  async #serve(role: string, request: RequestView, signal: AbortSignal): Promise<Reply> {
    const { cell } = this.#options;
    this.#note(`The harness asked the model for a ${role}`);
    if (!this.#speaks) return { text: STOCK };
    const { outputTokens } = cell.limits;
    const view = modelView(request, this.#dialect(request), { tools: [], outputTokens, textOf: asShown });
    const { text } = await cell.model.decide(view, AbortSignal.any([signal, cell.signal]));
    return { text };
  }
}

function replyOf(move: ModelMove, dialect: Dialect, calls: readonly ToolCall[]): Reply {
  return {
    ...(move.text === '' ? {} : { text: move.text }),
    ...(calls.length === 0 ? {} : { calls: calls.map((call) => dialect.toWire(call)) }),
    ...(move.stop === 'length' ? { stop: 'length' as const } : {}),
    ...(move.usage === undefined ? {} : { usage: move.usage }),
  };
}
