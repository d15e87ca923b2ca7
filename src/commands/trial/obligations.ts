import type { EpisodeArchive } from '../../archive/archive.ts';
import { readArchive } from '../../archive/folder.ts';
import { byCodePoint } from '../../core/canonical.ts';
import type { Obligations } from '../../report/trials/obligations-document.ts';
import type { Line } from '../../trials/criteria/line.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import { TRIAL_SUITE } from './cells.ts';
import { type TrialOutcome, trialOutcomes } from './outcomes.ts';

/** Runs of one version of a harness with one model. */
interface Version {
  readonly scaffold: string;
  readonly model: string;
  readonly outcomes: readonly TrialOutcome[];
}

type Change = Obligations['changes'][number];

const nameOf = (scaffold: string): string => scaffold.replace(/@[^@]*$/, '');

/** Runs of trials stand in archives of their own: the first record tells, so that a large archive is not read for it. */
function holdsTrials(archive: EpisodeArchive): boolean {
  for (const { coordinates } of archive.records()) return coordinates.suite === TRIAL_SUITE;
  return false;
}

function versionsIn(archive: EpisodeArchive): readonly Version[] {
  if (!holdsTrials(archive)) return [];
  const groups = new Map<string, { scaffold: string; model: string; outcomes: TrialOutcome[] }>();
  for (const outcome of trialOutcomes(archive)) {
    const { scaffold, model } = outcome.record.coordinates;
    const key = JSON.stringify([scaffold, model]);
    const group = groups.get(key) ?? { scaffold, model, outcomes: [] };
    group.outcomes.push(outcome);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => byCodePoint(a.scaffold, b.scaffold));
}

interface Side {
  readonly held: number;
  readonly runs: number;
  readonly reason: string;
}

function sideOf({ outcomes }: Version, line: Line): Side {
  const verdicts = outcomes.flatMap(({ state, kept }) =>
    state === 'scored' ? (kept?.verdicts.filter(({ criterion }) => criterion === line.id) ?? []) : [],
  );
  return {
    held: verdicts.filter(({ state }) => state === 1).length,
    runs: verdicts.length,
    reason: verdicts.find(({ state }) => state !== 1)?.reason ?? '',
  };
}

const stateOf = ({ held, runs }: Side): 'holds' | 'fails' | 'varies' =>
  held === runs ? 'holds' : held === 0 ? 'fails' : 'varies';

const CHANGES = { holds: 'repaired', fails: 'broken', varies: 'varies' } as const;

function changeOf(line: Line, before: Side, after: Side): Change | undefined {
  const [was, is] = [stateOf(before), stateOf(after)];
  if (was === is) return undefined;
  return {
    ...{ criterion: line.id, sheet: line.sheet, requires: line.requires },
    before: { held: before.held, runs: before.runs },
    after: { held: after.held, runs: after.runs },
    change: was === 'varies' && is === 'holds' ? 'settled' : CHANGES[is],
    reason: after.reason || before.reason,
  };
}

function wordOf({ outcomes }: Version, trial: string): string {
  const own = outcomes.filter((outcome) => outcome.trial === trial);
  if (own.some(({ state }) => state === 'scored')) return 'scored';
  const [first] = own;
  return first ? first.reason || first.state : 'not run';
}

function between(before: Version, after: Version): Obligations {
  const names = [...before.outcomes, ...after.outcomes].map(({ trial }) => trial);
  const trials = TRIALS.filter(({ id }) => names.includes(id));
  const judged = trials
    .flatMap(({ lines }) => lines)
    .map((line) => ({ line, was: sideOf(before, line), is: sideOf(after, line) }))
    .filter(({ was, is }) => was.runs > 0 && is.runs > 0);
  const changes = judged.flatMap(({ line, was, is }) => changeOf(line, was, is) ?? []);
  const apart = trials
    .map(({ id }) => ({ trial: id, before: wordOf(before, id), after: wordOf(after, id) }))
    .filter(({ before: a, after: b }) => (a === 'scored') !== (b === 'scored'));
  return {
    ...{ before: before.scaffold, after: after.scaffold, model: after.model },
    ...{ lines: judged.length, unchanged: judged.length - changes.length, changes, trials: apart },
  };
}

export interface ObligationOptions {
  /** One archive, or two: then the first is before and the second after. */
  readonly archives: readonly string[];
  /** With one archive: the versions to compare, such as `codex@0.171.0`. @default each with the next one of its harness */
  readonly versions?: readonly [string, string];
}

/**
 * Which obligations changed state between versions of a harness: in two archives, versions of one name are set against each
 * other. Empty where there are no runs of trials, or nothing to set against each other.
 *
 * @throws MeasurandError `not-an-archive`, `archive-corrupt`
 */
export function trialObligations({ archives, versions }: ObligationOptions): readonly Obligations[] {
  const [first = [], second] = archives.map((folder) => {
    using archive = readArchive(folder);
    return versionsIn(archive);
  });
  const pairs = first.flatMap((before, at): readonly (readonly [Version, Version])[] => {
    const others = second ?? first.slice(at + 1);
    const alike = ({ scaffold, model }: Version): boolean =>
      model === before.model && nameOf(scaffold) === nameOf(before.scaffold);
    if (versions === undefined)
      return others
        .filter(alike)
        .slice(0, second ? undefined : 1)
        .map((after) => [before, after]);
    if (before.scaffold !== versions[0]) return [];
    return (second ?? first)
      .filter(({ scaffold, model }) => scaffold === versions[1] && model === before.model)
      .map((after) => [before, after]);
  });
  return pairs.map(([before, after]) => between(before, after));
}
