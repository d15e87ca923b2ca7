import type { JsonObject } from '../../../core/json.ts';
import type { UsagePayload } from '../../payload.ts';
import { known, numberAt } from '../fields.ts';

/** Usage in the form of the Responses API, where input includes what the cache served. */
export function responsesUsage(
  usage: JsonObject,
  key: string,
  scope: UsagePayload['scope'],
): Omit<UsagePayload, 'counted'> {
  return {
    kind: 'usage',
    scope,
    key,
    ...known('input', numberAt(usage, 'input_tokens')),
    ...known('output', numberAt(usage, 'output_tokens')),
    ...known('cached', numberAt(usage, 'cached_input_tokens')),
    ...known('cacheWrite', numberAt(usage, 'cache_write_input_tokens')),
    ...known('reasoning', numberAt(usage, 'reasoning_output_tokens')),
  };
}
