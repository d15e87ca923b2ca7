import { MeasurandError } from '../../core/errors.ts';
import type { JudgeSource } from '../bridge/judge-gateway.ts';

/** What a model of a slice is reached by: an address, or the folder of a recording. */
const PLACE = /^(?:replay:(?<folder>.+)|(?<url>https?:\/\/.+))$/;

/**
 * Reads `NAME=http://HOST/v1` and `NAME=replay:DIR` for every model of a slice.
 *
 * @param key for the addresses
 * @param recordingOf folder that what a model says is recorded in; nothing for no recording
 * @throws MeasurandError `invalid-usage` for a model that is not of the slice, that is missing, or that has no place
 */
export function liveModels(
  models: readonly string[],
  given: readonly string[],
  key: string,
  recordingOf: (name: string) => string | undefined,
): readonly JudgeSource[] {
  const refuse = (what: string): MeasurandError =>
    new MeasurandError('invalid-usage', what, {
      field: 'models',
      next: `Give NAME=http://HOST/v1 or NAME=replay:DIR for each of ${models.join(', ')}`,
    });
  const sources = new Map<string, JudgeSource>();
  for (const text of given) {
    const cut = text.indexOf('=');
    const [name, place] = [text.slice(0, cut), text.slice(cut + 1)];
    const { folder, url } = PLACE.exec(place)?.groups ?? {};
    if (cut < 1 || (folder === undefined && url === undefined))
      throw refuse(`${JSON.stringify(text)} names no place`);
    if (!models.includes(name)) throw refuse(`the slice has no model ${JSON.stringify(name)}`);
    const record = recordingOf(name);
    if (folder !== undefined) sources.set(name, { name, replay: folder });
    else if (url !== undefined)
      sources.set(name, { name, url, key, ...(record === undefined ? {} : { record }) });
  }
  return models.map((name) => {
    const source = sources.get(name);
    if (!source) throw refuse(`the model ${JSON.stringify(name)} has no place`);
    return source;
  });
}
