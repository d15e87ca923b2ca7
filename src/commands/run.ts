import type { EpisodeArchive } from '../archive/archive.ts';
import { openArchive } from '../archive/folder.ts';
import { MemoryArchive } from '../archive/memory.ts';
import type {
  EpisodeCoordinates,
  EpisodeRecord,
  RunControl,
  Seed,
  SubmissionProtocol,
} from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { isBuiltInModel } from '../models/registry.ts';
import { nativeName } from '../scaffolds/native/as-scaffold/name.ts';
import { isStudyPath } from '../study/declaration/source.ts';
import { type DenominatorLedger, ledgerOf, recordsOfPlan } from '../study/ledger.ts';
import { BUILT_IN } from '../study/registries.ts';
import { type RunCellsOptions, type RunCellsSummary, runCells } from '../study/run-cells.ts';
import { plannedDeclared } from './declared/planned-declared.ts';
import { type Conclusion, type Planned, runStages } from './planned.ts';
import { runnerFor } from './run-queue.ts';
import { builtInStudies, builtInStudy } from './studies/index.ts';

export interface RunOptions extends RunControl {
  /** A built-in study, `grid`, or the path of a study file (it ends in `.yaml`, `.json`, `.mjs` or `.ts`). */
  readonly study: string;
  readonly models?: readonly string[];
  readonly seeds?: readonly Seed[];
  /** For a grid of one's own, as all that follow up to `scorers`. @default all tasks of the profile */
  readonly tasks?: readonly string[];
  /** @default l0 and l2 */
  readonly scaffolds?: readonly string[];
  /** @default repaired */
  readonly profile?: string;
  /** @default single */
  readonly protocol?: SubmissionProtocol;
  /** @default none */
  readonly stressors?: readonly string[];
  /** @default truth and shape-judge */
  readonly scorers?: readonly string[];
  /** Folder of an archive to continue or begin. @default in memory */
  readonly archive?: string;
  /** Worker threads; the result does not depend on it. @default 0 */
  readonly workers?: number;
  /** Keep every event of every episode in the archive. @default false */
  readonly keepTraces?: boolean;
  /** Write a pre-registration beside the study file before anything runs. @default false */
  readonly freeze?: boolean;
  /** Run on the workers of this queue instead: `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`. */
  readonly queue?: string;
  /**
   * With `queue`: folder, or `s3://BUCKET[/PREFIX]`, in which the workers leave blobs.
   *
   * @default blobs come with the answers
   */
  readonly blobs?: string;
  /** Hears what somebody who waits should know, such as that no worker is there. */
  readonly onRemark?: (remark: string) => void;
  /** Record what every model decides in this file, so that the run can be replayed. */
  readonly record?: string;
  /** Take what recorded models decide from this file, and ask nobody. Episode ids stay as they are. */
  readonly replay?: string;
}

/** A study that was run, or was stopped: `analysis` stands only when nothing is missing. */
export interface RunReport extends Conclusion {
  readonly format: 'measurand.run/1';
  readonly study: string;
  readonly title: string;
  readonly summary: RunCellsSummary;
  readonly ledger: DenominatorLedger;
  /** Errors of the apparatus, each code with how often it came. */
  readonly errors: Readonly<Record<string, number>>;
  /** Merkle root over all that the archive holds. */
  readonly root: string;
  /** Absent when the episodes were kept in memory. */
  readonly archive?: string;
  /** What opening the archive found and mended. */
  readonly remarks: readonly string[];
}

/** Options that shape a grid and that a built-in study, whose grid is declared, does not take. */
const GRID_ONLY = ['tasks', 'scaffolds', 'profile', 'protocol', 'stressors', 'scorers'] as const;

function plannedBuiltIn(options: RunOptions): Planned {
  const study = builtInStudy(options.study);
  const inert = GRID_ONLY.find((name) => options[name] !== undefined);
  if (inert !== undefined) {
    throw new MeasurandError('invalid-usage', `${study.id} declares its own ${inert}`, {
      next: `Leave --${inert} away, or use measurand run grid`,
    });
  }
  const { models, seeds } = options;
  const cells = study.cells({
    ...(models === undefined ? {} : { models }),
    ...(seeds === undefined ? {} : { seeds }),
  });
  const { id, title, scorers } = study;
  return {
    id,
    title,
    cells,
    scorers,
    exclusions: [],
    conclude: (records) => ({ analysis: study.analyse(records) }),
  };
}

/**
 * The plan behind the name of a built-in study, a study file, or `grid` with its options.
 *
 * @throws MeasurandError `unknown-study`, `invalid-usage`, what study files and grids refuse
 */
