import type Anthropic from '@anthropic-ai/sdk';
import type { ModelMove } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { argumentsOf, MoveBuilder, UnreadableAnswer } from '../answer.ts';

const ENDS = ['end_turn', 'tool_use', 'stop_sequence'];

interface CallBlock {
  readonly id: unknown;
  readonly name: unknown;
  readonly args: JsonValue;
}

/** Blocks of one answer, in order. Thinking goes back with the first call, as the provider demands. */
export class Blocks {
  readonly #builder: MoveBuilder;
  readonly #thinking: JsonValue[] = [];
  readonly #calls: CallBlock[] = [];

  constructor(builder: MoveBuilder) {
    this.#builder = builder;
  }

  take(block: unknown, text?: string): void {
    if (!isJsonObject(block)) throw new UnreadableAnswer('a block is no object');
    const { type } = block;
    if (type === 'text') this.#builder.say(String(block['text'] ?? ''));
    else if (type === 'tool_use') this.#call(block, text);
    else if (type === 'thinking' || type === 'redacted_thinking') this.#thinking.push(block);
    else this.#builder.remark(`a block of type ${String(type)} is left to the recording`);
  }

  #call({ id, name, input }: { readonly [key: string]: JsonValue }, text: string | undefined): void {
    const args = text === undefined || text === '' ? (input ?? '') : argumentsOf(text);
    this.#calls.push({ id, name, args });
  }

  close(): void {
    this.#calls.forEach((call, index) => {
      const carry = index === 0 && this.#thinking.length > 0 ? { carry: { thinking: this.#thinking } } : {};
      this.#builder.call({ ...call, ...carry });
    });
  }
}

export function finish(builder: MoveBuilder, reason: unknown): void {
  if (reason === 'max_tokens') builder.end('length');
  else if (ENDS.includes(String(reason))) builder.end('end');
  else builder.end('end', `the answer ended with ${JSON.stringify(reason)}`);
}

/** Everything that was sent to the model counts as input, cached or not. */
export function inputTokens(usage: Partial<Anthropic.Usage>): unknown {
  const { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
  return typeof fresh === 'number' ? fresh + (read ?? 0) + (written ?? 0) : fresh;
}

/** @throws UnreadableAnswer */
export function readMessage(message: Partial<Anthropic.Message>, prefix: string): ModelMove {
  const builder = new MoveBuilder(prefix);
  if (!Array.isArray(message.content)) throw new UnreadableAnswer('it holds no content');
  const blocks = new Blocks(builder);
  for (const block of message.content) blocks.take(block);
  blocks.close();
  finish(builder, message.stop_reason ?? null);
  if (message.usage) builder.used(inputTokens(message.usage), message.usage.output_tokens);
  return builder.move();
}
