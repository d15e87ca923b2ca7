import type { GenerateContentResponse, Part } from '@google/genai';
import type { ModelMove } from '../../../core/contracts/index.ts';
import type { JsonValue } from '../../../core/json.ts';
import { MoveBuilder, UnreadableAnswer } from '../answer.ts';

function takePart(builder: MoveBuilder, part: Part): void {
  const { functionCall: call, thoughtSignature: signature } = part;
  if (call) {
    const args = (call.args ?? {}) as JsonValue;
    builder.call({
      id: call.id,
      name: call.name,
      args,
      ...(signature === undefined ? {} : { carry: { thoughtSignature: signature } }),
    });
  } else if (part.text !== undefined) {
    // A thought is not what the model said; it stays in the recording.
    if (part.thought !== true) builder.say(part.text);
  } else if (signature === undefined)
    builder.remark(`a part with ${Object.keys(part).join(', ')} is left to the recording`);
}

function finish(builder: MoveBuilder, reason: unknown): void {
  if (reason === 'MAX_TOKENS') builder.end('length');
  else if (reason === 'STOP') builder.end('end');
  else builder.end('end', `the answer ended with ${JSON.stringify(reason)}`);
}

/** What the model thought was billed as output. */
function takeUsage(builder: MoveBuilder, usage: GenerateContentResponse['usageMetadata']): void {
  if (!usage) return;
  const said = usage.candidatesTokenCount;
  const output = said === undefined ? usage.thoughtsTokenCount : said + (usage.thoughtsTokenCount ?? 0);
  builder.used(usage.promptTokenCount, output);
}

function takeResponse(builder: MoveBuilder, response: GenerateContentResponse): void {
  const [candidate] = response.candidates ?? [];
  for (const part of candidate?.content?.parts ?? []) takePart(builder, part);
  const blocked = response.promptFeedback?.blockReason;
  if (candidate?.finishReason !== undefined) finish(builder, candidate.finishReason);
  else if (blocked !== undefined) builder.end('end', `the request was blocked: ${blocked}`);
}

/** @throws UnreadableAnswer */
export function readResponse(response: GenerateContentResponse, prefix: string): ModelMove {
  const builder = new MoveBuilder(prefix);
  takeResponse(builder, response);
  if (!builder.ended) {
    if (!response.candidates?.[0]) throw new UnreadableAnswer('it holds no candidate');
    finish(builder, null);
  }
  takeUsage(builder, response.usageMetadata);
  return builder.move();
}

/** Puts the pieces of a streamed answer together. @throws UnreadableAnswer when none of them ended it */
export async function readResponses(
  responses: AsyncIterable<GenerateContentResponse>,
  prefix: string,
): Promise<ModelMove> {
  const builder = new MoveBuilder(prefix);
  let usage: GenerateContentResponse['usageMetadata'];
  for await (const response of responses) {
    takeResponse(builder, response);
    usage = response.usageMetadata ?? usage;
  }
  takeUsage(builder, usage);
  return builder.move();
}
