import { dirname } from 'node:path';
import type { RunControl } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { writeWhole } from '../../report/write.ts';
import type { Answer } from '../../scorers/bridge/index.ts';
import { type BridgeHello, BridgeTarget, isolationFor } from '../../scorers/bridge/index.ts';
import { discoverTarget, type TargetPlace } from '../bridge/discover.ts';
import { type JudgeSource, openJudge } from '../bridge/judge-gateway.ts';
import { TARGET_DEFINITIONS, type TargetDefinition } from '../bridge/target-definitions.ts';
import type { SliceDesign } from './slice-file.ts';
import type { SliceHead, SliceRow } from './slice-rows.ts';

export interface DriveSliceOptions extends RunControl {
  readonly design: SliceDesign;
  /** One for each model of the design, in its order. */
  readonly models: readonly JudgeSource[];
  /** Where the benchmark is. @default as any target is found: variable, configuration, import */
  readonly place?: TargetPlace;
  /** A process that answers `episode`, in place of the shim of tau-bench. */
  readonly command?: readonly string[];
  /** File for the rows, one an episode, in the form that a slice is replayed from. */
  readonly record: string;
}

type Cell = Omit<SliceRow, 'reward' | 'ending'>;

const BENCHMARK = 'tau-bench';

function definition(): TargetDefinition {
  const found = TARGET_DEFINITIONS.find(({ name }) => name === BENCHMARK);
  if (!found) throw new TypeError('tau-bench has no definition');
  return found;
}

/** What an episode gave; one that was not played has no reward, and none is made up for it. */
function played<T>(answer: Answer<T>, what: string): T {
  if (answer.kind === 'answer') return answer.value;
  const detail = answer.kind === 'not-probed' ? `${answer.why}: ${answer.detail}` : answer.message;
  throw new MeasurandError('episode-not-played', `${what} gave no reward: ${detail}`, {
    kind: 'apparatus',
    next: 'See that the model answers, then run the same command again',
  });
}

/** Every episode of one model: each scaffold on each task, and the cell that is run again. */
function cellsOf({ scaffolds, tasks, retest }: SliceDesign, model: string): readonly Cell[] {
  const of = (scaffold: string, trial: number): readonly Cell[] =>
    Array.from({ length: tasks }, (_, task) => ({ scaffold, model, task, trial }));
  const first = scaffolds.flatMap((scaffold) => of(scaffold, 0));
  return retest.model === model ? [...first, ...of(retest.scaffold, 1)] : first;
}

async function ofModel(
  { design, place = {}, command, signal, onProgress }: DriveSliceOptions,
  source: JudgeSource,
): Promise<{ readonly rows: readonly SliceRow[]; readonly user: string; readonly hello: BridgeHello }> {
  const found = command
    ? { command, readOnly: [] }
    : discoverTarget(definition(), place, process.cwd(), process.env);
  const model = await openJudge(source);
  const { timeouts = {} } = definition();
  const target = new BridgeTarget({
    command: found.command,
    wrapping: isolationFor(found.readOnly),
    env: { ...model.env, PYTHONHASHSEED: '0' },
    timeouts,
    cap: Number.POSITIVE_INFINITY,
    ...(signal === undefined ? {} : { signal }),
  });
  const rows: SliceRow[] = [];
  let user = '';
  try {
    const hello = played(await target.hello(), BENCHMARK);
    const cells = cellsOf(design, source.name);
    for (const [at, cell] of cells.entries()) {
      signal?.throwIfAborted();
      const what = `${cell.scaffold}, ${cell.model}, task ${cell.task}, trial ${cell.trial}`;
      const id = `${hello.target.variant}/${cell.task}`;
      const episode = played(await target.episode(id, cell.scaffold, cell.trial), what);
      rows.push({ ...cell, reward: episode.reward >= 1 ? 1 : 0, ending: episode.ending });
      user = episode.user_simulator;
      onProgress?.({ what: `Episodes of ${source.name}`, done: at + 1, total: cells.length });
    }
    return { rows, user, hello };
  } finally {
    await target.close();
    await model.close();
  }
}

/**
 * Plays every episode of a slice on a checkout of tau-bench: its own scaffolds, the models that are named, and one
 * simulated user of fixed rules for all. Writes the rows, which replay the slice from then on.
 *
 * @throws MeasurandError `target-missing`, `episode-not-played`, `report-write`
 */
export async function driveSlice(options: DriveSliceOptions): Promise<void> {
  const { design, models, record } = options;
  const rows: SliceRow[] = [];
  let head: SliceHead | undefined;
  for (const source of models) {
    const { rows: own, user, hello } = await ofModel(options, source);
    rows.push(...own);
    const { commit } = hello.provenance;
    head ??= {
      format: 'measurand.slice-recording/1',
      benchmark: `${hello.target.name}, ${hello.target.variant}, the first ${design.tasks} tasks, ${commit ? `commit ${commit}` : 'no commit known'}`,
      origin: 'recorded',
      note: 'An error that a scaffold raises counts as 0, as the released runner counts it; each row says how its episode ended.',
      userSimulator: user,
    };
  }
  const lines = [head, ...rows].map((line) => `${JSON.stringify(line)}\n`);
  writeWhole(dirname(record), new Map([[record, lines.join('')]]));
}
