import type { UsagePayload } from '../payload.ts';
import { known } from './fields.ts';

/** Whose usage it is; see `UsagePayload`. */
export interface UsagePlace {
  readonly key: string;
  readonly scope: UsagePayload['scope'];
  readonly model: string | undefined;
}

/** Counts of a source whose input leaves out what the cache served or stored. Undefined: it does not say. */
export interface CountsBesideCache {
  readonly fresh: number | undefined;
  readonly output: number | undefined;
  readonly cached: number | undefined;
  readonly cacheWrite: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Usage with all input tokens counted, those of the cache included. */
export function usageBesideCache(
  { key, scope, model }: UsagePlace,
  { fresh, output, cached, cacheWrite, reasoning }: CountsBesideCache,
): Omit<UsagePayload, 'counted'> {
  const input = fresh === undefined ? undefined : fresh + (cached ?? 0) + (cacheWrite ?? 0);
  return {
    kind: 'usage',
    scope,
    key,
    ...known('model', model),
    ...known('input', input),
    ...known('output', output),
    ...known('cached', cached),
    ...known('cacheWrite', cacheWrite),
    ...known('reasoning', reasoning),
  };
}
