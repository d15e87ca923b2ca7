import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import type { Message, ModelView, ToolCall, ToolDeclaration } from '../../../core/contracts/index.ts';
import type { ModelDescription } from '../describe.ts';

/** Text that was no JSON object goes back as it came. */
function callParam({ id, name, args }: ToolCall): ChatCompletionMessageFunctionToolCall {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { id, type: 'function', function: { name, arguments: text } };
}

function messageParam(message: Message): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text,
        ...(message.calls.length === 0 ? {} : { tool_calls: message.calls.map(callParam) }),
      };
  }
}

const toolParam = ({ name, description, inputSchema }: ToolDeclaration): ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters: { ...inputSchema } },
});

const WIRE_NAMES: Readonly<Record<string, string>> = { topP: 'top_p' };

function named(sampling: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(sampling).map(([name, value]) => [WIRE_NAMES[name] ?? name, value]),
  );
}

/** A view on the chat-completions wire. Nothing is sent that the view or the model's id does not say. */
export function chatRequest(
  { name, stream, sampling, quirks }: ModelDescription,
  { messages, tools, outputTokens }: ModelView,
): Omit<ChatCompletionCreateParams, 'stream'> {
  return {
    model: name,
    messages: messages.map(messageParam),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolParam) }),
    ...(outputTokens === undefined ? {} : { [quirks.tokenLimit]: outputTokens }),
    ...named(sampling),
    ...(stream && quirks.streamedUsage === 'on-request' ? { stream_options: { include_usage: true } } : {}),
  };
}
