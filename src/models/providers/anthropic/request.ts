import type Anthropic from '@anthropic-ai/sdk';
import type { Message, ModelView, ToolCall } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { ModelDescription } from '../describe.ts';
import { asObject } from '../wire-arguments.ts';

type Block = Anthropic.ContentBlockParam;

/** Thinking that the provider wants back with the calls that it led to. */
function thinkingOf(carry: JsonValue | undefined): readonly Block[] {
  const thinking = isJsonObject(carry) ? carry['thinking'] : undefined;
  return Array.isArray(thinking) ? (thinking as unknown as readonly Block[]) : [];
}

/** The wire refuses a text without a visible character. */
const textBlocks = (text: string): readonly Block[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

const callBlock = ({ id, name, args }: ToolCall): Block => ({
  type: 'tool_use',
  id,
  name,
  input: asObject(args),
});

function blocksOf(message: Message): readonly Block[] {
  switch (message.role) {
    case 'system':
      // Stands in a field of its own.
      return [];
    case 'user':
      return textBlocks(message.text);
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: message.callId,
          content: message.text,
          ...(message.isError ? { is_error: true } : {}),
        },
      ];
    case 'assistant':
      return [
        ...thinkingOf(message.calls[0]?.carry),
        ...textBlocks(message.text),
        ...message.calls.map(callBlock),
      ];
  }
}

/** Messages of one side that follow each other are one on this wire, results of calls before what the user adds. */
function turnsOf(messages: readonly Message[]): readonly Anthropic.MessageParam[] {
  const turns: { role: 'user' | 'assistant'; content: Block[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = blocksOf(message);
    if (blocks.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  }
  return turns;
}

/** A view on the messages wire. Nothing is sent that the view, the model's id or its quirks do not say. */
export function messagesRequest(
  { name, sampling, quirks }: ModelDescription,
  { messages, tools, outputTokens }: ModelView,
): Omit<Anthropic.MessageCreateParams, 'stream'> {
  const { temperature, topP } = sampling;
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  return {
    model: name,
    max_tokens: outputTokens ?? quirks.tokenLimitWhenUnset ?? 1,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: [...turnsOf(messages)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => ({
            name: tool.name,
            description: tool.description,
            input_schema: { ...tool.inputSchema, type: 'object' as const },
          })),
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}
