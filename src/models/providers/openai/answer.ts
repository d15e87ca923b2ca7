import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ModelMove } from '../../../core/contracts/index.ts';
import { argumentsOf, MoveBuilder, UnreadableAnswer } from '../answer.ts';

/** Compatible servers send things that the types rule out, so nothing of an answer is believed unseen. */
type Loose<T> = T extends object ? { readonly [K in keyof T]?: Loose<T[K]> | null } : T;

function finish(builder: MoveBuilder, reason: unknown): void {
  if (reason === 'length') builder.end('length');
  else if (reason === 'stop' || reason === 'tool_calls' || reason === 'function_call') builder.end('end');
  else builder.end('end', `the answer ended with ${JSON.stringify(reason) ?? 'no reason'}`);
}

function textOf(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  throw new UnreadableAnswer('its content is no text');
}

function take(builder: MoveBuilder, id: unknown, name: unknown, args: unknown): void {
  if (args === undefined || args === null) builder.remark(`a call of ${String(name)} has no arguments`);
  else if (typeof args !== 'string')
    builder.remark(`the arguments of ${String(name)} are no text on the wire`);
  const text = typeof args === 'string' ? args : JSON.stringify(args ?? null);
  builder.call({ id, name, args: argumentsOf(text) });
}

/** @throws UnreadableAnswer */
export function readCompletion(completion: Loose<ChatCompletion>, prefix: string): ModelMove {
  const builder = new MoveBuilder(prefix);
  const choice = Array.isArray(completion.choices) ? completion.choices[0] : undefined;
  const message = choice?.message;
  if (!message) throw new UnreadableAnswer('it holds no choice');
  builder.say(textOf(message.content));
  if (typeof message.refusal === 'string') {
    builder.say(message.refusal);
    builder.remark('the text is a refusal');
  }
  const calls: unknown = message.tool_calls ?? [];
  if (!Array.isArray(calls)) throw new UnreadableAnswer('its calls are no list');
  for (const call of calls as readonly Loose<ChatCompletionCall>[]) {
    take(builder, call?.id, call?.function?.name, call?.function?.arguments);
  }
  finish(builder, choice.finish_reason ?? null);
  builder.used(completion.usage?.prompt_tokens, completion.usage?.completion_tokens);
  return builder.move();
}

interface ChatCompletionCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface OpenCall {
  readonly index: unknown;
  id: unknown;
  name: unknown;
  text: string;
}

/** A call goes on under its index; where a server gives none, an id begins the next one. */
function openCall(calls: OpenCall[], index: unknown, id: unknown): OpenCall {
  const last = calls.at(-1);
  const same =
    typeof index === 'number'
      ? calls.find((call) => call.index === index)
      : id === undefined
        ? last
        : undefined;
  if (same) return same;
  const call: OpenCall = { index, id, name: undefined, text: '' };
  calls.push(call);
  return call;
}

function takePieces(calls: OpenCall[], pieces: unknown): void {
  if (!Array.isArray(pieces)) throw new UnreadableAnswer('its calls are no list');
  for (const piece of pieces as readonly Loose<ChatCompletionChunk.Choice.Delta.ToolCall>[]) {
    const call = openCall(calls, piece?.index, piece?.id ?? undefined);
    call.id ??= piece?.id ?? undefined;
    call.name ??= piece?.function?.name ?? undefined;
    call.text += textOf(piece?.function?.arguments);
  }
}

/** Puts the pieces of a streamed answer together. @throws UnreadableAnswer when none of them ended it */
export async function readChunks(
  chunks: AsyncIterable<Loose<ChatCompletionChunk>>,
  prefix: string,
): Promise<ModelMove> {
  const builder = new MoveBuilder(prefix);
  const calls: OpenCall[] = [];
  let reason: unknown;
  for await (const chunk of chunks) {
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    builder.say(textOf(choice?.delta?.content));
    if (typeof choice?.delta?.refusal === 'string') {
      builder.say(choice.delta.refusal);
      builder.remark('the text is a refusal');
    }
    takePieces(calls, choice?.delta?.tool_calls ?? []);
    reason = choice?.finish_reason ?? reason;
    if (chunk.usage) builder.used(chunk.usage.prompt_tokens, chunk.usage.completion_tokens);
  }
  if (reason === undefined) throw new UnreadableAnswer('it stopped before its end');
  for (const { id, name, text } of calls) builder.call({ id, name, args: argumentsOf(text) });
  finish(builder, reason);
  return builder.move();
}
