import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';
import type { Disposition, LossLedger } from '../../trace/ledger.ts';
import { fileChunks } from '../../trace/source/chunks.ts';
import { baselineMarks } from './checks/baseline.ts';
import type { FoundSource } from './find.ts';
import { readArchiveRuns } from './readers/archive.ts';
import { RESULT_READERS } from './readers/index.ts';
import { type SettledRuns, settleRetries } from './retried.ts';
import type {
  LoggedRun,
  Mark,
  PublishedFigure,
  ReadRun,
  ResultProblem,
  ResultSink,
  ResultSource,
} from './run.ts';

/** A mark with where it stands. */
export interface PlacedMark extends Mark {
  readonly file: string;
  readonly record?: string;
}

/** Everything that some sources hold. */
export interface CollectedResults {
  readonly runs: readonly LoggedRun[];
  /** Runs that do not stand, since a later log ran them again or holds a copy of them. */
  readonly replaced: readonly LoggedRun[];
  readonly published: readonly PublishedFigure[];
  readonly sources: readonly ResultSource[];
  /** What records alone show, in the order of the sources. */
  readonly marks: readonly PlacedMark[];
}

/** Runs that are held at once. */
const MOST_RUNS = 1_000_000;
const MOST_PROBLEMS = 1000;

class Source implements ResultSink {
  readonly file: string;
  readonly #reader: string;
  readonly #runs: LoggedRun[];
  readonly #marks: PlacedMark[] = [];
  readonly #published: PublishedFigure[] = [];
  readonly #counts: Record<Disposition, number> = { mapped: 0, raw: 0, unpaired: 0, dropped: 0 };
  readonly #problems: ResultProblem[] = [];
  #problemCount = 0;
  #version: string | null = null;

  constructor({ name, reader }: FoundSource, runs: LoggedRun[]) {
    this.file = name;
    this.#reader = reader;
    this.#runs = runs;
  }

