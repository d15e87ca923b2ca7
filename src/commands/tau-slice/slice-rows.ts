import { z } from 'zod';
import { byCodePoint } from '../../core/canonical.ts';
import { MeasurandError } from '../../core/errors.ts';
import { readText, type SliceDesign } from './slice-file.ts';

const Head = z.strictObject({
  format: z.literal('measurand.slice-recording/1'),
  benchmark: z.string().min(1),
  /** `recorded`: episodes that were run; `reconstructed`: rows made up to have printed counts. */
  origin: z.enum(['recorded', 'reconstructed']),
  note: z.string(),
  /** The one user simulator of every row, with its settings. */
  userSimulator: z.string().min(1),
});
export type SliceHead = z.output<typeof Head>;

const Row = z.strictObject({
  scaffold: z.string(),
  model: z.string(),
  task: z.int().nonnegative(),
  trial: z.int().min(0).max(1),
  reward: z.union([z.literal(0), z.literal(1)]),
  /** How the episode ended, where that is known. */
  ending: z.string().optional(),
});
export type SliceRow = z.output<typeof Row>;

/** Rewards by task, of the first trial of every cell and of the cell that was run again. */
export interface SliceRows {
  readonly head: SliceHead;
  /** By scaffold, then model. */
  readonly rewards: readonly (readonly (readonly number[])[])[];
  readonly again: readonly number[];
  /** How many episodes ended in each way, where the rows say. */
  readonly endings: Readonly<Record<string, number>>;
}

/**
 * Reads the rows of a slice and holds them against its design: every planned episode once, and no other.
 *
 * @throws MeasurandError `unreadable`, `invalid-slice` naming the line, `incomplete-ledger`
 */
export function readSliceRows(file: string, design: SliceDesign): SliceRows {
  const lines = readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const at = <S extends z.ZodType>(schema: S, line: string, record: number): z.output<S> => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = undefined;
    }
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new MeasurandError('invalid-slice', issue?.message ?? 'is no row of a slice', {
      file,
      record,
      field: issue?.path.join('.') ?? '',
      next: 'Give one header line, then one JSON object an episode; see examples/tau-slice.yaml',
    });
  };
  const head = at(Head, lines[0] ?? '', 1);
  const held = new Map<string, number>();
  const endings = new Map<string, number>();
  const key = (scaffold: string, model: string, task: number, trial: number): string =>
    JSON.stringify([scaffold, model, task, trial]);
  for (const [index, line] of lines.slice(1).entries()) {
    const { scaffold, model, task, trial, reward, ending } = at(Row, line, index + 2);
    if (ending !== undefined) endings.set(ending, (endings.get(ending) ?? 0) + 1);
    const name = key(scaffold, model, task, trial);
    if (held.has(name)) {
      const what = `stands twice: ${scaffold}, ${model}, task ${task}, trial ${trial}`;
      throw new MeasurandError('invalid-slice', what, { file, record: index + 2, next: 'Keep one of them' });
    }
    held.set(name, reward);
  }
  const tasks = Array.from({ length: design.tasks }, (_, task) => task);
  const missing: string[] = [];
  const cell = (scaffold: string, model: string, trial: number): number[] =>
    tasks.map((task) => {
      const name = key(scaffold, model, task, trial);
      const reward = held.get(name);
      held.delete(name);
      if (reward === undefined) missing.push(`${scaffold}, ${model}, task ${task}, trial ${trial}`);
      return reward ?? Number.NaN;
    });
  const rewards = design.scaffolds.map((scaffold) => design.models.map((model) => cell(scaffold, model, 0)));
  const again = cell(design.retest.scaffold, design.retest.model, 1);
  const [foreign] = held.keys();
  if (missing.length === 0 && foreign === undefined)
    return {
      head,
      rewards,
      again,
      endings: Object.fromEntries([...endings].toSorted(([a], [b]) => byCodePoint(a, b))),
    };
  const what =
    missing.length > 0
      ? `${missing.length} planned episodes are missing, first ${missing[0]}`
      : `${held.size} rows are not planned, first ${foreign}`;
  throw new MeasurandError('incomplete-ledger', what, { file, next: 'Give every planned episode once' });
}
