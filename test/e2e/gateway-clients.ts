import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import type { Gateway } from '../../src/gateway/server.ts';
import type { WireProtocol } from '../../src/trace/wire/request-view.ts';

/** What the official client of a protocol made of an answer. */
export interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number };
  readonly stop: 'end' | 'calls' | 'length' | 'other';
}

/** The official client of one protocol. */
export interface OfficialClient {
  ask(text: string, stream: boolean): Promise<Heard>;
}

const MODEL = 'scripted-model';

type Draft = { text: string; reasoning: string; calls: { id: string; name: string; args: string }[] };

const draft = (): Draft => ({ text: '', reasoning: '', calls: [] });

/** Arguments that are text on the wire: what a harness would parse. */
const parsed = (calls: Draft['calls']) =>
  calls.map(({ id, name, args }) => ({ id, name, args: JSON.parse(args) as unknown }));

const stopOf = (value: unknown, names: Record<string, Heard['stop']>): Heard['stop'] =>
  names[String(value)] ?? 'other';

export function anthropicClient({ url, token }: Gateway): OfficialClient {
  const client = new Anthropic({ apiKey: token, baseURL: url, maxRetries: 0 });
  return {
    async ask(text, stream) {
      const request = { model: MODEL, max_tokens: 100, messages: [{ role: 'user' as const, content: text }] };
      const message = stream
        ? await client.messages.stream(request).finalMessage()
        : await client.messages.create(request);
      const { content, usage, stop_reason: reason } = message;
      const of = <T extends string>(type: T) =>
        content.filter(
          (block): block is Extract<(typeof content)[number], { type: T }> => block.type === type,
        );
      const cached = usage.cache_read_input_tokens ?? 0;
      return {
        text: of('text')
          .map((block) => block.text)
          .join(''),
        reasoning: of('thinking')
          .map((block) => block.thinking)
          .join(''),
        calls: of('tool_use').map(({ id, name, input }) => ({ id, name, args: input })),
        usage: { input: usage.input_tokens + cached, output: usage.output_tokens, cached },
        stop: stopOf(reason, { end_turn: 'end', tool_use: 'calls', max_tokens: 'length' }),
      };
    },
  };
}

type ResponseItem = OpenAI.Responses.ResponseOutputItem;

function addItem(item: ResponseItem, heard: Draft): void {
  if (item.type === 'reasoning') heard.reasoning += item.summary.map((part) => part.text).join('');
  else if (item.type === 'function_call') {
    heard.calls.push({ id: item.call_id, name: item.name, args: item.arguments });
  } else if (item.type === 'message') {
    heard.text += item.content.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
  }
}

export function responsesClient(gateway: Gateway): OfficialClient {
  const client = openai(gateway, 'openai-responses');
  return {
    async ask(input, stream) {
      const request = { model: MODEL, input };
      const { output, usage, status } = stream
        ? await client.responses.stream(request).finalResponse()
        : await client.responses.create(request);
      const heard = draft();
      for (const item of output) addItem(item, heard);
      return {
        ...heard,
        calls: parsed(heard.calls),
        usage: {
          input: usage?.input_tokens ?? -1,
          output: usage?.output_tokens ?? -1,
          cached: usage?.input_tokens_details.cached_tokens ?? -1,
        },
        stop: status === 'incomplete' ? 'length' : heard.calls.length > 0 ? 'calls' : 'end',
      };
    },
  };
}

export const openai = ({ baseUrls, token }: Gateway, protocol: 'openai-chat' | 'openai-responses'): OpenAI =>
  new OpenAI({ apiKey: token, baseURL: baseUrls[protocol], maxRetries: 0 });

export function chatClient(gateway: Gateway): OfficialClient {
  const client = openai(gateway, 'openai-chat');
  return {
    async ask(content, stream) {
      const request = { model: MODEL, messages: [{ role: 'user' as const, content }] };
      const completion = stream
        ? await client.chat.completions
            .stream({ ...request, stream_options: { include_usage: true } })
            .finalChatCompletion()
        : await client.chat.completions.create(request);
      const { message, finish_reason: reason } = completion.choices[0] ?? { message: undefined };
      const calls = (message?.tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ id: call.id, name: call.function.name, args: call.function.arguments }]
          : [],
      );
      const { usage } = completion;
      const thoughts = (message as { reasoning_content?: string } | undefined)?.reasoning_content ?? '';
      return {
        text: message?.content ?? '',
        reasoning: thoughts,
        calls: parsed(calls),
        usage: {
          input: usage?.prompt_tokens ?? -1,
          output: usage?.completion_tokens ?? -1,
          cached: usage?.prompt_tokens_details?.cached_tokens ?? -1,
        },
        stop: stopOf(reason, { stop: 'end', tool_calls: 'calls', length: 'length' }),
      };
    },
  };
}

export const google = ({ url, token }: Gateway): GoogleGenAI =>
  new GoogleGenAI({ apiKey: token, httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } });

type GeminiAnswer = Awaited<ReturnType<GoogleGenAI['models']['generateContent']>>;

interface GeminiDraft {
  text: string;
  reasoning: string;
  readonly calls: Heard['calls'][number][];
  usage: Heard['usage'];
  reason: unknown;
}

function addAnswer({ candidates, usageMetadata: counts }: GeminiAnswer, heard: GeminiDraft): void {
  const candidate = candidates?.[0];
  for (const { functionCall: call, thought, text = '' } of candidate?.content?.parts ?? []) {
    if (call) heard.calls.push({ id: call.id ?? '', name: call.name ?? '', args: call.args });
    else heard[thought ? 'reasoning' : 'text'] += text;
  }
  heard.reason = candidate?.finishReason ?? heard.reason;
  heard.usage = {
    input: counts?.promptTokenCount ?? -1,
    output: counts?.candidatesTokenCount ?? -1,
    cached: counts?.cachedContentTokenCount ?? 0,
  };
}

export function geminiClient(gateway: Gateway): OfficialClient {
  const client = google(gateway);
  return {
    async ask(contents, stream) {
      const request = { model: MODEL, contents };
      const answers = stream
        ? await client.models.generateContentStream(request)
        : [await client.models.generateContent(request)];
      const usage = { input: -1, output: -1, cached: 0 };
      const heard: GeminiDraft = { text: '', reasoning: '', calls: [], usage, reason: undefined };
      for await (const answer of answers) addAnswer(answer, heard);
      const { reason, ...rest } = heard;
      const ended = stopOf(reason, { STOP: 'end', MAX_TOKENS: 'length' });
      return { ...rest, stop: ended === 'end' && heard.calls.length > 0 ? 'calls' : ended };
    },
  };
}

export const CLIENTS: Readonly<Record<WireProtocol, (gateway: Gateway) => OfficialClient>> = {
  'anthropic-messages': anthropicClient,
  'openai-responses': responsesClient,
  'openai-chat': chatClient,
  gemini: geminiClient,
};

export const PROTOCOLS = Object.keys(CLIENTS) as readonly WireProtocol[];
