import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventFacts, TraceBuilder } from '../../building/builder.ts';
import { known, needObject, needText, objectAt, textAt, timeOf } from '../fields.ts';
import type { TraceReader } from '../reader.ts';
import { emitPart, opencodeUsage } from './parts.ts';

function readEvent(builder: TraceBuilder, row: JsonObject): void {
  const type = needText(row, 'type');
  const session = needText(row, 'sessionID');
  builder.sessions.add(session);
  const facts: EventFacts = { native: { session }, ...known('time', timeOf(row['timestamp'])) };
  if (type === 'error') {
    const error = objectAt(row, 'error');
    const message = textAt(objectAt(error, 'data'), 'message') ?? JSON.stringify(row['error'] ?? null);
    builder.emit({ kind: 'error', message, ...known('code', textAt(error, 'name')) }, facts);
    return;
  }
  const part = needObject(row, 'part');
  const message = textAt(part, 'messageID');
  const own: EventFacts = { ...facts, native: { session, ...known('message', message) } };
  builder.ends = type === 'step_finish' && textAt(part, 'reason') !== 'tool-calls' ? 'closed' : 'open';
  if (!emitPart(builder, part, 'assistant', own)) {
    builder.problemOnce(`type ${type}`, 'unknown-record', `parts of type ${type} are kept raw`, 'part.type');
    builder.raw('a part of a type that is not known', row);
    return;
  }
  const tokens = part['tokens'];
  if (isJsonObject(tokens))
    builder.emit(opencodeUsage(tokens, textAt(part, 'id') ?? `${builder.record}`, 'response'), own);
}

/** What `opencode run --format json` prints. */
export const opencodeStream: TraceReader = {
  id: 'opencode-stream',
  title: 'opencode run --format json events (JSONL)',
  harness: 'opencode',
  visibility: 'persisted',
  tokenRule: 'id of the part that ends a step',
  claims: (row) => Object.hasOwn(row, 'sessionID') && (isJsonObject(row['part']) || row['type'] === 'error'),
  open: (builder) => ({ read: (row) => readEvent(builder, row) }),
};
