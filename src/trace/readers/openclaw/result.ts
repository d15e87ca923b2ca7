import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { TraceBuilder } from '../../building/builder.ts';
import { flagAt, known, listAt, numberAt, objectAt, textAt } from '../fields.ts';
import { piUsage } from '../pi/messages.ts';
import type { TraceReader } from '../reader.ts';

function readResult(builder: TraceBuilder, row: JsonObject): void {
  const session = textAt(row, 'sessionId');
  const facts = { native: known('session', session) };
  if (session !== undefined) builder.sessions.add(session);
  builder.ends = 'closed';
  const payloads = listAt(row, 'payloads').filter(isJsonObject);
  const text = textAt(row, 'final') ?? payloads.map((payload) => textAt(payload, 'text') ?? '').join('\n');
  builder.emit({ kind: 'message', role: 'assistant', origin: 'model', text, parts: [] }, facts);
  const failure = textAt(row, 'error') ?? (flagAt(row, 'ok') === false ? textAt(row, 'status') : undefined);
  if (failure !== undefined) builder.emit({ kind: 'error', message: failure }, facts);
  const usage = row['usage'];
  if (isJsonObject(usage)) builder.emit(piUsage(usage, 'session', 'session', textAt(row, 'model')), facts);
  const calls = numberAt(objectAt(row, 'toolSummary'), 'calls');
  if (calls !== undefined)
    builder.emit({ kind: 'setting', name: 'toolSummary', value: row['toolSummary'] ?? null }, facts);
  builder.emit({ kind: 'session', phase: 'end', ...known('reason', textAt(row, 'status')) }, facts);
}

/** The one object that `openclaw agent exec --json` prints. */
export const openclawResult: TraceReader = {
  id: 'openclaw-result',
  title: 'OpenClaw agent exec --json output (one object)',
  harness: 'openclaw',
  visibility: 'persisted',
  tokenRule: 'none: only totals are printed',
  claims: (row) =>
    Object.hasOwn(row, 'payloads') && (Object.hasOwn(row, 'assistantTurns') || Object.hasOwn(row, 'final')),
  open: (builder) => ({ read: (row) => readResult(builder, row) }),
};
