import type { EpisodeArchive } from '../../archive/archive.ts';
import type { AlignedTrial, TrialReport } from '../../report/trials/document.ts';
import { shortened } from './cases.ts';
import { keptConversation } from './kept-conversation.ts';
import type { ScoredOutcome } from './report.ts';

/**
 * How a call is named whatever the harness makes of its id: by the move that it stands for. A script names its calls after
 * its moves, and some harnesses write such names without their punctuation.
 */
function namer({ kept }: ScoredOutcome): (id: string) => string {
  const moves = new Map(
    Object.entries(kept.live?.moves ?? {}).flatMap(([key, ids]) => ids.map((id) => [id, key] as const)),
  );
  return (id) => moves.get(id) ?? id.replace(/[^a-z0-9]/gi, '').replace(/^call(?=.)/i, '');
}

/** Each call of a run, in order, with the first result that the model was shown of it; null where it never was. */
function toldOf(archive: EpisodeArchive, run: ScoredOutcome): ReadonlyMap<string, string | null> {
  const nameOf = namer(run);
  const told = new Map<string, string | null>();
  for (const { reply, view } of keptConversation(archive, run.record)) {
    for (const { callId, text } of view.results) {
      const name = nameOf(callId);
      if (typeof told.get(name) !== 'string') told.set(name, shortened(text));
    }
    for (const { id = '' } of reply.calls ?? []) {
      const name = nameOf(id);
      if (!told.has(name)) told.set(name, null);
    }
  }
  return told;
}

function alignedTrial(archive: EpisodeArchive, trial: string, runs: readonly ScoredOutcome[]): AlignedTrial {
  const sides = runs.map((run) => ({ run, told: toldOf(archive, run) }));
  const calls = [...new Set(sides.flatMap(({ told }) => [...told.keys()]))];
  return {
    trial,
    runs: sides.map(({ run }) => ({ harness: run.harness, episode: run.record.id })),
    calls: calls.map((call) => ({
      call,
      results: sides.map(({ told }) => {
        const own = told.get(call);
        return { made: own !== undefined, shown: own ?? null };
      }),
    })),
  };
}

/**
 * The traces of each trial on which harnesses differ, side by side: one run a harness, the one that the difference names,
 * and for every call what its model was shown as the result.
 */
export function alignedTrials(
  archive: EpisodeArchive,
  scored: readonly ScoredOutcome[],
  differences: TrialReport['differences'],
): readonly AlignedTrial[] {
  const byId = new Map(scored.map((run) => [run.record.id, run]));
  const trials = [...new Set(differences.map(({ criterion }) => criterion.slice(0, criterion.indexOf('.'))))];
  return trials.map((trial) => {
    const [first] = differences.filter(({ criterion }) => criterion.startsWith(`${trial}.`));
    const runs = (first?.shares ?? []).flatMap(({ evidence }) => byId.get(evidence.episode) ?? []);
    return alignedTrial(archive, trial, runs);
  });
}
