import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MeasurandError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { TraceEvent } from '../event.ts';
import { type ReadOptions, readTrace } from '../read-trace.ts';
import { TraceEventSchema, TraceHeaderSchema } from '../schema.ts';
import { fileChunks } from '../source/chunks.ts';
import { jsonLines, parsed } from '../source/json-lines.ts';
import type { Trace, TraceHeader } from '../trace.ts';
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

/** The folder of a boundary log is read by its log. */
function sourceIn(folder: string): string {
  const log = join(folder, 'boundary.jsonl');
  if (existsSync(log)) return log;
  throw new MeasurandError('not-a-trace', 'is a folder without a trace.json or a boundary.jsonl', {
    file: folder,
    next: 'Name one file, or a folder that measurand import wrote',
  });
}

/** The file that a path to a source means. @throws MeasurandError `not-a-trace`, `unreadable-file` */
export function sourceFile(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new MeasurandError('unreadable-file', 'there is no such file', { file: path });
  return stat.isDirectory() ? sourceIn(path) : path;
}

/**
 * A trace from the folder that an import wrote, or read from its source.
 *
 * @throws MeasurandError `not-a-trace`, `invalid-trace`, `newer-version`, and what `readTrace` throws
 */
export async function openTrace(path: string, options: Omit<ReadOptions, 'onEvent'> = {}): Promise<Trace> {
  const header = join(path, HEADER_FILE);
  if (!existsSync(header)) return readTrace(sourceFile(path), options);
  const trace = { header: headerOf(header), events: eventsOf(join(path, EVENTS_FILE)) };
  if (trace.events.length !== trace.header.events)
    throw new MeasurandError(
      'invalid-trace',
      `holds ${trace.events.length} events where trace.json says ${trace.header.events}`,
      { file: join(path, EVENTS_FILE), field: 'events' },
    );
  return trace;
}
