import type { EpisodeArchive } from '../../archive/archive.ts';
import type { DifferenceEvidence, TrialReport } from '../../report/trials/document.ts';
import type { Line } from '../../trials/criteria/line.ts';
import type { Verdict } from '../../trials/criteria/verdict.ts';
import { excerptOf } from './cases.ts';
import { keptConversation } from './kept-conversation.ts';
import { keptPacket } from './kept-run.ts';
import type { ScoredOutcome } from './report.ts';

const verdictIn = (
  { kept }: ScoredOutcome,
  criterion: string,
): Pick<Verdict, 'state' | 'reason'> | undefined =>
  kept.verdicts.find((verdict) => verdict.criterion === criterion);

/** Digests of the request bodies of a run, by arrival, in order. */
function requestsOf(archive: EpisodeArchive, { record }: ScoredOutcome): ReadonlyMap<number, string> {
  return new Map(keptConversation(archive, record).map(({ arrival, digest }) => [arrival, digest]));
}

/** Reads the bodies of each run once. */
class Evidence {
  readonly #archive: EpisodeArchive;
  readonly #requests = new Map<string, ReadonlyMap<number, string>>();

  constructor(archive: EpisodeArchive) {
    this.#archive = archive;
  }

  of(run: ScoredOutcome, criterion: string): DifferenceEvidence {
    const { id } = run.record;
    const requests = this.#requests.get(id) ?? requestsOf(this.#archive, run);
    this.#requests.set(id, requests);
    const { place, excerpt } = excerptOf(keptPacket(this.#archive, run.record, criterion));
    const arrival = Number(/^request (\d+)/.exec(place)?.[1] ?? Number.NaN);
    return {
      episode: id,
      reason: verdictIn(run, criterion)?.reason ?? '',
      place,
      excerpt,
      request: requests.get(arrival) ?? [...requests.values()].at(-1) ?? '',
    };
  }
}

type Share = TrialReport['differences'][number]['shares'][number];

function sharesOf(
  runs: readonly ScoredOutcome[],
  criterion: string,
  evidence: Evidence,
): readonly Share[] | undefined {
  const harnesses = [...new Set(runs.map(({ harness }) => harness))];
  const counted = harnesses.flatMap((harness) => {
    const own = runs.filter((run) => run.harness === harness && verdictIn(run, criterion));
    const failed = own.filter((run) => verdictIn(run, criterion)?.state !== 1);
    const [shown] = [...failed, ...own];
    return shown ? [{ harness, shown, held: own.length - failed.length, runs: own.length }] : [];
  });
  if (new Set(counted.map(({ held, runs: all }) => held / all)).size < 2) return undefined;
  return counted.map(({ shown, ...share }) => ({ ...share, evidence: evidence.of(shown, criterion) }));
}

const harnessLines = (scored: readonly ScoredOutcome[]): readonly Line[] =>
  [...new Set(scored.map(({ definition }) => definition))].flatMap(({ lines }) =>
    lines.filter(({ sheet }) => sheet === 'harness'),
  );

const runsOf = (scored: readonly ScoredOutcome[], { id }: Line): readonly ScoredOutcome[] =>
  scored.filter(({ trial }) => id.startsWith(`${trial}.`));

/** Harness lines that hold under one harness and not, or not as often, under another, each with the request behind it. */
export function trialDifferences(
  archive: EpisodeArchive,
  scored: readonly ScoredOutcome[],
): TrialReport['differences'] {
  const evidence = new Evidence(archive);
  return harnessLines(scored).flatMap((line) => {
    const shares = sharesOf(runsOf(scored, line), line.id, evidence);
    return shares === undefined ? [] : [{ criterion: line.id, requires: line.requires, shares }];
  });
}
