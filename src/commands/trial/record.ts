import { canonicalJson } from '../../core/canonical.ts';
import type { EpisodeCoordinates, EpisodeRecord, Score } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import { bareRecord } from '../../study/records.ts';
import type { Line } from '../../trials/criteria/line.ts';
import { conversation } from '../../trials/criteria/select/shown.ts';
import { rubricLines, sheetScores } from '../../trials/criteria/sheet-scores.ts';
import type { Verdict } from '../../trials/criteria/verdict.ts';
import type { LiveFacts } from '../../trials/live/live-run.ts';
import { type NotExercised, notExercised } from '../../trials/live/unexercised.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { bypassedLines } from '../../trials/suite/play/bypassed.ts';
import type { PlayedTrial } from '../../trials/suite/play/play-trial.ts';
import type { TrialCell } from './cells.ts';
import { type KeptRun, packetFile, RUN_FILE, SHOWN_FILE } from './kept-run.ts';

/** A record with the texts that it names, by digest. */
export interface TrialEpisode {
  readonly record: EpisodeRecord;
  readonly blobs: ReadonlyMap<string, string>;
}

/** What a sheet leaves out of its total. */
const leftOutNotes = (lines: readonly Line[], verdicts: readonly Verdict[]): readonly string[] => {
  const judged = new Set(verdicts.map(({ criterion }) => criterion));
  const open = rubricLines(lines).filter(({ id }) => !judged.has(id));
  return open.length === 0
    ? []
    : [`Left out, since no judge decided them: ${open.map(({ id }) => id).join(', ')}`];
};

/** Both sheets as scores, with a part for each line. */
export function sheetScoresOf({ lines }: Trial, verdicts: readonly Verdict[]): readonly Score[] {
  const scores = sheetScores(lines, verdicts);
  return (['harness', 'agent'] as const).map((sheet) => {
    const { held, total } = scores[sheet];
    const own = lines.filter((line) => line.sheet === sheet);
    const parts = verdicts
      .filter(({ criterion }) => own.some(({ id }) => id === criterion))
      .map(({ criterion, state }) => [criterion, state] as const);
    return {
      scorer: `${sheet}-sheet`,
      value: held / total,
      parts: { held, total, ...Object.fromEntries(parts) },
      notes: leftOutNotes(own, verdicts),
    };
  });
}

function scoresOf({ trial }: TrialCell, { judged, verified, gates }: PlayedTrial): readonly Score[] {
  return [
    ...sheetScoresOf(
      trial,
      judged.map(({ verdict }) => verdict),
    ),
    {
      scorer: 'trial-verifier',
      value: verified ? 1 : 0,
      parts: {},
      notes: gates.map((gate) => `gate ${gate} fired`),
    },
  ];
}

function keptLive(
  { evidence }: PlayedTrial,
  { model, waits, tokens }: LiveFacts,
  { unexercised }: NotExercised,
): NonNullable<KeptRun['live']> {
  const moves = Object.entries(evidence.moves).map(([key, ids]): [string, string[]] => [key, [...ids]]);
  return {
    model,
    waits: waits.map((wait) => ({ ...wait })),
    tokens: { ...tokens },
    moves: Object.fromEntries(moves),
    unexercised: [...unexercised],
  };
}

function keptOf({ trial, harness, coordinates }: TrialCell, played: PlayedTrial): KeptRun {
  const { run, admission, verified, gates, untried, judged, live } = played;
  const values = trial.valuesFor(coordinates.seed);
  const avoided = live && notExercised(trial.lines, judged, played.evidence, values);
  return {
    format: 'measurand.trial-run/1',
    trial: trial.id,
    seed: coordinates.seed,
    harness: { id: harness.adapter.id, version: harness.found.version },
    isolation: run.outcomes[0]?.isolation.kind ?? 'none',
    agentLayer: live ? 'live' : trial.script.agentLayer,
    admission,
    verified,
    gates: [...gates],
    untried: untried.map((each) => ({ ...each })),
    verdicts: judged.map(({ verdict: { missing, ...verdict } }) => ({
      ...verdict,
      ...(missing === undefined ? {} : { missing: [...missing] }),
    })),
    bypassed: [...(avoided?.bypassed ?? bypassedLines(played.evidence, judged))],
    leftOut: rubricLines(trial.lines).map(({ id }) => id),
    prepared: run.preparedDigest,
    ...(live && avoided ? { live: keptLive(played, live, avoided) } : {}),
  };
}

