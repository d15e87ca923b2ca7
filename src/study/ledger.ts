import {
  EPISODE_STATES,
  type EpisodeCoordinates,
  type EpisodeRecord,
  type EpisodeState,
} from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { planIds } from './coordinates.ts';
import { bareRecord } from './records.ts';

/** For every planned episode its one final state (DESIGN §6). */
export interface DenominatorLedger {
  readonly planned: number;
  readonly states: Readonly<Record<EpisodeState, number>>;
}

/** Episodes taken out by a rule that was declared before they ran. */
export interface Exclusion {
  readonly reason: string;
  applies(coordinates: EpisodeCoordinates): boolean;
}

/**
 * One record for each planned episode, in the order of the plan: the one that was kept; an `excluded` one where a
 * declared rule applies, whatever was kept; a `missing` one otherwise.
 *
 * @param find the record kept under an id
 * @throws MeasurandError `duplicate-episode`
 */
export function recordsOfPlan(
  planned: readonly EpisodeCoordinates[],
  find: (id: string) => EpisodeRecord | undefined,
  exclusions: readonly Exclusion[] = [],
): readonly EpisodeRecord[] {
  const ids = planIds(planned);
  return planned.map((coordinates, index) => {
    const rule = exclusions.find(({ applies }) => applies(coordinates));
    if (rule) return bareRecord(coordinates, 'excluded', rule.reason);
    return find(ids[index] as string) ?? bareRecord(coordinates, 'missing', 'never finished');
  });
}

/**
 * Counts a plan by state, and refuses to count unless every planned episode stands in exactly one.
 *
 * @throws MeasurandError `foreign-episode`, `duplicate-episode`, `unbalanced-ledger`
 */
export function ledgerOf(
  planned: readonly EpisodeCoordinates[],
  records: readonly EpisodeRecord[],
): DenominatorLedger {
  const open = new Set(planIds(planned));
  const states = Object.fromEntries(EPISODE_STATES.map((state) => [state, 0])) as Record<
    EpisodeState,
    number
  >;
  const seen = new Set<string>();
  for (const { id, state } of records) {
    if (seen.has(id)) throw unbalanced('duplicate-episode', `episode ${id} has two records`, id);
    if (!open.delete(id)) throw unbalanced('foreign-episode', `episode ${id} was not planned`, id);
    if (!EPISODE_STATES.includes(state)) throw unbalanced('unbalanced-ledger', `${state} is no state`, id);
    seen.add(id);
    states[state] += 1;
  }
  states.missing += open.size;
  const sum = Object.values(states).reduce((total, count) => total + count, 0);
  if (sum !== planned.length) {
    throw unbalanced(
      'unbalanced-ledger',
      `${planned.length} episodes were planned and ${sum} are accounted for`,
    );
  }
  return { planned: planned.length, states };
}

function unbalanced(code: string, what: string, record?: string): MeasurandError {
  return new MeasurandError(code, what, {
    kind: 'failed',
    ...(record === undefined ? {} : { record }),
    next: 'No figure is printed from a ledger that does not balance',
  });
}
