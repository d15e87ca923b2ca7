import { existsSync, writeFileSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';
import { openTrace } from '../../trace/folder/read.ts';
import type { Trace } from '../../trace/trace.ts';
import { writeAtif } from '../../trace/writers/atif.ts';
import { writeOtel } from '../../trace/writers/otel.ts';
import type { WriteLedger } from '../../trace/writers/story.ts';

/** Forms that a trace is written in. */
export type TraceForm = 'atif' | 'otel' | 'jsonl';

export interface ExportTraceOptions {
  /** A folder that an import wrote, or a file that can be imported. */
  readonly trace: string;
  readonly form: TraceForm;
  /** A file that is not there yet. */
  readonly file: string;
  readonly signal?: AbortSignal;
}

export interface TraceExport {
  readonly format: 'measurand.trace-export/1';
  readonly form: TraceForm;
  readonly file: string;
  /** What the form could carry over. */
  readonly ledger: WriteLedger;
}

function rendered(trace: Trace, form: TraceForm): { readonly text: string; readonly ledger: WriteLedger } {
  if (form === 'jsonl') {
    const lines = trace.events.map((event) => `${JSON.stringify(event)}\n`);
    return { text: lines.join(''), ledger: { events: lines.length, written: lines.length, left: {} } };
  }
  const { document, ledger } = form === 'atif' ? writeAtif(trace) : writeOtel(trace);
  return { text: `${JSON.stringify(document, null, form === 'atif' ? 2 : 0)}\n`, ledger };
}

/**
 * Writes a trace as an ATIF trajectory, as OTLP JSON, or as the events of our own form, one a line; and says which events
 * the form has no place for.
 *
 * @throws MeasurandError `file-exists`, and what `openTrace` throws
 */
export async function exportTrace({ trace, form, file, signal }: ExportTraceOptions): Promise<TraceExport> {
  if (existsSync(file))
    throw new MeasurandError('file-exists', 'there is a file of this name', { file, next: 'Choose another' });
  const { text, ledger } = rendered(await openTrace(trace, signal === undefined ? {} : { signal }), form);
  writeFileSync(file, text, { flag: 'wx' });
  return { format: 'measurand.trace-export/1', form, file, ledger };
}
