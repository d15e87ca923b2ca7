import { openDatabase, quoted } from '../../../../archive/index/duckdb.ts';
import { MeasurandError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../../core/json.ts';
import { fileChunks } from '../../../../trace/source/chunks.ts';
import { jsonLines } from '../../../../trace/source/json-lines.ts';
import type { ResultReader, ResultSink } from '../../run.ts';
import { readParts } from '../parts.ts';
import { csvRows, LONGEST_ROW } from './csv.ts';
import { isLong, type LongRow, takeRow } from './long.ts';

const rowOf = (columns: readonly string[], cells: readonly string[]): LongRow =>
  Object.fromEntries(columns.map((name, at) => [name, cells[at]]));

/** A row of a table of runs by tasks: every further column is a task. */
function takeWide(
  columns: readonly string[],
  cells: readonly string[],
  line: number,
  sink: ResultSink,
): void {
  const [model = ''] = cells;
  const trialAt = columns.findIndex((name) => ['trial', 'seed', 'run', 'epoch'].includes(name));
  for (const [at, task] of columns.entries()) {
    if (at === 0 || at === trialAt) continue;
    const trial = trialAt > 0 ? cells[trialAt] : undefined;
    takeRow({ task, model, score: cells[at], trial }, `line ${line}, column ${task}`, sink);
  }
}

function columnsOf(cells: readonly string[], file: string): readonly string[] {
  const columns = cells.map((name) => name.replace(/^\uFEFF/, '').trim());
  if (new Set(columns).size < columns.length || columns.length < 2)
    throw new MeasurandError('invalid-csv', 'its first line does not name each column once', {
      file,
      record: 'line 1',
    });
  return columns;
}

function takeCells(
  columns: readonly string[],
  cells: readonly string[],
  line: number,
  sink: ResultSink,
): void {
  if (cells.length !== columns.length)
    sink.dropped({
      code: 'ragged-row',
      what: `has ${cells.length} cells for ${columns.length} columns`,
      record: `line ${line}`,
    });
  else if (isLong(columns)) takeRow(rowOf(columns, cells), `line ${line}`, sink);
  else takeWide(columns, cells, line, sink);
}

function readCsv(path: string, sink: ResultSink, signal?: AbortSignal): void {
  sink.version('1');
  let columns: readonly string[] | undefined;
  for (const { cells, line } of csvRows(fileChunks(path), /\.tsv$/i.test(path) ? '\t' : ',', sink.file)) {
    signal?.throwIfAborted();
    if (!cells)
      sink.dropped({
        code: 'row-too-long',
        what: `is longer than ${LONGEST_ROW} characters`,
        record: `line ${line}`,
      });
    else if (columns) takeCells(columns, cells, line, sink);
    else columns = columnsOf(cells, sink.file);
  }
}

function readJsonLines(path: string, sink: ResultSink, signal?: AbortSignal): void {
  sink.version('1');
  for (const { value, trouble, position } of jsonLines(fileChunks(path), sink.file)) {
    signal?.throwIfAborted();
    const record = `line ${position.line}`;
    if (isJsonObject(value)) takeRow(value, record, sink);
    else sink.dropped({ ...(trouble ?? { code: 'not-understood', what: 'is no row' }), record });
  }
}

/** Runs by tasks, as rliable holds them: for each model a list of runs, each a list of scores by task. */
function takeModel(model: string, value: JsonValue | undefined, sink: ResultSink): void {
  if (!Array.isArray(value)) {
    sink.dropped({ code: 'not-understood', what: 'is no list of runs', record: model });
    return;
  }
  for (const [trial, run] of (value as readonly JsonValue[]).entries())
    for (const [task, score] of (Array.isArray(run) ? (run as readonly JsonValue[]) : [run]).entries())
      takeRow({ task: `task ${task}`, model, score, trial }, `${model}[${trial}][${task}]`, sink);
}

function readJson(path: string, sink: ResultSink, signal?: AbortSignal): void {
  sink.version('1');
  const takers = {
    member: (name: string, value: JsonValue): void => takeModel(name, value, sink),
    item(value: JsonValue, record: string): void {
      if (isJsonObject(value)) takeRow(value, record, sink);
      else sink.dropped({ code: 'not-understood', what: 'is no row', record });
    },
  };
  readParts(path, { lists: [''] }, sink, takers, signal);
}

async function readParquet(path: string, sink: ResultSink, signal?: AbortSignal): Promise<void> {
  using database = await openDatabase();
  let result: Awaited<ReturnType<typeof database.connection.stream>>;
  try {
    result = await database.connection.stream(`SELECT * FROM read_parquet(${quoted(path)})`);
  } catch (cause) {
    throw new MeasurandError('unreadable-file', 'is no Parquet file that can be read', {
      file: sink.file,
      cause,
    });
  }
  sink.version('1');
  const columns = result.columnNames();
  if (!isLong(columns))
    throw new MeasurandError('unknown-format', `has the columns ${columns.join(', ')}`, {
      file: sink.file,
      next: 'A table of runs has the columns task and score, and may have model, scaffold, trial, scorer, state and suite',
    });
  let at = 0;
  for await (const rows of result.yieldRowObjectJson())
    for (const row of rows) {
      signal?.throwIfAborted();
      takeRow(row as LongRow, `row ${at}`, sink);
      at += 1;
    }
}

export const matrixJsonLines: ResultReader = {
  id: 'matrix-jsonl',
  title: 'a table of scores as JSON lines',
  read: readJsonLines,
};
export const matrixCsv: ResultReader = { id: 'matrix-csv', title: 'a table of scores as CSV', read: readCsv };
export const matrixJson: ResultReader = {
  id: 'matrix-json',
  title: 'a table of scores as JSON',
  read: readJson,
};
export const matrixParquet: ResultReader = {
  id: 'matrix-parquet',
  title: 'a table of scores as Parquet',
  read: readParquet,
};
