import { RawJson, type ScoreOutcome } from '../../scorers/bridge/index.ts';
import type { ProbeParts, SoundTask } from '../bridge/probe.ts';
import { wordsOf } from '../bridge/tally.ts';
import type { Verdict } from '../types.ts';
import type { JudgeMeasurements, JudgeProbeOutcome } from './measurements.ts';
import { answerTries, JUDGE_PROBES, type JudgeProbeId, type JudgeTry, pairOf, pairTries } from './probes.ts';

/** A judge that the audit can reach: who it is, and how to make it say nothing that can be read. */
export interface JudgeControl {
  readonly name: string;
  readonly origin: JudgeMeasurements['origin'];
  /** While on, whatever the judge is asked is answered with words that are no verdict. */
  garble(on: boolean): void;
}

/** How often the same answer is judged again. */
const REPEATS = 4;

type Row = { -readonly [K in keyof JudgeProbeOutcome]: JudgeProbeOutcome[K] };
type Rows = Record<JudgeProbeId, Row>;
type Parts = Pick<ProbeParts, 'target' | 'hello' | 'tally'>;

const emptyRows = (): Rows =>
  Object.fromEntries(
    Object.entries(JUDGE_PROBES).map(([id, probe]) => [
      id,
      { ...probe, tried: 0, failed: 0, notProbed: 0, example: null },
    ]),
  ) as Rows;

function note(row: Row, task: string, failed: boolean | undefined): void {
  if (failed === undefined) {
    row.notProbed += 1;
    return;
  }
  row.tried += 1;
  if (!failed) return;
  row.failed += 1;
  row.example ??= task;
}

/** Whether a try came out otherwise than it should; nothing when there is no score. */
function wentWrong(
  { probe }: JudgeTry,
  outcome: ScoreOutcome,
  correct: number,
  pairwise: boolean,
  { score_range, resolution }: Parts['hello']['target'],
): boolean | undefined {
  if (outcome.kind !== 'score') return undefined;
  const { score } = outcome;
  if (probe === 'position-swap') {
    return Math.abs(score - (score_range[0] + score_range[1] - correct)) > resolution;
  }
  const asHigh = score > correct - resolution;
  return pairwise || JUDGE_PROBES[probe].kind === 'twin' ? !asHigh : asHigh;
}

async function askAll(
  { target, hello, tally }: Parts,
  { task, correct, score }: SoundTask,
  judge: JudgeControl,
  rows: Rows,
): Promise<boolean> {
  const ask = async (submission: RawJson): Promise<ScoreOutcome> => {
    const outcome = await target.score(task, submission);
    tally.scored(task, submission, outcome);
    return outcome;
  };
  const { value } = correct;
  const pair = pairOf(value);
  const tries = pair ? pairTries(pair) : typeof value === 'string' ? answerTries(value) : [];
  for (const one of tries) {
    const outcome = await ask(RawJson.of(one.submission));
    note(rows[one.probe], task, wentWrong(one, outcome, score, pair !== undefined, hello.target));
  }
  const first = await target.score(task, correct);
  for (let again = 0; again < REPEATS; again += 1) {
    const outcome = await target.score(task, correct);
    const known = outcome.kind === 'score' && first.kind === 'score';
    note(rows['self-consistency'], task, known ? wordsOf(outcome) !== wordsOf(first) : undefined);
  }
  judge.garble(true);
  // Not told to the tally: what is asked again later would be answered by the judge itself.
  const garbled = await target.score(task, correct);
  judge.garble(false);
  const unread = garbled.kind === 'not-probed' ? undefined : garbled.kind === 'score';
  note(rows.unparseable, task, unread);
  return pair !== undefined;
}

/** Probes the model that a scorer asks, on every task whose own answer it accepts. */
export async function probeJudge(
  parts: Parts,
  sound: readonly SoundTask[],
  judge: JudgeControl,
): Promise<JudgeMeasurements> {
  const rows = emptyRows();
  let pairwise = false;
  for (const task of sound) pairwise = (await askAll(parts, task, judge, rows)) || pairwise;
  const all = Object.values(rows);
  return {
    judge: judge.name,
    origin: judge.origin,
    pairwise,
    tried: all.reduce((sum, { tried }) => sum + tried, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    probes: rows,
  };
}

/** Passes when every probe that applies was made and none failed; a position can be swapped in pairs alone. */
export function judgeVerdict({ failed, pairwise, probes }: JudgeMeasurements): Verdict {
  if (failed > 0) return 'fail';
  const asked = Object.entries(probes).filter(([id]) => pairwise || id !== 'position-swap');
  return asked.every(([, { tried, notProbed }]) => tried > 0 && notProbed === 0) ? 'pass' : 'not-probed';
}
