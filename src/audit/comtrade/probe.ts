import type { Scorer, Task } from '../../core/contracts/index.ts';
import { acceptance, type ProbeCase } from '../probe/acceptance.ts';
import { criterion } from '../probe/criterion.ts';
import { DEGRADING_EDITS } from '../probe/degrading-edits.ts';
import { toSubmission } from '../probe/edit.ts';
import { EQUIVALENT_EDITS, UNDECIDED_EDITS } from '../probe/equivalent-edits.ts';
import { falsify } from '../probe/falsifier.ts';
import { nullFloor } from '../probe/null-floor.ts';
import { REPORT_EDITS } from '../probe/report-edits.ts';
import { tracePreference } from '../probe/trace-preference.ts';
import type { ProbeRow } from '../types.ts';
import type { ScorerProbe } from './measurements.ts';
import { COMTRADE_LAYOUT, correctDraft, LEVELLED_LOG, PLAIN_LOG, PROBE_SHAPES } from './submissions.ts';

/** Small tasks of different fault modes: the edits are about submissions, and the scorers see only those. */
export const PROBED_TASKS = ['T3_duplicates', 'T8_mixed_faults'];
/** Tasks of the paper's Tables A4 and A10, with the log that each was scored with. */
export const SHAPED_TASKS = [
  { task: 'T2_multi_page', log: LEVELLED_LOG },
  { task: 'T3_duplicates', log: PLAIN_LOG },
] as const;

const SEED = 0;
const REPEATS = 3;
const CANDIDATES = 120;

function caseOf(task: Task): ProbeCase {
  const truth = task.truth?.(SEED) ?? { records: [], idField: '' };
  return {
    task: task.id,
    draft: correctDraft(task, SEED),
    truth,
    context: { task, seed: SEED, ledger: [], truth },
  };
}

/** Criterion sensitivity, null floor and trace preference of one scorer, on correct submissions that are edited. */
export async function probeScorer(tasks: readonly Task[], scorer: Scorer): Promise<ScorerProbe> {
  const cases = tasks.filter((task) => PROBED_TASKS.includes(task.id)).map(caseOf);
  const common = { scorer, cases, layout: COMTRADE_LAYOUT, repeats: REPEATS };
  const data = await acceptance({
    ...common,
    edits: [...DEGRADING_EDITS, ...EQUIVALENT_EDITS, ...UNDECIDED_EDITS],
  });
  const report = await acceptance({ ...common, edits: REPORT_EDITS });
  const [first] = cases as [ProbeCase];
  const falsifier = await falsify({
    scorer,
    context: first.context,
    truth: first.truth,
    correct: first.draft,
    layout: COMTRADE_LAYOUT,
    edits: DEGRADING_EDITS,
    seed: SEED,
    candidates: CANDIDATES,
  });
  return {
    criterion: criterion(data, falsifier, scorer.resolution),
    nullFloor: await nullFloor(scorer, cases, COMTRADE_LAYOUT),
    tracePreference: tracePreference(report, scorer.resolution),
  };
}

export interface ProbeScorers {
  readonly judge: Scorer;
  readonly truth: Scorer;
  readonly truthById: Scorer;
}

/** The paper's five submissions on the tasks of its tables, under the judge and under the truth. */
export async function probeRows(tasks: readonly Task[], scorers: ProbeScorers): Promise<ProbeRow[]> {
  const rows: ProbeRow[] = [];
  for (const { task: id, log } of SHAPED_TASKS) {
    const task = tasks.find((candidate) => candidate.id === id);
    if (!task) continue;
    const { truth, context } = caseOf(task);
    const correct = correctDraft(task, SEED, log);
    for (const { id: submission, title, shape } of PROBE_SHAPES) {
      const draft = shape(correct, truth);
      const files = toSubmission(draft, COMTRADE_LAYOUT);
      const judged = await scorers.judge.score(files, context);
      rows.push({
        submission,
        title,
        task: id,
        rows: draft.lines.length,
        judge: judged.value,
        judgeParts: judged.parts,
        truthById: (await scorers.truthById.score(files, context)).value,
        truthByRecord: (await scorers.truth.score(files, context)).value,
      });
    }
  }
  return rows;
}
