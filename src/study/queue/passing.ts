import type { EpisodeRecord } from '../../core/contracts/index.ts';
import { PROVIDER_ERRORS } from '../../models/providers/errors.ts';

/** Codes of what may be gone when the same episode is run again: outages and rate limits, never what a model did. */
const PASSING: ReadonlySet<string> = new Set([
  'patience-exhausted',
  ...Object.entries(PROVIDER_ERRORS)
    .filter(([, { passes }]) => passes)
    .map(([code]) => code),
]);

/** Whether an episode failed by the apparatus alone, in a way that another attempt may escape. */
export function mayPass({ state, error }: EpisodeRecord): boolean {
  return state === 'errored' && error !== undefined && PASSING.has(error.code);
}
