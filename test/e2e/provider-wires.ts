import type { Model, ModelView } from '../../src/core/contracts/index.ts';
import type { BoundaryExchange } from '../../src/models/providers/boundary.ts';
import type { RequestLimits } from '../../src/models/providers/one-request.ts';
import { providerModel } from '../../src/models/providers/provider-model.ts';
import { type Answer, events, json } from './provider-server.ts';

export const KEY = 'sk-planted-0123456789abcdefghij';

/** The same exchange on each of the wires: one text, one call, a bill of 11 and 7 tokens. */
export interface Wire {
  readonly id: string;
  readonly streaming: string;
  readonly whole: Answer;
  readonly streamed: Answer;
  /** A stream that ends as HTTP should and as the wire should not. */
  readonly unfinished: Answer;
  readonly variables: (url: string) => Readonly<Record<string, string>>;
}

const CALL = { name: 'fetch_page', args: { page: 1 } };
const ARGS = JSON.stringify(CALL.args);

const openAiChunks = [
  { id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: 'Let me ' } }] },
  { id: 'c', choices: [{ index: 0, delta: { content: 'look' } }] },
  {
    id: 'c',
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [
            { index: 0, id: 'call_1', type: 'function', function: { name: CALL.name, arguments: '' } },
          ],
        },
      },
    ],
  },
  ...[ARGS.slice(0, 4), ARGS.slice(4)].map((piece) => ({
    id: 'c',
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }],
  })),
];
const openAiEnd = [
  { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  { id: 'c', choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } },
];

export const chatAnswer = (message: object, rest: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', ...message } }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  ...rest,
});

const chatCall = { id: 'call_1', type: 'function', function: { name: CALL.name, arguments: ARGS } };

const openAi = {
  whole: json(chatAnswer({ content: 'Let me look', tool_calls: [chatCall] })),
  streamed: events(...openAiChunks, ...openAiEnd, '[DONE]'),
  unfinished: events(...openAiChunks),
};

const anthropicStart = [
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [],
      usage: { input_tokens: 11, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'look' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'call_1', name: CALL.name, input: {} },
  },
  {
    type: 'content_block_delta',
    index: 1,
    delta: { type: 'input_json_delta', partial_json: ARGS.slice(0, 4) },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ARGS.slice(4) } },
  { type: 'content_block_stop', index: 1 },
];

const googlePart = { functionCall: { id: 'call_1', ...CALL } };
const googleUsage = { promptTokenCount: 11, candidatesTokenCount: 5, thoughtsTokenCount: 2 };

export const WIRES: Readonly<Record<string, Wire>> = {
  openai: {
    ...openAi,
    id: 'openai:gpt-4o',
    streaming: 'openai:gpt-4o?stream=true',
    variables: (url) => ({ MEASURAND_ENDPOINT_OPENAI: `${url}/v1`, OPENAI_API_KEY: KEY }),
  },
  compatible: {
    ...openAi,
    id: 'compatible:local/some-model',
    streaming: 'compatible:local/some-model?stream=true',
    variables: (url) => ({ MEASURAND_ENDPOINT_LOCAL: `${url}/v1`, MEASURAND_KEY_LOCAL: KEY }),
  },
  anthropic: {
    id: 'anthropic:claude-sonnet-4-5',
    streaming: 'anthropic:claude-sonnet-4-5?stream=true',
    whole: json({
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look' },
        { type: 'tool_use', id: 'call_1', name: CALL.name, input: CALL.args },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 11, output_tokens: 7 },
    }),
    streamed: events(
      ...anthropicStart,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ),
    unfinished: events(...anthropicStart),
    variables: (url) => ({ MEASURAND_ENDPOINT_ANTHROPIC: url, ANTHROPIC_API_KEY: KEY }),
  },
  google: {
    id: 'google:gemini-2.5-flash',
    streaming: 'google:gemini-2.5-flash?stream=true',
    whole: json({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'Let me look' }, googlePart] }, finishReason: 'STOP' },
      ],
      usageMetadata: googleUsage,
    }),
    streamed: events(
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Let me ' }] } }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'look' }, googlePart] } }] },
      {
        candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }],
        usageMetadata: googleUsage,
      },
    ),
    unfinished: events(
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Let me ' }] } }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'look' }, googlePart] } }] },
    ),
    variables: (url) => ({ MEASURAND_ENDPOINT_GOOGLE: url, GEMINI_API_KEY: KEY }),
  },
};

export const TOOLS = [
  {
    name: 'fetch_page',
    description: 'Fetches one page',
    inputSchema: { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'] },
  },
];

export const VIEW: ModelView = {
  messages: [
    { role: 'system', text: 'Work alone.' },
    { role: 'user', text: 'Fetch every page.' },
  ],
  tools: TOOLS,
  outputTokens: 600,
};

export interface Asked {
  readonly model: Model;
  readonly exchanges: BoundaryExchange[];
}

/** A model whose exchanges are kept. */
export function ask(
  id: string,
  environment: Readonly<Record<string, string>>,
  limits: RequestLimits = {},
): Asked {
  const exchanges: BoundaryExchange[] = [];
  const boundary = { exchange: (exchange: BoundaryExchange) => exchanges.push(exchange) };
  return { model: providerModel(id, { environment, boundary, limits }), exchanges };
}

export const never = (): AbortSignal => new AbortController().signal;
