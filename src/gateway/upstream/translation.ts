import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { DeclaredTool, RequestView, ShownCall } from '../../trace/wire/request-view.ts';

/** Settings that all four protocols have under some name. */
export interface CommonSettings {
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
}

/** Gathers what a translation could not carry over, each kind once with how often. */
export class Losses {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  list(): readonly string[] {
    return [...this.#counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`));
  }
}

/** Fields whose content a view carries, or that say nothing about the conversation. */
const CARRIED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'instructions',
  'system',
  'contents',
  'systemInstruction',
  'system_instruction',
  'tools',
  'functions',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'temperature',
  'top_p',
  'topP',
]);

const numberAt = (holder: JsonObject, names: readonly string[]): number | undefined => {
  const value = names.map((name) => holder[name]).find((each) => typeof each === 'number');
  return typeof value === 'number' ? value : undefined;
};

/** The settings that carry over, whatever the protocol; every other field of the body is a loss. */
export function commonSettings({ protocol, body }: RequestView, losses: Losses): CommonSettings {
  const whole = isJsonObject(body) ? body : {};
  const config = protocol === 'gemini' ? whole['generationConfig'] : whole;
  const settings = isJsonObject(config) ? config : {};
  for (const field of new Set([...Object.keys(whole), ...Object.keys(settings)])) {
    if (!CARRIED.has(field) && field !== 'generationConfig') losses.add(`the field ${field} was left out`);
  }
  const maxTokens = numberAt(settings, [
    'max_tokens',
    'max_completion_tokens',
    'max_output_tokens',
    'maxOutputTokens',
  ]);
  const temperature = numberAt(settings, ['temperature']);
  const topP = numberAt(settings, ['top_p', 'topP']);
  return {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
  };
}

/** A tool as every protocol can declare it. */
export interface PlainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

const FREE_TEXT: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
};

/** Names of tools on the way to an upstream without namespaces. */
export const flatName = ({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace?: string;
}): string => (namespace === undefined ? name : `${namespace}__${name}`);

/** What an upstream can be told of the tools of a request. */
export function plainTools({ tools }: RequestView, losses: Losses): readonly PlainTool[] {
  return tools.flatMap((tool): PlainTool[] => {
    if (tool.kind === 'hosted') {
      losses.add(`the hosted tool ${tool.name} was left out`);
      return [];
    }
    if (tool.kind === 'custom')
      losses.add(`the free-text tool ${tool.name} was declared as a function of one text`);
    const schema = tool.kind === 'custom' ? FREE_TEXT : (tool.inputSchema ?? { type: 'object' });
    return [{ name: flatName(tool), description: tool.description, schema }];
  });
}

/** The tool that a flat name stands for, so that a call can go back under its own name, namespace and kind. */
export const toolNamed = ({ tools }: RequestView, flat: string): DeclaredTool | undefined =>
  tools.find((tool) => flatName(tool) === flat);

/** Arguments as an object, for protocols that carry objects. */
export function objectArguments({ args }: ShownCall): JsonObject {
  const value = typeof args === 'string' ? parsed(args) : args;
  return isJsonObject(value) ? value : { input: value };
}

/** Arguments as text, for protocols that carry text. */
export const textArguments = ({ args }: ShownCall): string =>
  typeof args === 'string' && parsed(args) !== args
    ? args
    : JSON.stringify(isJsonObject(args) ? args : { input: args });

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Notes what of the messages no other protocol is given. */
export function messageLosses({ messages, protocol }: RequestView, losses: Losses): void {
  for (const { reasoning, parts = [], results } of messages) {
    if (reasoning !== undefined) losses.add('the thoughts of an earlier turn were left out');
    for (const { kind } of [...parts, ...results.flatMap((result) => result.parts)]) {
      if (kind !== 'reasoning') losses.add(`a part of kind ${kind} was left out`);
    }
  }
  if (messages.some(({ results }) => results.some(({ isError }) => isError === true))) {
    losses.add(`an error flag of ${protocol} reached the model only where its protocol has one`);
  }
}
