import type Anthropic from '@anthropic-ai/sdk';
import type { ModelMove } from '../../../core/contracts/index.ts';
import type { JsonValue } from '../../../core/json.ts';
import { MoveBuilder, UnreadableAnswer } from '../answer.ts';
import { Blocks, finish, inputTokens } from './answer.ts';

interface OpenBlock {
  block: Record<string, JsonValue>;
  json: string;
}

function grow(open: OpenBlock, delta: Anthropic.RawContentBlockDelta): void {
  const add = (field: string, text: string): void => {
    open.block = { ...open.block, [field]: `${String(open.block[field] ?? '')}${text}` };
  };
  if (delta.type === 'text_delta') add('text', delta.text);
  else if (delta.type === 'input_json_delta') open.json += delta.partial_json;
  else if (delta.type === 'thinking_delta') add('thinking', delta.thinking);
  else if (delta.type === 'signature_delta') add('signature', delta.signature);
}

/** Blocks that are still growing, in the order in which they began. */
class OpenBlocks {
  readonly #open = new Map<number, OpenBlock>();

  /** Takes events about blocks; the others are not for it. */
  take(event: Anthropic.RawMessageStreamEvent): void {
    if (event.type === 'content_block_start') {
      const block = { ...event.content_block } as unknown as OpenBlock['block'];
      this.#open.set(event.index, { block, json: '' });
    } else if (event.type === 'content_block_delta') {
      const grown = this.#open.get(event.index);
      if (!grown) throw new UnreadableAnswer('a piece belongs to no block');
      grow(grown, event.delta);
    }
  }

  close(builder: MoveBuilder): void {
    const blocks = new Blocks(builder);
    for (const { block, json } of this.#open.values()) blocks.take(block, json);
    blocks.close();
  }
}

/** Puts the events of a streamed answer together. @throws UnreadableAnswer when `message_stop` never came */
export async function readEvents(
  events: AsyncIterable<Anthropic.RawMessageStreamEvent>,
  prefix: string,
): Promise<ModelMove> {
  const builder = new MoveBuilder(prefix);
  const blocks = new OpenBlocks();
  let sent: unknown;
  let reason: unknown = null;
  for await (const event of events) {
    blocks.take(event);
    if (event.type === 'message_start') sent = inputTokens(event.message.usage ?? {});
    else if (event.type === 'message_delta') {
      reason = event.delta.stop_reason;
      builder.used(sent, event.usage?.output_tokens);
    } else if (event.type === 'message_stop') finish(builder, reason);
  }
  blocks.close(builder);
  return builder.move();
}
