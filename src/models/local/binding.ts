import { MeasurandError } from '../../core/errors.ts';

/** The part of `node-llama-cpp` (an optional peer, 3.x) that is used here. */
export interface Binding {
  getLlama(options: {
    readonly gpu: false | 'auto';
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: 'error';
    readonly maxThreads: number;
  }): Promise<{ loadModel(options: { readonly modelPath: string }): Promise<LoadedModel> }>;
  readonly LlamaChat: new (options: { readonly contextSequence: unknown }) => Chat;
}

export interface LoadedModel {
  /** Tokens of context that the model was trained on. */
  readonly trainContextSize: number;
  createContext(options: { readonly contextSize: number }): Promise<{ getSequence(): unknown }>;
}

export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly (string | HistoryCall)[] };

export interface HistoryCall {
  readonly type: 'functionCall';
  readonly name: string;
  readonly params: unknown;
  readonly result: unknown;
}

export interface ChatOptions {
  readonly functions?: Readonly<Record<string, { readonly description: string; readonly params: unknown }>>;
  readonly maxTokens?: number;
  readonly temperature: number;
  readonly signal: AbortSignal;
  readonly contextShift: {
    /** Asked when the history does not fit; what it throws is swallowed. */
    readonly strategy: (overflow: { readonly chatHistory: readonly HistoryItem[] }) => {
      readonly chatHistory: readonly HistoryItem[];
    };
  };
}

export interface ChatAnswer {
  readonly response: string;
  readonly functionCalls?: readonly { readonly functionName: string; readonly params: unknown }[];
  readonly metadata: { readonly stopReason: string };
}

export interface Chat {
  generateResponse(history: readonly HistoryItem[], options: ChatOptions): Promise<ChatAnswer>;
}

/** A name that the compiler does not look up: the package is there only where somebody installed it. */
const PACKAGE: string = 'node-llama-cpp';

/** @throws MeasurandError `missing-dependency` */
export async function loadBinding(): Promise<Binding> {
  try {
    return (await import(PACKAGE)) as Binding;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new MeasurandError('missing-dependency', `The package ${PACKAGE} is not installed`, {
      kind: 'unsupported',
      next: 'Run npm install node-llama-cpp@3.21.1, or serve the file yourself and name it compatible:ENDPOINT/NAME',
      cause,
    });
  }
}
