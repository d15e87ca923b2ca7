import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { type EventFacts, NotUnderstood, type TraceBuilder } from '../../building/builder.ts';
import { flagAt, known, listAt, needText, numberAt, objectAt, textAt } from '../fields.ts';
import type { TraceReader } from '../reader.ts';

const FORMAT = 'measurand.reference-session/1';
const TYPES: ReadonlySet<string> = new Set(['session', 'user', 'assistant', 'result', 'job', 'end']);

function emitCalls(builder: TraceBuilder, row: JsonObject, facts: EventFacts): void {
  for (const call of listAt(row, 'calls')) {
    if (!isJsonObject(call)) throw new NotUnderstood('calls', 'holds what is no call');
    builder.emit(
      { kind: 'call', name: needText(call, 'name'), args: needText(call, 'args') },
      { ...facts, native: { ...facts.native, call: needText(call, 'id') } },
    );
  }
}

function emitResult(builder: TraceBuilder, row: JsonObject, facts: EventFacts): void {
  builder.emit(
    {
      kind: 'result',
      name: needText(row, 'name'),
      text: needText(row, 'text'),
      parts: [],
      ...known('isError', flagAt(row, 'isError')),
      ...known('exitCode', numberAt(row, 'exitCode')),
      ...known('signal', textAt(row, 'signal')),
    },
    { ...facts, native: { ...facts.native, call: needText(row, 'call') } },
  );
}

function emitEnd(builder: TraceBuilder, row: JsonObject, facts: EventFacts): void {
  const error = textAt(row, 'error');
  if (error !== undefined) builder.emit({ kind: 'error', message: error }, facts);
  builder.emit({ kind: 'turn', phase: 'end', of: 'turn', reason: needText(row, 'status') }, facts);
}

function readRow(builder: TraceBuilder, row: JsonObject, session: string | undefined): void {
  const facts: EventFacts = {
    native: { ...known('session', session), ...known('agent', textAt(row, 'agent')) },
  };
  const type = needText(row, 'type');
  if (type === 'session') {
    builder.inSession(needText(row, 'id'));
    builder.emit(
      { kind: 'session', phase: 'start', harness: 'reference', ...known('version', textAt(row, 'version')) },
      facts,
    );
  } else if (type === 'user') {
    const origin = textAt(row, 'origin') === 'harness' ? 'harness' : 'user';
    builder.emit({ kind: 'message', role: 'user', origin, text: needText(row, 'text'), parts: [] }, facts);
  } else if (type === 'assistant') {
    const text = needText(row, 'text');
    if (text !== '')
      builder.emit({ kind: 'message', role: 'assistant', origin: 'model', text, parts: [] }, facts);
    emitCalls(builder, row, facts);
  } else if (type === 'result') emitResult(builder, row, facts);
  else if (type === 'job') {
    const job = objectAt(row, 'job');
    const pid = numberAt(job, 'pid');
    builder.emit(
      {
        kind: 'process',
        phase: 'start',
        command: needText(job, 'command'),
        ...known('pid', pid?.toString()),
      },
      facts,
    );
  } else if (type === 'end') emitEnd(builder, row, facts);
  else throw new NotUnderstood('type', `has the type ${type}, which is not known`);
}

/** A session file of the reference harness. */
export const referenceSession: TraceReader = {
  id: 'reference-session',
  title: 'Reference harness session (JSONL)',
  harness: 'reference',
  visibility: 'persisted',
  tokenRule: 'none: no usage is kept',
  claims: (row) => row['format'] === FORMAT || (TYPES.has(String(row['type'])) && Object.hasOwn(row, 'call')),
  open(builder) {
    let session: string | undefined;
    return {
      read(row) {
        if (row['type'] === 'session') session = textAt(row, 'id');
        readRow(builder, row, session);
      },
    };
  },
};