/** A tool of a service of ours that was never declared: the harness did not get to its tool server in time. */
const serverNotReached = ({ trial }: TrialCell, { untried }: PlayedTrial): string | undefined =>
  untried.find(({ reason }) =>
    (trial.services ?? []).some(({ tools }) =>
      tools.some(({ name }) => reason.startsWith('no tool ') && reason.includes(name)),
    ),
  )?.reason;

/** How an episode ended, and why. */
function endOf(cell: TrialCell, played: PlayedTrial): Pick<EpisodeRecord, 'state' | 'stop' | 'error'> {
  const { admission, untried, run } = played;
  const reason = admission.admitted ? serverNotReached(cell, played) : admission.reason;
  if (reason !== undefined) {
    return { state: 'errored', stop: 'not admitted', error: { code: 'trial-not-admitted', message: reason } };
  }
  const [first] = untried;
  if (first) return { state: 'excluded', stop: `non-comparable: ${first.key}: ${first.reason}` };
  if (run.outcomes.some(({ timedOut }) => timedOut)) {
    const state = cell.trial.endlessTurnsCount ? 'scored' : 'timed-out';
    return { state, stop: 'a turn ran out of time' };
  }
  return { state: 'scored', stop: 'all turns ended' };
}

function countsOf({ evidence }: PlayedTrial): EpisodeRecord['counts'] {
  const exchanges = conversation(evidence);
  const results = new Map(
    exchanges.flatMap(({ view }) => view.results.map(({ callId, text }) => [callId, text.length] as const)),
  );
  return {
    requests: (evidence.committed ?? []).length,
    served: results.size,
    faults: 0,
    rejected: 0,
    refused: 0,
    modelTurns: exchanges.length,
    shownCharacters: [...results.values()].reduce((sum, length) => sum + length, 0),
    cutCharacters: 0,
    waitSeconds: 0,
  };
}

/** The episode of one attempt: its scores, and all that its verdicts rest on, as blobs. */
export function trialEpisode(
  cell: TrialCell,
  coordinates: EpisodeCoordinates,
  played: PlayedTrial,
): TrialEpisode {
  const blobs = new Map<string, string>();
  const keep = (text: string): string => {
    const digest = sha256(text);
    blobs.set(digest, text);
    return digest;
  };
  const { evidence, judged } = played;
  const end = endOf(cell, played);
  const left = cell.trial.outputs.flatMap((path) => {
    const text = evidence.happened?.after[path]?.text;
    return text === undefined ? [] : [[path, keep(text)] as const];
  });
  const shown = conversation(evidence)
    .map((exchange) => canonicalJson(exchange as unknown as JsonValue))
    .join('\n');
  const files = [
    [RUN_FILE, canonicalJson(keptOf(cell, played) as unknown as JsonValue)],
    [SHOWN_FILE, shown],
    ...[...judged.map(({ packet }) => packet), ...played.rubrics].map((packet) => [
      packetFile(packet.criterion),
      canonicalJson(packet as unknown as JsonValue),
    ]),
  ] as const;
  const record: EpisodeRecord = {
    ...bareRecord(coordinates, end.state, end.stop),
    scores: end.state === 'scored' ? scoresOf(cell, played) : [],
    counts: countsOf(played),
    ...(left.length > 0 ? { submission: Object.fromEntries(left) } : {}),
    evidence: Object.fromEntries(files.map(([path = '', text = '']) => [path, keep(text)])),
    ...(end.error === undefined ? {} : { error: end.error }),
  };
  return { record, blobs };
}

/** The episode of a pair that cannot be run: it stands in the ledger with its reason. */
export function excludedEpisode({ coordinates, eligibility }: TrialCell): EpisodeRecord {
  const reason = eligibility.code === 'eligible' ? '' : `${eligibility.need}: ${eligibility.reason}`;
  return bareRecord(coordinates, 'excluded', `unsupported: ${reason}`);
}
