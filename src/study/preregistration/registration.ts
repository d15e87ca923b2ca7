import type { Stopping } from '../declaration/inference-schema.ts';
import type { Standing } from '../declared/results.ts';
import type { FrozenContent } from './content.ts';
import { type Deviation, deviationsOf } from './deviations.ts';
import type { Preregistration } from './file.ts';
import type { Look } from './looks.ts';

/** What a run owes to its registration. */
export interface Registration {
  readonly state: 'registered' | 'not-registered';
  /** Digest of what was frozen; null without a registration. */
  readonly digest: string | null;
  /** The file, and its date by the clock of the machine that froze it; null without a registration. */
  readonly file: string | null;
  readonly frozen: string | null;
  readonly deviations: readonly Deviation[];
  readonly looks: readonly Look[];
}

export const NOT_REGISTERED: Registration = {
  state: 'not-registered',
  digest: null,
  file: null,
  frozen: null,
  deviations: [],
  looks: [],
};

/** Seeds at which the frozen rule lets somebody look. */
function declaredLooks(stopping: Stopping, seeds: number): readonly number[] {
  return stopping.rule === 'anytime' ? stopping.looks : [seeds];
}

/** Looks that the frozen rule does not know: too early, or a second time at other episodes. */
export function extraLooks(looks: readonly Look[], stopping: Stopping, seeds: number): readonly Deviation[] {
  const open = [...declaredLooks(stopping, seeds)];
  return looks.flatMap((look): Deviation[] => {
    const at = open.indexOf(look.seeds);
    if (at >= 0) {
      open.splice(at, 1);
      return [];
    }
    const says = `looks: an undeclared look at ${look.seeds} seeds, ${look.episodes} episodes`;
    return [{ field: 'looks', says, reach: 'all' }];
  });
}

/** Holds a plan and its looks against a registration. */
export function heldAgainst(
  registration: Preregistration,
  file: string,
  run: FrozenContent,
  looks: readonly Look[],
): Registration {
  const { digest, frozen, content } = registration;
  const stopping = content.stopping as unknown as Stopping;
  const seeds = (content.axes['seeds'] as readonly number[]).length;
  const deviations = [...deviationsOf(content as FrozenContent, run), ...extraLooks(looks, stopping, seeds)];
  return { state: 'registered', digest, file, frozen: frozen.date, deviations, looks };
}

/**
 * Whether a result may be called confirmatory: it was frozen, nothing that touches every result deviates, and its own
 * definition and episodes are those that were frozen.
 */
export function standingBy(
  registration: Registration,
  frozen: FrozenContent | undefined,
  run: FrozenContent,
): (key: string) => Standing {
  const broken = frozen === undefined || registration.deviations.some(({ reach }) => reach === 'all');
  return (key) => (!broken && frozen.results[key] === run.results[key] ? 'confirmatory' : 'exploratory');
}

/**
 * Whether a decision may be called confirmatory: nothing that touches every result deviates, and every result that was
 * frozen of the statistics it asks is still there and the same. A rule that asks fewer models than it promised is another.
 *
 * @param statistics ids of the statistics that the decision asks
 */
export function decisionStands(
  { state, deviations }: Registration,
  frozen: FrozenContent | undefined,
  run: FrozenContent,
  statistics: readonly string[],
): boolean {
  if (frozen === undefined || state !== 'registered') return false;
  if (deviations.some(({ reach }) => reach === 'all')) return false;
  const asked = Object.keys({ ...frozen.results, ...run.results }).filter((key) =>
    statistics.some((id) => key.startsWith(`${id} `)),
  );
  return asked.every((key) => frozen.results[key] === run.results[key]);
}
