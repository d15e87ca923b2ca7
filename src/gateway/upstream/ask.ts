import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { RequestView, ShownMessage, WireProtocol } from '../../trace/wire/request-view.ts';
import {
  type CommonSettings,
  commonSettings,
  flatName,
  Losses,
  messageLosses,
  objectArguments,
  type PlainTool,
  plainTools,
  textArguments,
} from './translation.ts';

interface Parts {
  readonly view: RequestView;
  readonly model: string;
  readonly tools: readonly PlainTool[];
  readonly settings: CommonSettings;
}

/** One upstream demands a limit. */
const DEFAULT_MAX_TOKENS = 8192;

const spoken = ({ messages }: RequestView): readonly ShownMessage[] =>
  messages.filter(({ role }) => role !== 'system');

/** Neighbours of one role become one message: an upstream may demand that roles alternate. */
function alternating(
  messages: readonly ShownMessage[],
  content: (message: ShownMessage) => readonly JsonObject[],
): readonly { readonly assistant: boolean; readonly parts: readonly JsonObject[] }[] {
  const turns: { assistant: boolean; parts: JsonObject[] }[] = [];
  for (const message of messages) {
    const assistant = message.role === 'assistant';
    const parts = content(message);
    if (parts.length === 0) continue;
    const last = turns.at(-1);
    if (last?.assistant === assistant) last.parts.push(...parts);
    else turns.push({ assistant, parts: [...parts] });
  }
  return turns;
}

function anthropicContent({ text, calls, results }: ShownMessage): readonly JsonObject[] {
  return [
    ...results.map(({ callId, text: content, isError }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content,
      ...(isError === true ? { is_error: true } : {}),
    })),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: flatName(call),
      input: objectArguments(call),
    })),
  ];
}

function anthropic({ view, model, tools, settings }: Parts): JsonObject {
  const { maxTokens = DEFAULT_MAX_TOKENS, temperature, topP } = settings;
  return {
    model,
    max_tokens: maxTokens,
    ...(view.system === '' ? {} : { system: view.system }),
    messages: alternating(spoken(view), anthropicContent).map(({ assistant, parts }) => ({
      role: assistant ? 'assistant' : 'user',
      content: parts,
    })),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}

function chatMessages({ role, text, calls, results }: ShownMessage): readonly JsonObject[] {
  const answers = results.map((result) => ({
    role: 'tool',
    tool_call_id: result.callId,
    content: result.text,
  }));
  if (role !== 'assistant') return text === '' ? answers : [...answers, { role: 'user', content: text }];
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: flatName(call), arguments: textArguments(call) },
  }));
  if (calls.length === 0 && text === '') return answers;
  return [
    ...answers,
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(calls.length === 0 ? {} : { tool_calls }),
    },
  ];
}

function chat({ view, model, tools, settings }: Parts): JsonObject {
  const { maxTokens, temperature, topP } = settings;
  const system = view.system === '' ? [] : [{ role: 'system', content: view.system }];
  return {
    model,
    messages: [...system, ...spoken(view).flatMap(chatMessages)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: 'function',
            function: { name, description, parameters: schema },
          })),
        }),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}

function responsesItems({ role, text, calls, results }: ShownMessage): readonly JsonObject[] {
  return [
    ...results.map(({ callId, text: output }) => ({
      type: 'function_call_output',
      call_id: callId,
      output,
    })),
    ...(text === ''
      ? []
      : [{ type: 'message', role: role === 'assistant' ? 'assistant' : 'user', content: text }]),
    ...calls.map((call) => ({
      type: 'function_call',
      call_id: call.id,
      name: flatName(call),
      arguments: textArguments(call),
    })),
  ];
}

function responses({ view, model, tools, settings }: Parts): JsonObject {
  const { maxTokens, temperature, topP } = settings;
  return {
    model,
    store: false,
    ...(view.system === '' ? {} : { instructions: view.system }),
    input: spoken(view).flatMap(responsesItems),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: 'function',
            name,
            description,
            parameters: schema,
            strict: false,
          })),
        }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}

function geminiParts(names: ReadonlyMap<string, string>) {
  return ({ text, calls, results }: ShownMessage): readonly JsonObject[] => [
    ...results.map(({ callId, name, text: output, isError }) => ({
      functionResponse: {
        id: callId,
        name: names.get(callId) ?? name ?? callId,
        response: isError === true ? { error: output } : { output },
      },
    })),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map((call) => ({
      functionCall: { id: call.id, name: flatName(call), args: objectArguments(call) },
    })),
  ];
}

function gemini({ view, tools, settings }: Parts): JsonObject {
  const { maxTokens, temperature, topP } = settings;
  const calls = view.messages.flatMap((message) => message.calls);
  const names = new Map(calls.map((call) => [call.id, flatName(call)] as const));
  return {
    ...(view.system === '' ? {} : { systemInstruction: { parts: [{ text: view.system }] } }),
    contents: alternating(spoken(view), geminiParts(names)).map(({ assistant, parts }) => ({
      role: assistant ? 'model' : 'user',
      parts,
    })),
    ...(tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: tools.map(({ name, description, schema }) => ({
                name,
                description,
                parametersJsonSchema: schema,
              })),
            },
          ],
        }),
    generationConfig: {
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
    },
  };
}

const ASKERS: Readonly<Record<WireProtocol, (parts: Parts) => JsonValue>> = {
  'anthropic-messages': anthropic,
  'openai-chat': chat,
  'openai-responses': responses,
  gemini,
};

/** The body that asks an upstream of another protocol the same, and what that could not carry over. */
export function askOf(
  view: RequestView,
  protocol: WireProtocol,
  model: string,
): { readonly body: JsonValue; readonly losses: readonly string[] } {
  const losses = new Losses();
  const settings = commonSettings(view, losses);
  const tools = plainTools(view, losses);
  messageLosses(view, losses);
  if (protocol === 'anthropic-messages' && settings.maxTokens === undefined) {
    losses.add(`the request has no output limit, the upstream was given ${DEFAULT_MAX_TOKENS} tokens`);
  }
  return { body: ASKERS[protocol]({ view, model, tools, settings }), losses: losses.list() };
}
