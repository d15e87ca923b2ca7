import type { JsonObject } from '../../core/json.ts';
import type { TraceBuilder } from '../building/builder.ts';
import { needText } from './fields.ts';
import type { TraceReader } from './reader.ts';

function readText(builder: TraceBuilder, row: JsonObject): void {
  const text = needText(row, '_text');
  builder.emit(
    { kind: 'message', role: 'assistant', origin: 'model', text, parts: [] },
    { inferred: ['Printed text is taken to be the final answer: the stream does not say what it is'] },
  );
}

/** Text that a harness printed without any structure, such as DeepSeek Harness without a terminal. */
export const printedText: TraceReader = {
  id: 'printed-text',
  title: 'Printed text, one {"_text": …} a line',
  visibility: 'persisted',
  tokenRule: 'none',
  claims: (row) => typeof row['_text'] === 'string',
  open: (builder) => ({ read: (row) => readText(builder, row) }),
};
