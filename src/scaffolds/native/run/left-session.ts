import { join } from 'node:path';
import { MeasurandError } from '../../../core/errors.ts';
import { streamTrace } from '../../../trace/read-trace.ts';
import type { HarnessAdapter } from '../contracts.ts';
import { snapshotFolder } from '../process/snapshot.ts';

/** Every file below the home of a run. Links are no files here, so nothing outside is reached. */
export function filesBelow(home: string): readonly string[] {
  return snapshotFolder(home, { bytes: 0 }).entries.flatMap(({ kind, path }) =>
    kind === 'file' ? [path] : [],
  );
}

/**
 * The session that a harness's own records hold, for a turn that was killed before it printed its id. The last one,
 * where there are several; undefined where no record can be read.
 *
 * @param home as this machine sees it
 */
export async function leftSession(adapter: HarnessAdapter, home: string): Promise<string | undefined> {
  for (const { format, files } of adapter.records(filesBelow(home))) {
    const [file] = files;
    if (file === undefined) continue;
    try {
      const { sessions } = await streamTrace(join(home, file), { format, onEvent: () => undefined });
      const last = sessions.at(-1);
      if (last !== undefined) return last;
    } catch (error) {
      // Its writer may have been killed in the middle of it.
      if (!(error instanceof MeasurandError)) throw error;
    }
  }
  return undefined;
}
