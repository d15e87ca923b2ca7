import type { JsonObject } from '../../../core/json.ts';
import type { UsagePayload } from '../../payload.ts';
import { numberAt } from '../fields.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';

/** Usage in Anthropic's form, where `input_tokens` leaves out what the cache served or stored. */
export function anthropicUsage(
  usage: JsonObject,
  key: string,
  scope: UsagePayload['scope'],
  model?: string,
): Omit<UsagePayload, 'counted'> {
  return usageBesideCache(
    { key, scope, model },
    {
      fresh: numberAt(usage, 'input_tokens'),
      output: numberAt(usage, 'output_tokens'),
      cached: numberAt(usage, 'cache_read_input_tokens'),
      cacheWrite: numberAt(usage, 'cache_creation_input_tokens'),
    },
  );
}
