import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { TraceEvent } from '../event.ts';
import { type ReadOptions, readTrace } from '../read-trace.ts';
import { TraceEventSchema, TraceHeaderSchema } from '../schema.ts';
import { fileChunks } from '../source/chunks.ts';
import { jsonLines, parsed } from '../source/json-lines.ts';
import type { Trace, TraceHeader } from '../trace.ts';
import { traceSources } from './sources.ts';
import { EVENTS_FILE, HEADER_FILE } from './write.ts';

function headerOf(file: string): TraceHeader {
  const value: JsonValue | undefined = parsed(readFileSync(file, 'utf8')).value;
  const format = isJsonObject(value) ? value['format'] : undefined;
  if (typeof format === 'string' && /^measurand\.trace\/(?!1$)/.test(format))
    throw new MeasurandError(
      'newer-version',
      `is of the form ${format}, and this reader knows measurand.trace/1`,
      { file, field: 'format' },
    );
  const read = TraceHeaderSchema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new MeasurandError('invalid-trace', issue?.message ?? 'is no trace', {
    file,
    field: issue?.path.join('.') ?? '$',
  });
}

function eventsOf(file: string): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  for (const { value, position, trouble } of jsonLines(fileChunks(file), basename(file))) {
    const read = TraceEventSchema.safeParse(value);
    if (!read.success)
      throw new MeasurandError(
        'invalid-trace',
        trouble?.what ?? read.error.issues[0]?.message ?? 'is no event',
        {
          file,
          record: position.line ?? 0,
          field: read.error.issues[0]?.path.join('.') ?? '$',
        },
      );
    events.push(read.data);
  }
  return events;
}

/** The one file that a path to a source means. @throws MeasurandError `several-sources`, and what `traceSources` throws */
function sourceFile(path: string): string {
  const files = traceSources(path);
  const [file] = files;
  if (file !== undefined && files.length === 1) return file;
  throw new MeasurandError('several-sources', `holds ${files.length} files`, {
    file: path,
    next: 'Name one of them, or import the folder first',
  });
}

/**
 * A trace from the folder that an import wrote, or read from its source.
 *
 * @throws MeasurandError `not-a-trace`, `several-sources`, `invalid-trace`, `newer-version`, and what `readTrace` throws
 */
export async function openTrace(path: string, options: Omit<ReadOptions, 'onEvent'> = {}): Promise<Trace> {
  const header = join(path, HEADER_FILE);
  if (!existsSync(header)) {
    const source = sourceFile(path);
    return source === path || !existsSync(join(source, HEADER_FILE))
      ? readTrace(source, options)
      : openTrace(source, options);
  }
  const trace = { header: headerOf(header), events: eventsOf(join(path, EVENTS_FILE)) };
  if (trace.events.length !== trace.header.events)
    throw new MeasurandError(
      'invalid-trace',
      `holds ${trace.events.length} events where trace.json says ${trace.header.events}`,
      { file: join(path, EVENTS_FILE), field: 'events' },
    );
  return trace;
}

/** Every trace that a path means, in the order of `traceSources`. @throws MeasurandError as `openTrace` does */
export async function openTraces(
  path: string,
  options: Omit<ReadOptions, 'onEvent'> = {},
): Promise<readonly Trace[]> {
  const traces: Trace[] = [];
  for (const source of traceSources(path)) traces.push(await openTrace(source, options));
  return traces;
}
