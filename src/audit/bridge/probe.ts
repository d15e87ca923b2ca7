import type { RunControl } from '../../core/contracts/index.ts';
import {
  type BridgeEdit,
  type BridgeHello,
  type BridgeTask,
  type EditLabel,
  type ProbedTarget,
  RawJson,
  type ScoreOutcome,
} from '../../scorers/bridge/index.ts';
import type { BridgeMeasurements, EditOutcome, LabelTotals } from './measurements.ts';
import type { EditSource } from './submissions.ts';
import type { Tally } from './tally.ts';

/** A task whose own correct answer passes, with that answer. */
export interface SoundTask {
  readonly task: string;
  readonly correct: RawJson;
  readonly score: number;
}

/** What every step of the probe works with. */
export interface ProbeParts {
  readonly target: ProbedTarget;
  readonly hello: BridgeHello;
  readonly source: EditSource;
  readonly tally: Tally;
}

type Row = { -readonly [K in keyof EditOutcome]: EditOutcome[K] };

const emptyRow = ({ title, label, group }: BridgeEdit): Row => ({
  title,
  label,
  group,
  tasks: 0,
  tried: 0,
  accepted: 0,
  preferred: 0,
  exceptions: 0,
  notProbed: 0,
  example: null,
});

/** Asks for the correct answer of every task and scores it. */
export async function soundTasks(
  { target, tally }: Pick<ProbeParts, 'target' | 'tally'>,
  tasks: readonly BridgeTask[],
  control: RunControl,
): Promise<{ readonly sound: readonly SoundTask[]; readonly correct: BridgeMeasurements['correct'] }> {
  const sound: SoundTask[] = [];
  const failing: string[] = [];
  let tried = 0;
  for (const [at, { id }] of tasks.entries()) {
    control.signal?.throwIfAborted();
    control.onProgress?.({ what: 'Correct answers', done: at + 1, total: tasks.length });
    const truth = await target.truth(id);
    if (truth.kind !== 'answer') {
      tally.unanswered('truth', truth);
      continue;
    }
    const { submission } = truth.value;
    const outcome = await target.score(id, submission);
    tally.scored(id, submission, outcome);
    if (outcome.kind !== 'score') continue;
    tried += 1;
    if (outcome.passed) sound.push({ task: id, correct: submission, score: outcome.score });
    else failing.push(id);
  }
  return { sound, correct: { tried, accepted: sound.length, failing } };
}

function count(row: Row, outcome: ScoreOutcome, correct: number, resolution: number): boolean {
  if (outcome.kind === 'scorer-exception') row.exceptions += 1;
  if (outcome.kind === 'not-probed') row.notProbed += 1;
  if (outcome.kind !== 'score') return false;
  row.tried += 1;
  if (outcome.score > correct + resolution) row.preferred += 1;
  const accepted = outcome.score > correct - resolution;
  if (accepted) row.accepted += 1;
  return accepted === (row.label === 'degrading');
}

/** One edit at every place of one task, counted into its row. */
async function oneEdit(parts: ProbeParts, { task, correct, score }: SoundTask, edit: BridgeEdit, row: Row) {
  const { target, hello, source, tally } = parts;
  let applied = false;
  for await (const edited of source.of(task, edit, correct)) {
    if ('kind' in edited) {
      tally.skipped(`edit ${edit.id}`, edited);
      row.notProbed += 1;
      continue;
    }
    applied = true;
    const outcome = await target.score(task, edited.submission);
    tally.scored(task, edited.submission, outcome);
    const telling = count(row, outcome, score, hello.target.resolution);
    if (telling && row.label !== 'undecided') row.example ??= { task, place: edited.place };
  }
  if (applied) row.tasks += 1;
}

/** Every edit at every place of every sound task. */
export async function editOutcomes(
  parts: ProbeParts,
  sound: readonly SoundTask[],
  control: RunControl,
): Promise<Record<string, EditOutcome>> {
  const { edits } = parts.source;
  const rows = new Map(edits.map((edit) => [edit.id, emptyRow(edit)]));
  for (const [at, task] of sound.entries()) {
    control.onProgress?.({ what: 'Edited submissions', done: at + 1, total: sound.length });
    for (const edit of edits) {
      control.signal?.throwIfAborted();
      await oneEdit(parts, task, edit, rows.get(edit.id) as Row);
    }
  }
  return Object.fromEntries([...rows].filter(([, row]) => row.tasks > 0 || row.notProbed > 0));
}

/** The canned battery as the paper counts it: the correct submission and each corruption, and how many deviate. */
export function batteryOf(kernel: Readonly<Record<string, EditOutcome>>): BridgeMeasurements['battery'] {
  const rows = Object.values(kernel).filter(({ group, tried }) => group === 'battery' && tried > 0);
  const sums = totals(kernel, 'degrading', ({ group }) => group === 'battery');
  const tasks = Math.max(0, ...rows.map((row) => row.tasks));
  return { ...sums, tasks, submissions: tasks + sums.tried, deviating: sums.accepted };
}

/** Sums over the edits with a label that a test lets through. Submissions of nothing stand apart, as the null floor. */
export function totals(
  kernel: Readonly<Record<string, EditOutcome>>,
  label: EditLabel,
  holds: (row: EditOutcome) => boolean = ({ group }) => group !== 'null',
): LabelTotals {
  const rows = Object.values(kernel).filter((row) => row.label === label && row.tried > 0 && holds(row));
  const tried = rows.reduce((sum, row) => sum + row.tried, 0);
  const accepted = rows.reduce((sum, row) => sum + row.accepted, 0);
  const telling = rows.filter((row) => (label === 'degrading' ? row.accepted > 0 : row.accepted < row.tried));
  return { edits: rows.length, telling: telling.length, tried, accepted, rejected: tried - accepted };
}

/** Scores of everything that stands for doing nothing on one task. */
async function nullScores({ target, source, tally }: ProbeParts, task: string): Promise<number[]> {
  const scores: number[] = [];
  for (const edit of source.edits.filter(({ group }) => group === 'null')) {
    for await (const edited of source.of(task, edit, RawJson.of(''))) {
      if ('kind' in edited) continue;
      const outcome = await target.score(task, edited.submission);
      tally.scored(task, edited.submission, outcome);
      if (outcome.kind === 'score') scores.push(outcome.score);
    }
  }
  return scores;
}

/** What doing nothing scores, on every task whether or not its own answer passes. */
export async function nullFloorOf(
  parts: ProbeParts,
  tasks: readonly BridgeTask[],
): Promise<BridgeMeasurements['nullFloor']> {
  const { score_range, resolution } = parts.hello.target;
  const above: string[] = [];
  let tried = 0;
  for (const { id } of tasks) {
    const scores = await nullScores(parts, id);
    if (scores.length === 0) continue;
    tried += 1;
    if (Math.max(...scores) > score_range[0] + resolution) above.push(id);
  }
  return { tried, above: above.length, tasks: above };
}
