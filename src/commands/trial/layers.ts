import { byCodePoint } from '../../core/canonical.ts';
import type { LayerMap, LayerRow, TrialLayers } from '../../report/trials/layers-document.ts';
import {
  aggregateRuns,
  type LayerScore,
  type Rate,
  type ScoredRun,
  type TrialAggregate,
} from '../../trials/criteria/aggregate.ts';
import { DIMENSIONS } from '../../trials/suite/catalogue.ts';

type Mode = LayerRow['mode'];

const modeOf = ({ agentLayer }: ScoredRun): Mode => (agentLayer === 'live' ? 'live' : 'scripted');

const rate = (given: Rate | null): LayerRow['agentSuccess'] =>
  given && { ...given, interval: { lo: given.interval.lo, hi: given.interval.hi } };

const layer = ({ micro, macro }: LayerScore): LayerRow['harness'] => ({
  micro: rate(micro),
  macro: macro && {
    mean: macro.mean,
    interval: macro.interval && { lo: macro.interval.lo, hi: macro.interval.hi },
  },
});

/** Harness sheets count whatever the script; a Harness layer is the same in a scripted run of any kind. */
const harnessLayer = (runs: readonly ScoredRun[]): LayerScore =>
  aggregateRuns(runs.map((run) => ({ ...run, agentLayer: 'pinned' }))).harness;

function agentPart(agent: TrialAggregate | undefined, runs: readonly ScoredRun[]) {
  const cells = agent?.contingency;
  return {
    agentRuns: agent?.runs ?? 0,
    agent: agent?.agent ? layer(agent.agent) : null,
    agentSuccess: rate(agent?.agentSuccess ?? null),
    combined: rate(agent?.clean ?? null),
    points: agent ? runs.reduce((sum, { score }) => sum + score.points, 0) / runs.length : null,
    failures: cells
      ? {
          neither: cells.both,
          harnessOnly: cells.agentOnly,
          agentOnly: cells.harnessOnly,
          both: cells.neither,
        }
      : null,
  };
}

function rowOf(by: LayerRow['by'], name: string, mode: Mode, runs: readonly ScoredRun[]): LayerRow {
  const withAgent = runs.filter(({ agentLayer }) => agentLayer !== 'none');
  const agent = withAgent.length === 0 ? undefined : aggregateRuns(withAgent);
  return {
    ...{ by, name, mode, runs: runs.length, harness: layer(harnessLayer(runs)) },
    ...agentPart(agent, withAgent),
  };
}

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

const KEYS = {
  harness: ({ harness }: ScoredRun) => harness,
  dimension: ({ dimension }: ScoredRun) => dimension,
  model: ({ model }: ScoredRun) => model,
} as const;
type Key = keyof typeof KEYS;

function namesOf(key: Key, runs: readonly ScoredRun[]): readonly string[] {
  const names = distinct(runs.map(KEYS[key]));
  return key === 'dimension' ? DIMENSIONS.filter((name) => names.includes(name)) : names;
}

type Measure = (runs: readonly ScoredRun[]) => number | null;

const harnessMicro: Measure = (runs) => harnessLayer(runs).micro?.share ?? null;
const harnessMacro: Measure = (runs) => harnessLayer(runs).macro?.mean ?? null;

function agentSuccess(runs: readonly ScoredRun[]): number | null {
  const counted = runs.filter(({ agentLayer }) => agentLayer !== 'none');
  return counted.length === 0 ? null : (aggregateRuns(counted).agentSuccess?.share ?? null);
}

interface Asked {
  readonly rows: Key;
  readonly columns: Key;
  readonly title: string;
  readonly of: Measure;
}

const MAPS: Readonly<Record<string, Asked>> = {
  'harness-dimension': {
    ...{ rows: 'harness', columns: 'dimension', of: harnessMicro },
    title: 'Harness criteria that hold, by harness and dimension',
  },
  'agent-dimension': {
    ...{ rows: 'harness', columns: 'dimension', of: agentSuccess },
    title: 'Agent success, by harness and dimension',
  },
  'harness-model': {
    ...{ rows: 'harness', columns: 'model', of: harnessMacro },
    title: 'Harness sheets, mean of runs, by harness and model',
  },
  'agent-model': {
    ...{ rows: 'harness', columns: 'model', of: agentSuccess },
    title: 'Agent success, by harness and model',
  },
};

function mapOf(id: string, mode: Mode, runs: readonly ScoredRun[]): LayerMap | undefined {
  const asked = MAPS[id] as Asked;
  const rows = [...namesOf(asked.rows, runs)];
  const columns = [...namesOf(asked.columns, runs)];
  // One model interacts with nothing.
  if (asked.columns === 'model' && columns.length < 2) return undefined;
  const cells = rows.map((row) =>
    columns.map((column) => {
      const own = runs.filter((run) => KEYS[asked.rows](run) === row && KEYS[asked.columns](run) === column);
      return own.length === 0 ? null : asked.of(own);
    }),
  );
  return { id: `${id}-${mode}`, title: `${asked.title}, ${mode}`, mode, rows, columns, cells };
}

/** Lines that a harness fails in one of its runs at least, among those of trials that every harness was scored on. */
function sharedFailures(mode: Mode, runs: readonly ScoredRun[]): TrialLayers['shared'] {
  const harnesses = namesOf('harness', runs);
  const common = distinct(runs.map(({ trial }) => trial)).filter((trial) =>
    harnesses.every((name) => runs.some((run) => run.trial === trial && run.harness === name)),
  );
  const failing = new Map<string, Set<string>>();
  for (const { trial, harness, score } of runs) {
    if (!common.includes(trial)) continue;
    for (const line of score.harness.zeros) failing.set(line, (failing.get(line) ?? new Set()).add(harness));
  }
  const groups = new Map<string, { harnesses: string[]; lines: string[] }>();
  for (const [line, failed] of failing) {
    const names = harnesses.filter((name) => failed.has(name));
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { harnesses: [...names], lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ harnesses: names, lines }) => ({ mode, harnesses: names, lines: lines.sort(byCodePoint) }))
    .sort((a, b) => b.lines.length - a.lines.length || b.harnesses.length - a.harnesses.length);
}

/** Scores by harness, dimension and model; scripted runs and live ones stand in no row together. */
export function trialLayers(all: readonly ScoredRun[]): TrialLayers {
  const modes = (['scripted', 'live'] as const)
    .map((mode) => ({ mode, runs: all.filter((run) => modeOf(run) === mode) }))
    .filter(({ runs }) => runs.length > 0);
  return {
    rows: modes.flatMap(({ mode, runs }) => [
      rowOf('all', 'all', mode, runs),
      ...(['harness', 'dimension', 'model'] as const).flatMap((key) =>
        namesOf(key, runs).map((name) =>
          rowOf(
            key,
            name,
            mode,
            runs.filter((run) => KEYS[key](run) === name),
          ),
        ),
      ),
    ]),
    maps: modes.flatMap(({ mode, runs }) => Object.keys(MAPS).flatMap((id) => mapOf(id, mode, runs) ?? [])),
    shared: modes.flatMap(({ mode, runs }) => sharedFailures(mode, runs)),
  };
}
