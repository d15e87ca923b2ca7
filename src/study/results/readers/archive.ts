import { readArchive } from '../../../archive/folder.ts';
import { digestOf } from '../../../core/digest.ts';
import type { ResultSink } from '../run.ts';

/** Episodes of an archive of our own, as runs. @throws MeasurandError what opening an archive throws */
export function readArchiveRuns(folder: string, sink: ResultSink, signal?: AbortSignal): void {
  using archive = readArchive(folder);
  sink.version('1');
  for (const { id, coordinates, state, scores, error, payload } of archive.records()) {
    signal?.throwIfAborted();
    const { suite, task, seed, model, scaffold, profile, protocol, arm, settings } = coordinates;
    sink.run({
      ...{ record: id, suite, task, trial: seed, model, scaffold, state },
      own: { profile, protocol, arm, settings },
      scores: scores.map(({ scorer, value }) => ({ scorer, value })),
      ...(error ? { error } : {}),
      ...(payload ? { submission: digestOf({ ...payload }) } : {}),
      marks: [],
    });
  }
}
