import type { Seed, Task, Truth } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { Random } from '../../core/random.ts';
import { comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import { pythonJson } from '../../tasks/comtrade/python-text.ts';
import { PRIMARY_KEY, RECORD_FIELDS } from '../../tasks/comtrade/records.ts';
import { DATA_PART, LOG_PART, METADATA_PART } from '../../tasks/comtrade/submission.ts';
import { inventedRecord } from '../probe/degrading-edits.ts';
import { type RecordsDraft, type RecordsLayout, recordOn } from '../probe/edit.ts';

export const COMTRADE_LAYOUT: RecordsLayout = { data: DATA_PART, metadata: METADATA_PART, log: LOG_PART };

/** The log behind Table A10: five lines that hold one of the level words, worth 8.67 points of observability. */
export const LEVELLED_LOG = (task: string): string =>
  [
    `INFO start task_id=${task}`,
    'INFO request=1 page=1',
    'INFO page=1 done',
    'INFO retry_count=0',
    'INFO complete=true',
  ].join('\n');

/** The log behind Table A4: the same story without a level word, worth 8 points. */
export const PLAIN_LOG = (task: string): string =>
  [`task_id=${task}`, 'request=1 page=1', 'page=1', 'retry_count=0', 'complete=true'].join('\n');

function truthOf(task: Task, seed: Seed): Truth {
  const truth = task.truth?.(seed);
  if (truth) return truth;
  throw new MeasurandError('no-oracle', 'the task has no canonical truth', {
    record: task.id,
    kind: 'unsupported',
  });
}

/** The correct submission: every true record once, truthful metadata, a short log. */
export function correctDraft(
  task: Task,
  seed: Seed,
  log: (task: string) => string = PLAIN_LOG,
): RecordsDraft {
  const { records } = truthOf(task, seed);
  const metadata: JsonObject = {
    task_id: task.id,
    query: { ...comtradeDefinition(task.id).query },
    row_count: records.length,
    schema: [...RECORD_FIELDS],
    dedup_key: [...PRIMARY_KEY],
  };
  return {
    lines: records.map((record) => pythonJson(record)),
    metadata: pythonJson(metadata),
    log: log(task.id),
  };
}

/** The five shapes of the paper's probe (Section 3.2), made from the correct submission. */
export interface ProbeShape {
  readonly id: 'correct' | 'empty' | 'fabricated' | 'duplicate-laden' | 'contradictory';
  readonly title: string;
  shape(correct: RecordsDraft, truth: Truth): RecordsDraft;
}

const declaring = (draft: RecordsDraft, change: JsonObject, without: readonly string[] = []): string =>
  pythonJson(
    Object.fromEntries(
      Object.entries({ ...recordOn(draft.metadata), ...change }).filter(([key]) => !without.includes(key)),
    ),
  );

export const PROBE_SHAPES: readonly ProbeShape[] = [
  { id: 'correct', title: 'every true record, truthfully reported', shape: (correct) => correct },
  {
    id: 'empty',
    title: 'no record, truthfully reported',
    shape: (correct) => ({ ...correct, lines: [], metadata: declaring(correct, { row_count: 0 }) }),
  },
  {
    id: 'fabricated',
    title: 'as many records as are true, every one invented',
    shape: (correct, truth) => {
      const random = new Random('probe:fabricated');
      return { ...correct, lines: correct.lines.map(() => pythonJson(inventedRecord({ truth, random }))) };
    },
  },
  {
    id: 'duplicate-laden',
    title: 'every true record twice, the doubled count reported',
    shape: (correct) => ({
      ...correct,
      lines: [...correct.lines, ...correct.lines],
      metadata: declaring(correct, { row_count: correct.lines.length * 2 }),
    }),
  },
  {
    id: 'contradictory',
    title: 'every true record; only task, row count 999 and a query with a wrong reporter reported',
    shape: (correct) => ({
      ...correct,
      metadata: declaring(
        correct,
        {
          query: { ...(recordOn(correct.metadata)?.['query'] as JsonObject), reporter: '000' },
          row_count: 999,
        },
        ['schema', 'dedup_key'],
      ),
    }),
  },
];
