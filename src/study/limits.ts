import type { EpisodeLimits, Scaffold } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';

const NAMES = ['steps', 'outputTokens', 'observationCharacters'] as const;

function invalid(field: string, what: string, next: string): MeasurandError {
  return new MeasurandError('invalid-limit', what, { field: `settings.${field}`, next });
}

/**
 * The limits in force: what the settings of an episode name under `limits`, over the scaffold's own.
 *
 * @throws MeasurandError `invalid-limit`
 */
export function limitsFor(scaffold: Pick<Scaffold, 'limits'>, settings: JsonObject): EpisodeLimits {
  const given = settings['limits'] ?? {};
  if (!isJsonObject(given)) throw invalid('limits', 'limits must be an object', `Name ${NAMES.join(', ')}`);
  for (const [name, value] of Object.entries(given)) {
    if (!(NAMES as readonly string[]).includes(name)) {
      throw invalid('limits', `There is no limit ${JSON.stringify(name)}`, `Choose from ${NAMES.join(', ')}`);
    }
    if (!(Number.isSafeInteger(value) && (value as number) >= 1)) {
      throw invalid(`limits.${name}`, `${JSON.stringify(value)} is no limit`, 'Use an integer from 1');
    }
  }
  return { ...scaffold.limits, ...given };
}
