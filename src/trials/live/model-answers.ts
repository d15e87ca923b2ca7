import type { Model } from '../../core/contracts/index.ts';
import type { ClassifiedRequest, GatewayBackend, Reply } from '../../gateway/contracts.ts';
import { Dialect } from '../../scaffolds/native/as-scaffold/dialect.ts';
import { modelView } from '../../scaffolds/native/as-scaffold/shown-view.ts';
import type { HarnessAdapter } from '../../scaffolds/native/contracts.ts';

/** Tokens of one answer at most: a small model may go on for ever. */
const OUTPUT_TOKENS = 1024;

export interface ModelAnswersOptions {
  readonly model: Model;
  readonly adapter: HarnessAdapter;
  /** The workspace as the harness sees it. */
  readonly workspace: string;
}

/** A model of ours, such as one that is computed here, as what answers a harness: it is offered all of the harness's tools. */
export class ModelAnswers implements GatewayBackend {
  readonly id: string;
  readonly #options: ModelAnswersOptions;
  readonly #ids = new Set<string>();

  constructor(options: ModelAnswersOptions) {
    this.id = `model:${options.model.id}`;
    this.#options = options;
  }

  /** A harness that asks twice gets two answers, and their calls must not be taken for each other. */
  #unique(id: string): string {
    let free = id;
    for (let again = 2; this.#ids.has(free); again += 1) free = `${id}-${again}`;
    this.#ids.add(free);
    return free;
  }

  async reply({ view }: ClassifiedRequest, signal: AbortSignal): Promise<Reply> {
    const { model, adapter, workspace } = this.#options;
    const dialect = new Dialect(adapter, [], view.tools, { workspace });
    const shown = modelView(view, dialect, {
      tools: dialect.ownTools(),
      outputTokens: OUTPUT_TOKENS,
      textOf: (_, text) => text,
    });
    const move = await model.decide(shown, signal);
    const calls = move.calls.map((call) => dialect.toWire({ ...call, id: this.#unique(call.id) }));
    return {
      ...(move.text === '' ? {} : { text: move.text }),
      ...(calls.length === 0 ? {} : { calls }),
      ...(move.stop === 'length' ? { stop: 'length' as const } : {}),
      ...(move.usage === undefined ? {} : { usage: move.usage }),
    };
  }
}