  run(run: ReadRun): void {
    if (this.#runs.length >= MOST_RUNS)
      throw new MeasurandError('too-many-runs', `there are more than ${MOST_RUNS} runs`, {
        file: this.file,
        kind: 'unsupported',
        next: 'Read fewer files at a time',
      });
    // A run that is missing was read from no record.
    if (run.state !== 'missing') this.#counts.mapped += 1;
    const { marks, ...rest } = run;
    const file = run.file ?? this.file;
    this.#runs.push({ ...rest, source: this.file, file, marks: [] });
    for (const mark of [...marks, ...baselineMarks(run)])
      this.#marks.push({ ...mark, file: mark.file ?? file, record: run.record });
  }

  raw(problem?: ResultProblem): void {
    this.#counts.raw += 1;
    if (problem) this.problem(problem);
  }

  unpaired(problem: ResultProblem): void {
    this.#counts.unpaired += 1;
    this.problem(problem);
  }

  dropped(problem: ResultProblem): void {
    this.#counts.dropped += 1;
    this.problem(problem);
    const { what, record, field } = problem;
    this.mark({
      check: 'conversion-loss',
      what,
      ...(record === undefined ? {} : { record }),
      ...(field === undefined ? {} : { field }),
    });
  }

  problem(problem: ResultProblem): void {
    this.#problemCount += 1;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
  }

  version(version: string): void {
    this.#version = version;
  }

  trace({ mapped, raw, unpaired, dropped }: LossLedger): void {
    Object.assign(this.#counts, { mapped, raw, unpaired, dropped });
    if (dropped > 0) this.mark({ check: 'conversion-loss', what: `${dropped} records could not be read` });
  }

  publish(figure: Omit<PublishedFigure, 'file'>): void {
    this.#published.push({ ...figure, file: this.file });
  }

  mark(mark: Mark & { readonly record?: string }): void {
    this.#marks.push({ ...mark, file: mark.file ?? this.file });
  }

  finish(): { readonly source: ResultSource } & Pick<CollectedResults, 'marks' | 'published'> {
    const { mapped, raw, unpaired, dropped } = this.#counts;
    return {
      source: {
        file: this.file,
        reader: this.#reader,
        version: this.#version,
        ledger: { read: mapped + raw + unpaired + dropped, mapped, raw, unpaired, dropped },
        problems: this.#problems,
        problemCount: this.#problemCount,
      },
      marks: this.#marks,
      published: this.#published,
    };
  }
}

function digestOfFile(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of fileChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** The same file twice would count every run twice. @throws MeasurandError `repeated-source` */
function refuseCopies(sources: readonly FoundSource[]): void {
  const bySize = new Map<number, FoundSource[]>();
  for (const source of sources) {
    const stats = statSync(source.path);
    if (!stats.isFile()) continue;
    bySize.set(stats.size, [...(bySize.get(stats.size) ?? []), source]);
  }
  for (const same of bySize.values()) {
    if (same.length < 2) continue;
    const seen = new Map<string, string>();
    for (const { name, path } of same) {
      const digest = digestOfFile(path);
      const first = seen.get(digest);
      if (first !== undefined)
        throw new MeasurandError(
          'repeated-source',
          `holds the same bytes as ${first}, so every run would count twice`,
          {
            file: name,
            next: 'Leave one of them out',
          },
        );
      seen.set(digest, name);
    }
  }
}

/** Runs with the same coordinates are further trials: none is merged with another, and none replaces another. */
function numbered(runs: readonly LoggedRun[]): readonly LoggedRun[] {
  const taken = new Map<string, Set<number>>();
  return runs.map((run) => {
    const { suite, task, model, scaffold, own } = run;
    const key = JSON.stringify([suite, task, model, scaffold, own ?? null]);
    const used = taken.get(key) ?? new Set<number>();
    taken.set(key, used);
    let trial = run.trial;
    if (used.has(trial)) {
      trial = used.size;
      while (used.has(trial)) trial += 1;
    }
    used.add(trial);
    return trial === run.trial ? run : { ...run, trial };
  });
}

/** Says of each source how many of its runs another log replaced. */
function withReplaced(sources: readonly ResultSource[], { replaced }: SettledRuns): readonly ResultSource[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { run, by } of replaced) {
    if (run.state === 'missing') continue;
    const own = counts.get(run.source) ?? new Map<string, number>();
    own.set(by.source, (own.get(by.source) ?? 0) + 1);
    counts.set(run.source, own);
  }
  return sources.map((source) => {
    const problems = [...(counts.get(source.file) ?? [])].map(([by, count]) => ({
      code: 'retried-elsewhere',
      what: `${count} of its runs were copied or run again in ${by}, whose runs stand`,
    }));
    if (problems.length === 0) return source;
    return {
      ...source,
      problems: [...source.problems, ...problems],
      problemCount: source.problemCount + problems.length,
    };
  });
}

/**
 * Reads some sources, one after another, into one list of runs.
 *
 * @throws MeasurandError `repeated-source`, `too-many-runs`, `newer-version`, `invalid-log`, what opening a source
 *   throws; the reason of the signal
 */
export async function collectResults(
  sources: readonly FoundSource[],
  signal?: AbortSignal,
  onSource?: (done: number) => void,
): Promise<CollectedResults> {
  refuseCopies(sources);
  const runs: LoggedRun[] = [];
  const read: {
    source: ResultSource;
    marks: readonly PlacedMark[];
    published: readonly PublishedFigure[];
  }[] = [];
  for (const [at, found] of sources.entries()) {
    signal?.throwIfAborted();
    const sink = new Source(found, runs);
    const reader = RESULT_READERS.find(({ id }) => id === found.reader);
    if (reader) await reader.read(found.path, sink, signal);
    else readArchiveRuns(found.path, sink, signal);
    read.push(sink.finish());
    onSource?.(at + 1);
  }
  const settled = settleRetries(runs);
  return {
    runs: numbered(settled.runs),
    replaced: settled.replaced.map(({ run }) => run),
    published: read.flatMap(({ published }) => published),
    sources: withReplaced(
      read.map(({ source }) => source),
      settled,
    ),
    marks: read.flatMap(({ marks }) => marks),
  };
}