export async function plan(options: RunOptions): Promise<Planned> {
  if (options.study === 'grid' || isStudyPath(options.study)) return plannedDeclared(options);
  if (options.freeze) {
    throw new MeasurandError('invalid-usage', '--freeze registers a study file', {
      next: 'See examples/ for the built-in studies as files',
    });
  }
  return plannedBuiltIn(options);
}

/** Episodes at once where models are waited for. Each provider still gets no more requests than its gate lets through. */
const LANES = 8;

/** Native harnesses at once: each is a program or several, and what else the machine does shows in how long they take. */
const NATIVE_LANES = 2;

function refuseWorkers(workers: number, what: string): void {
  if (workers === 0) return;
  throw new MeasurandError('invalid-usage', `${what} run in one thread`, { next: 'Use --workers 0' });
}

interface RunModels extends Disposable {
  readonly parts: Pick<RunCellsOptions, 'registries' | 'lanes'>;
  readonly remarks: readonly string[];
}

/** What a run needs whose models are asked, recorded or replayed; nothing where all of them are built in. */
async function modelsFor(
  cells: readonly EpisodeCoordinates[],
  { record, replay, workers = 0 }: RunOptions,
): Promise<RunModels | undefined> {
  const kept = { ...(record === undefined ? {} : { record }), ...(replay === undefined ? {} : { replay }) };
  const native = cells.some(({ scaffold }) => nativeName(scaffold) !== undefined);
  if (native) refuseWorkers(workers, 'Native harnesses');
  const builtIn = cells.every(({ model }) => isBuiltInModel(model));
  if (builtIn && Object.keys(kept).length === 0) {
    return native
      ? { parts: { lanes: NATIVE_LANES }, remarks: [], [Symbol.dispose]: () => undefined }
      : undefined;
  }
  refuseWorkers(workers, 'Models that are asked, recorded or replayed');
  const { LiveModels } = await import('../study/live-models.ts');
  const models = new LiveModels(kept);
  const registries = { ...BUILT_IN, model: models.model.bind(models) };
  return {
    parts: { registries, lanes: native ? NATIVE_LANES : LANES },
    remarks: models.remarks,
    [Symbol.dispose]: () => models[Symbol.dispose](),
  };
}

function errorsIn(records: readonly EpisodeRecord[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { error } of records) if (error) counts[error.code] = (counts[error.code] ?? 0) + 1;
  return counts;
}

/** Names of the studies that ship with Measurand, each with what it is. */
export function studyTitles(): Readonly<Record<string, string>> {
  const titles = builtInStudies().map(({ id, title }) => [id, title]);
  return { ...Object.fromEntries(titles), grid: 'A grid of your own, by the options' };
}

/**
 * Runs a study: every planned episode that the archive does not hold yet, then the analysis that was declared with it.
 * When the signal stops it, what is finished is kept, and the same call with the same archive continues.
 *
 * @throws MeasurandError `unknown-study`, `invalid-usage`, what study files, grids and archives refuse
 */
export async function runStudy(options: RunOptions): Promise<RunReport> {
  const planned = await plan(options);
  const { id, title, cells, scorers } = planned;
  const { workers = 0, signal, onProgress } = options;
  const keepTraces = options.keepTraces || (planned.traces ?? false);
  const runner = await runnerFor(options);
  using archive: EpisodeArchive =
    options.archive === undefined ? new MemoryArchive() : openArchive(options.archive);
  planned.begin?.(archive);
  const find = (episode: string): EpisodeRecord | undefined => archive.get(episode);
  const asked = cells.filter((cell) => !planned.exclusions.some(({ applies }) => applies(cell)));
  using models = await modelsFor(asked, options);
  const run = (some: readonly EpisodeCoordinates[]): Promise<RunCellsSummary> =>
    runCells(some, {
      archive,
      scorers,
      workers,
      keepTraces,
      ...models?.parts,
      ...(runner === undefined ? {} : { runner }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  const { summary, exclusions } = await runStages(planned, run, find);
  const records = recordsOfPlan(cells, find, exclusions);
  return {
    format: 'measurand.run/1',
    study: id,
    title,
    summary,
    ledger: ledgerOf(cells, records),
    ...(summary.interrupted ? {} : planned.conclude(records, archive)),
    errors: errorsIn(records),
    root: archive.root(),
    ...(archive.location === undefined ? {} : { archive: archive.location }),
    remarks: [...archive.remarks, ...(models?.remarks ?? [])],
  };
}
