import type { Message } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

/** One call that was answered. */
export interface Exchange {
  readonly tool: string;
  readonly args: JsonValue;
  /** The answer as shown. */
  readonly text: string;
  /** The message that carried the answer: the same object for as long as a conversation lasts. */
  readonly message: Message;
}

const WRITTEN_CALL = /<tool_call>\s*(\{.*\})\s*<\/tool_call>\s*$/s;
const WRITTEN_RESULT = /^<tool_result>(.*)<\/tool_result>$/s;

interface Call {
  readonly tool: string;
  readonly args: JsonValue;
}

/** The call that ends a reply whose calls are written into its text, as the release's scaffold has them. */
function writtenCall(text: string): Call | undefined {
  const body = WRITTEN_CALL.exec(text)?.[1];
  const last = body?.slice(body.lastIndexOf('{"name"'));
  if (last === undefined) return undefined;
  const value = JSON.parse(last) as JsonValue;
  if (!isJsonObject(value)) return undefined;
  return { tool: String(value['name']), args: value['arguments'] ?? {} };
}

/** What a message answers a call with, if it does. */
function answerText(message: Message): string | undefined {
  return message.role === 'tool' ? message.text : WRITTEN_RESULT.exec(message.text)?.[1];
}

/** Every call with its answer, in order. Reads both forms of a conversation: structured messages, and tags in texts. */
export function exchanges(messages: readonly Message[]): readonly Exchange[] {
  const found: Exchange[] = [];
  const calls = new Map<string, Call>();
  let written: Call | undefined;
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, name, args } of message.calls) calls.set(id, { tool: name, args });
      written = message.calls.length === 0 ? writtenCall(message.text) : undefined;
      continue;
    }
    const call = message.role === 'tool' ? calls.get(message.callId) : written;
    const text = call && answerText(message);
    if (call && text !== undefined) found.push({ tool: call.tool, args: call.args, text, message });
  }
  return found;
}
