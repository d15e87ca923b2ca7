import type { EpisodeLimits } from '../../../core/contracts/index.ts';
import type { Intervention } from '../../../gateway/interventions/intervention.ts';

/** Id of the window among the interventions of a run. */
export const WINDOW = 'observation-window';

/** A text that every answer with records holds, and no other. */
const RECORDS = 'record_id';

/**
 * The observation window of a study, made at the gateway: of each page the model is shown the first so many characters,
 * whatever the harness would show. The harness itself, the task, its service and all other results stay as they are.
 */
export function windowOf({ observationCharacters }: EpisodeLimits): readonly Intervention[] {
  if (observationCharacters === undefined) return [];
  return [
    {
      id: WINDOW,
      select: { kind: 'result', contains: RECORDS },
      action: { type: 'withhold', beyond: observationCharacters },
    },
  ];
}
