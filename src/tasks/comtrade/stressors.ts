import type { EpisodeLimits } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';

/**
 * Hardships that a study may switch on, one by one, in the tools of a repaired task.
 * `misleading-retry`: every error that has a status, rejected pages too, says that a retry can help (reference §9.2, item 7).
 * `hidden-totals`: totals rows come without `isTotal` and `is_total`; partner `WLD` and hs `TOTAL` still tell.
 */
export const ENVIRONMENT_STRESSORS = ['misleading-retry', 'hidden-totals'] as const;
export type EnvironmentStressor = (typeof ENVIRONMENT_STRESSORS)[number];

/** The stressor that acts in the scaffold: a tool result is shown only up to N characters (reference §9.3). */
const OBSERVATION_WINDOW = 'observation-window';

/** Stressors by the party that has to carry them out. */
export interface Stressors {
  /** For the task's settings, in the order of `ENVIRONMENT_STRESSORS`. */
  readonly environment: readonly EnvironmentStressor[];
  /** For the scaffold's limits. */
  readonly limits: Pick<EpisodeLimits, 'observationCharacters'>;
}

/** Hands back the name when it is one of the tools' stressors. */
export function environmentStressor(name: string): EnvironmentStressor | undefined {
  return ENVIRONMENT_STRESSORS.find((known) => known === name);
}

/**
 * Reads stressors as a study names them: `misleading-retry`, `hidden-totals`, `observation-window:N`.
 *
 * @throws MeasurandError `unknown-stressor`, `repeated-stressor`, or `invalid-stressor` for a window that is no
 *   positive integer
 */
export function parseStressors(names: readonly string[]): Stressors {
  const seen = new Set<string>();
  const limits: { observationCharacters?: number } = {};
  for (const name of names) {
    const [kind = ''] = name.split(':', 1);
    if (kind === OBSERVATION_WINDOW) limits.observationCharacters = windowOf(name);
    else if (!environmentStressor(name)) throw unknown(name);
    if (seen.has(kind)) {
      throw new MeasurandError('repeated-stressor', `The stressor ${kind} is named twice`, {
        field: 'stressors',
        next: 'Name each stressor once',
      });
    }
    seen.add(kind);
  }
  return { environment: ENVIRONMENT_STRESSORS.filter((name) => seen.has(name)), limits };
}

function windowOf(name: string): number {
  const [, size] = /^observation-window:([1-9][0-9]*)$/.exec(name) ?? [];
  const characters = Number(size);
  if (Number.isSafeInteger(characters)) return characters;
  throw new MeasurandError('invalid-stressor', `${JSON.stringify(name)} names no number of characters`, {
    field: 'stressors',
    next: 'Write observation-window:N with a positive integer N, such as observation-window:3000',
  });
}

function unknown(name: string): MeasurandError {
  return new MeasurandError('unknown-stressor', `There is no stressor ${JSON.stringify(name)}`, {
    field: 'stressors',
    next: `Choose from ${[...ENVIRONMENT_STRESSORS, `${OBSERVATION_WINDOW}:N`].join(', ')}`,
  });
}
