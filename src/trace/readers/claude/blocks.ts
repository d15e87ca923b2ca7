import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { NotUnderstood } from '../../building/builder.ts';
import type { MessagePayload, ResultPayload } from '../../payload.ts';
import { contentOf, flagAt, known, needAny, needText, textAt } from '../fields.ts';
import { repairOf, withTextFacts } from '../results.ts';
import { Spoken } from '../spoken.ts';

const CALL_FIELDS = new Set(['type', 'id', 'name', 'input', 'caller', 'cache_control']);
const RESULT_FIELDS = new Set(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']);
const HOSTED_RESULT = /_tool_result$/;

/** What a row adds to each result block that it holds. */
export type ResultFacts = (block: JsonObject, text: string | undefined) => Partial<ResultPayload>;

function emitCall(builder: TraceBuilder, block: JsonObject, facts: EventFacts): void {
  builder.expect(block, CALL_FIELDS, 'tool_use');
  const pair = block['type'] === 'server_tool_use' ? { pair: false } : {};
  builder.emit(
    { kind: 'call', name: needText(block, 'name'), args: needAny(block, 'input') },
    { ...facts, ...pair, native: { ...facts.native, call: needText(block, 'id') } },
  );
}

function emitResult(builder: TraceBuilder, block: JsonObject, facts: EventFacts, more: ResultFacts): void {
  if (block['type'] === 'tool_result') builder.expect(block, RESULT_FIELDS, 'tool_result');
  const content = contentOf(block['content']);
  const plain: ResultPayload = { kind: 'result', ...content, ...known('isError', flagAt(block, 'is_error')) };
  const { payload, inferred } = withTextFacts({ ...plain, ...more(block, content.text) });
  const synthetic = repairOf(content.text);
  builder.emit(payload, {
    ...facts,
    ...(block['type'] === 'tool_result' ? {} : { pair: false }),
    native: { ...facts.native, call: needText(block, 'tool_use_id') },
    inferred: [...(facts.inferred ?? []), ...inferred],
    ...known('synthetic', synthetic ?? facts.synthetic),
  });
}

const PARTS: ReadonlySet<string> = new Set([
  ...['image', 'document', 'container_upload', 'search_result', 'redacted_thinking'],
]);

function readBlock(
  builder: TraceBuilder,
  block: JsonObject,
  spoken: Spoken,
  facts: EventFacts,
  more: ResultFacts,
): void {
  const kind = textAt(block, 'type') ?? 'none';
  if (kind === 'text') spoken.text(needText(block, 'text'));
  else if (kind === 'thinking') spoken.thought(needText(block, 'thinking'));
  else if (kind === 'tool_use' || kind === 'server_tool_use')
    spoken.after(() => emitCall(builder, block, facts));
  else if (kind === 'tool_result' || HOSTED_RESULT.test(kind))
    spoken.after(() => emitResult(builder, block, facts, more));
  else if (PARTS.has(kind)) spoken.part(kind, block);
  else {
    builder.problem('unknown-block', `holds a block of type ${kind}`, builder.record, 'message.content');
    spoken.after(() => builder.raw('a block of a kind that is not known', block));
  }
}

/** Emits what the blocks of a message in Anthropic's form say: one message for its text, and each call and result. */
export function emitBlocks(
  builder: TraceBuilder,
  content: JsonValue,
  message: Omit<MessagePayload, 'kind' | 'text' | 'parts'>,
  facts: EventFacts,
  more: ResultFacts = () => ({}),
): void {
  const spoken = new Spoken();
  if (typeof content === 'string') spoken.text(content);
  else if (Array.isArray(content)) {
    for (const block of content as readonly JsonValue[]) {
      if (!isJsonObject(block)) throw new NotUnderstood('message.content', 'holds a block that is no object');
      readBlock(builder, block, spoken, facts, more);
    }
  } else throw new NotUnderstood('message.content', 'has no content');
  spoken.emit(builder, message, facts);
}
