import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { HarnessAdapter } from '../../../scaffolds/native/contracts.ts';
import type { TraceEvent } from '../../../trace/event.ts';
import { readTrace } from '../../../trace/read-trace.ts';

/** A database is read with what stands beside it. */
const BESIDE_DATABASE = /-(?:wal|shm|journal)$/;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !BESIDE_DATABASE.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** What the harness itself wrote down about a run; undefined when it kept no record that can be read. */
export async function persistedEvents(
  adapter: HarnessAdapter,
  home: string,
): Promise<readonly TraceEvent[] | undefined> {
  const records = adapter.records(filesBelow(home));
  if (records.length === 0) return undefined;
  const events: TraceEvent[] = [];
  for (const { format, files } of records) {
    for (const file of files) {
      const trace = await readTrace(join(home, file), { format });
      events.push(...trace.events);
    }
  }
  return events;
}
