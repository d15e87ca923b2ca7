import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Model, ModelMove, ModelView } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { MoveBuilder, madeIds } from '../providers/answer.ts';
import { type Chat, type ChatAnswer, type ChatOptions, loadBinding } from './binding.ts';
import { chatHistory } from './history.ts';

const PREFIX = 'local:';
/** Tokens of context at most: what a model was trained on may be more than a machine holds. */
const MOST_CONTEXT = 32_768;

/** Whether an id names a GGUF file: `local:PATH`. */
export function isLocalId(id: string): boolean {
  return id.startsWith(PREFIX);
}

function contextFull(id: string): MeasurandError {
  return new MeasurandError('context-full', `The conversation no longer fits into the context of ${id}`, {
    kind: 'unsupported',
    next: 'Use a model with a longer context, or a shorter task',
  });
}

async function load(path: string): Promise<Chat> {
  const { getLlama, LlamaChat } = await loadBinding();
  const llama = await getLlama({
    gpu: 'auto',
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
    // By itself the binding takes four threads at least, which on fewer cores is a hundred times slower.
    maxThreads: availableParallelism(),
  });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({ contextSize: Math.min(model.trainContextSize, MOST_CONTEXT) });
  return new LlamaChat({ contextSequence: context.getSequence() });
}

function optionsOf(view: ModelView, signal: AbortSignal, full: () => void): ChatOptions {
  const functions = view.tools.map(
    ({ name, description, inputSchema }) => [name, { description, params: inputSchema }] as const,
  );
  return {
    ...(functions.length === 0 ? {} : { functions: Object.fromEntries(functions) }),
    ...(view.outputTokens === undefined ? {} : { maxTokens: view.outputTokens }),
    temperature: 0,
    signal,
    contextShift: {
      strategy: ({ chatHistory: history }) => {
        full();
        return { chatHistory: history };
      },
    },
  };
}

function moveOf({ response, functionCalls = [], metadata }: ChatAnswer, prefix: string): ModelMove {
  const builder = new MoveBuilder(prefix);
  builder.say(response);
  for (const { functionName, params } of functionCalls) {
    builder.call({ name: functionName, args: (params ?? {}) as JsonValue });
  }
  builder.end(metadata.stopReason === 'maxTokens' ? 'length' : 'end');
  return builder.move();
}

/** A loaded file decides one thing at a time. */
class LocalModel implements Model {
  readonly kind = 'local';
  readonly holdsLimit = true;
  readonly id: string;
  readonly #path: string;
  #chat: Promise<Chat> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(id: string, path: string) {
    this.id = id;
    this.#path = path;
  }

  decide(view: ModelView, signal: AbortSignal): Promise<ModelMove> {
    const decided = this.#last.then(() => this.#decide(view, signal));
    this.#last = decided.catch(() => undefined);
    return decided;
  }

  async #decide(view: ModelView, signal: AbortSignal): Promise<ModelMove> {
    signal.throwIfAborted();
    this.#chat ??= load(this.#path);
    const chat = await this.#chat;
    // The binding would drop the oldest messages, whatever a strategy throws: so it is stopped.
    const full = new AbortController();
    const stop = (): void => full.abort(contextFull(this.id));
    const options = optionsOf(view, AbortSignal.any([signal, full.signal]), stop);
    try {
      const answer = await chat.generateResponse(chatHistory(view.messages), options);
      full.signal.throwIfAborted();
      return moveOf(answer, madeIds(view.messages.length));
    } catch (error) {
      signal.throwIfAborted();
      full.signal.throwIfAborted();
      throw error;
    }
  }
}

const LOADED = new Map<string, LocalModel>();

/**
 * A language model from a GGUF file, computed on this machine through the optional package `node-llama-cpp`. It decides
 * greedily (temperature 0). The binding writes the tools into the prompt in its own words and holds calls to their
 * schemas, which docs/models.md says of it; it may neither download, build, nor drop messages.
 *
 * @throws MeasurandError `unreadable` when there is no such file; from `decide`: `missing-dependency`, `context-full`
 */
export function localModel(id: string): Model {
  const loaded = LOADED.get(id);
  if (loaded) return loaded;
  const path = id.slice(PREFIX.length);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new MeasurandError('unreadable', 'there is no such model file', {
      file: path,
      field: 'model',
      next: 'Write local:PATH with the path of a GGUF file',
    });
  }
  const model = new LocalModel(id, path);
  LOADED.set(id, model);
  return model;
}
