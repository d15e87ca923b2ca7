import { statSync } from 'node:fs';
import type { EpisodeCoordinates, Model } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type Recording, readRecording } from './recording.ts';
import { replayedModel } from './replay.ts';

const PREFIX = 'replay:';

/** Whether an id names a recorded model: `replay:FILE#ID`. */
export function isReplayId(id: string): boolean {
  return id.startsWith(PREFIX);
}

const READ = new Map<string, { readonly version: string; readonly recording: Recording }>();

/** Reads a file once for all the episodes of a study, and again when it has changed. */
function readOnce(file: string): Recording {
  const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
  const version = `${mtimeMs}/${size}`;
  const read = READ.get(file);
  if (read?.version === version) return read.recording;
  const recording = readRecording(file);
  READ.set(file, { version, recording });
  return recording;
}

/**
 * A recorded model as a model of its own name, beside others in one grid.
 *
 * @param coordinates without them the model can be named and cannot decide
 * @throws MeasurandError `invalid-model-id`, `not-recorded`, and what {@link readRecording} refuses
 */
export function namedReplay(id: string, coordinates?: EpisodeCoordinates): Model {
  const [, file, model] = /^replay:(.+?)#(.+)$/.exec(id) ?? [];
  if (file === undefined || model === undefined) {
    throw new MeasurandError('invalid-model-id', `${JSON.stringify(id)} names no recorded model`, {
      field: 'model',
      next: 'Write replay:FILE#MODEL',
    });
  }
  const recording = readOnce(file);
  if (!recording.models.includes(model)) {
    throw new MeasurandError('not-recorded', `${model} is not in the recording`, {
      file,
      field: 'model',
      next: `Choose from ${recording.models.join(', ')}`,
    });
  }
  if (coordinates) return replayedModel(recording, { ...coordinates, model }, id);
  const decide: Model['decide'] = () => Promise.reject(new TypeError(`${id} decides within an episode only`));
  return { id, kind: 'replay', decide };
}
