import { readArchive } from '../../archive/folder.ts';
import type { EpisodeRecord, EpisodeState } from '../../core/contracts/index.ts';
import { EPISODE_STATES } from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import { bootstrapMean } from '../../stats/bootstrap.ts';
import { summarise } from '../../stats/summary.ts';

/** One line: the runs that differ in nothing but the seed, under one scorer. */
export interface ArchiveReportRow {
  readonly profile: string;
  readonly task: string;
  readonly scaffold: string;
  readonly protocol: string;
  readonly arm: string;
  /** First eight digits of the digest of the settings in force. */
  readonly settings: string;
  readonly model: string;
  readonly scorer: string;
  readonly n: number;
  readonly mean: number;
  readonly lo: number;
  readonly hi: number;
  readonly worst: number;
  /** CVaR at 0.2. */
  readonly cvar: number;
  /** Reliability at 0.9. */
  readonly reliability: number;
}

/** What an archive holds, by state, and its scores with worst case and tail beside every mean. */
export interface ArchiveReport {
  readonly format: 'measurand.archive-report/1';
  readonly root: string;
  readonly episodes: number;
  readonly states: Readonly<Record<EpisodeState, number>>;
  readonly rows: readonly ArchiveReportRow[];
  readonly notes: readonly string[];
}

type Key = Omit<ArchiveReportRow, 'n' | 'mean' | 'lo' | 'hi' | 'worst' | 'cvar' | 'reliability'>;

function keysOf({ coordinates, scores }: EpisodeRecord): { readonly key: Key; readonly value: number }[] {
  const { profile, task, scaffold, protocol, arm, model } = coordinates;
  const settings = digestOf(coordinates.settings).slice(0, 8);
  return scores.map(({ scorer, value }) => ({
    key: { profile, task, scaffold, protocol, arm, settings, model, scorer },
    value,
  }));
}

function row(key: Key, values: readonly number[]): ArchiveReportRow {
  const { n, mean, worst, cvarCeil, reliability } = summarise(values, { alpha: 0.2, tau: 0.9 });
  const { lo, hi } = bootstrapMean(values, { mode: 'compat' });
  return { ...key, n, mean, lo, hi, worst, cvar: cvarCeil, reliability };
}

/**
 * Reads an archive once and sums it up. Episodes without a submission count 0, by rule; errored ones carry no score and
 * stand in the ledger only.
 *
 * @throws MeasurandError what opening the archive throws
 */
export function archiveReport(folder: string): ArchiveReport {
  using archive = readArchive(folder);
  const states = Object.fromEntries(EPISODE_STATES.map((state) => [state, 0])) as Record<
    EpisodeState,
    number
  >;
  const groups = new Map<string, { readonly key: Key; readonly values: number[] }>();
  for (const record of archive.records()) {
    states[record.state] += 1;
    for (const { key, value } of keysOf(record)) {
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, values: [] };
      group.values.push(value);
      groups.set(name, group);
    }
  }
  const unscored = states.errored + states['timed-out'] + states.missing;
  return {
    format: 'measurand.archive-report/1',
    root: archive.root(),
    episodes: archive.size,
    states,
    rows: [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { key, values }]) => row(key, values)),
    notes: [
      ...archive.remarks,
      ...(unscored > 0 ? [`${unscored} episodes have no score and stand in no mean`] : []),
      'An archive holds what was run; what was planned and never run, it cannot know',
    ],
  };
}
