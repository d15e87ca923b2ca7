import type { EpisodeArchive } from '../../archive/archive.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { EpisodeRecord, RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Variables } from '../../models/providers/endpoint.ts';
import { LiveModels } from '../../study/live-models.ts';
import { bareRecord } from '../../study/records.ts';
import type { Verdict } from '../../trials/criteria/verdict.ts';
import { judgeRun } from '../../trials/judge/judge-run.ts';
import { isRubric } from '../../trials/judge/rubric-packet.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { JUDGEMENT_FILE, judgementCoordinates, type KeptJudgement } from './kept-judgement.ts';
import { type KeptRun, keptPacket } from './kept-run.ts';
import { type TrialOutcome, trialOutcomes } from './outcomes.ts';
import { sheetScoresOf } from './record.ts';

/** Who judges the rubrics of runs. */
export interface JudgeSettings {
  /** Any model: `openai:…`, `anthropic:…`, `google:…`, `compatible:ENDPOINT/…`, `local:PATH`. */
  readonly model: string;
  /** File in which every question and answer is recorded. */
  readonly record?: string;
  /** Such a file: every answer comes from there, and nobody is asked. */
  readonly replay?: string;
  /** Where addresses and keys of providers come from. @default process.env */
  readonly environment?: Variables;
}

/** Runs judged now, and those that could not be. */
export interface JudgedNow {
  readonly judged: number;
  readonly held: number;
  /** Runs of an earlier version, which kept no evidence for their rubrics. */
  readonly withoutPackets: number;
  readonly interrupted: boolean;
}

interface Judgeable {
  readonly record: EpisodeRecord;
  readonly kept: KeptRun;
  readonly trial: Trial;
}

function judgeable({ state, record, kept, trial: id }: TrialOutcome): readonly Judgeable[] {
  const trial = TRIALS.find((each) => each.id === id);
  return state === 'scored' && kept && trial ? [{ record, kept, trial }] : [];
}

/** The packets of a run's rubrics; undefined where one was not kept. */
function packetsOf(archive: EpisodeArchive, { record, trial }: Judgeable) {
  const packets = trial.lines
    .filter(isRubric)
    .map(({ id }) => [id, keptPacket(archive, record, id)] as const);
  const kept = packets.flatMap(([id, packet]) => (packet ? [[id, packet] as const] : []));
  return kept.length === packets.length ? new Map(kept) : undefined;
}

type Packets = NonNullable<ReturnType<typeof packetsOf>>;

async function judge(
  run: Judgeable,
  packets: Packets,
  models: LiveModels,
  settings: JudgeSettings,
  signal: AbortSignal,
): Promise<{ readonly record: EpisodeRecord; readonly text: string }> {
  const { record, kept, trial } = run;
  const coordinates = judgementCoordinates(record, settings.model);
  const waits: KeptJudgement['waits'] = [];
  const recorder = {
    record(event: { readonly type: string; readonly code?: string; readonly seconds?: number }) {
      if (event.type === 'apparatus') waits.push({ code: event.code ?? '', seconds: event.seconds ?? 0 });
    },
  };
  const decided = kept.verdicts as readonly Verdict[];
  const judged = await judgeRun({
    ...{ lines: trial.lines, packets, decided, signal },
    judge: models.model(settings.model, { coordinates, recorder }),
  });
  const failed = judged.judgements.find(({ error }) => error && error.code !== 'judge-unreadable');
  if (failed) {
    throw new MeasurandError('judge-away', `no answer about ${failed.criterion}: ${failed.error?.message}`, {
      kind: 'apparatus',
      record: record.id,
      next: 'Run the same line again when the judge is well: what is judged stays judged',
    });
  }
  const document = {
    format: 'measurand.trial-judgement/1',
    run: record.id,
    trial: trial.id,
    judge: settings.model,
    waits,
    ...judged,
  };
  return {
    record: {
      ...bareRecord(coordinates, 'scored', 'judged'),
      scores: [...sheetScoresOf(trial, [...decided, ...judged.verdicts])],
    },
    text: canonicalJson(document as unknown as JsonValue),
  };
}

/** The id of no judge: runs as they were before anybody judged them. */
const NOBODY = '';
const NEVER = new AbortController().signal;

/**
 * Has the rubrics of every scored run of an archive judged. Each judgement is an episode of its own beside its run, so the
 * same call continues where it was stopped, and another judge stands beside the first.
 *
 * @throws MeasurandError `judge-away`, `judging-order`; what the model, its recording and the archive refuse
 */
export async function judgeArchive(
  archive: EpisodeArchive,
  settings: JudgeSettings,
  { signal = NEVER, onProgress }: RunControl = {},
): Promise<JudgedNow> {
  const { record, replay, environment } = settings;
  using models = new LiveModels({
    ...(record === undefined ? {} : { record }),
    ...(replay === undefined ? {} : { replay }),
    ...(environment === undefined ? {} : { environment }),
  });
  const runs = trialOutcomes(archive, [], NOBODY).flatMap(judgeable);
  const isHeld = (run: Judgeable): boolean =>
    archive.has(episodeId(judgementCoordinates(run.record, settings.model)));
  const todo = runs.filter((run) => !isHeld(run));
  const held = runs.length - todo.length;
  let judged = 0;
  let withoutPackets = 0;
  for (const run of todo) {
    if (signal.aborted) break;
    const packets = packetsOf(archive, run);
    if (!packets) {
      withoutPackets += 1;
      continue;
    }
    const { record: episode, text } = await judge(run, packets, models, settings, signal);
    const evidence = { [JUDGEMENT_FILE]: archive.putBlob(text) };
    archive.put({ ...episode, evidence });
    judged += 1;
    onProgress?.({ what: 'runs judged', done: held + judged, total: runs.length });
  }
  return { judged, held, withoutPackets, interrupted: judged + withoutPackets < todo.length };
}
