import type { JsonObject } from '../../../core/json.ts';
import type { UsagePayload } from '../../payload.ts';
import { known, numberAt } from '../fields.ts';

/** Usage in Anthropic's form, where `input_tokens` leaves out what the cache served or stored. */
export function anthropicUsage(
  usage: JsonObject,
  key: string,
  scope: UsagePayload['scope'],
  model?: string,
): Omit<UsagePayload, 'counted'> {
  const fresh = numberAt(usage, 'input_tokens');
  const cached = numberAt(usage, 'cache_read_input_tokens');
  const cacheWrite = numberAt(usage, 'cache_creation_input_tokens');
  const input = fresh === undefined ? undefined : fresh + (cached ?? 0) + (cacheWrite ?? 0);
  return {
    kind: 'usage',
    scope,
    key,
    ...known('model', model),
    ...known('input', input),
    ...known('output', numberAt(usage, 'output_tokens')),
    ...known('cached', cached),
    ...known('cacheWrite', cacheWrite),
  };
}
