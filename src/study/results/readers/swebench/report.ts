import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../../../core/digest.ts';
import { MeasurandError } from '../../../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../../../core/json.ts';
import { isReference } from '../../checks/baseline.ts';
import { listAt, numberAt } from '../../fields.ts';
import type { LoggedRun, Mark, ReadRun, ResultReader, ResultSink } from '../../run.ts';
import { recognise } from '../recognise.ts';
import { objectIn } from '../small-file.ts';
import { patchFiles } from './patch.ts';
import { type Prediction, predictionsOf } from './predictions.ts';

type Verdict = Pick<LoggedRun, 'state' | 'scores' | 'error'>;

const solved = (value: 0 | 1): Verdict => ({ state: 'scored', scores: [{ scorer: 'resolved', value }] });

/** Lists of a report, in the order in which an instance is looked up. */
const LISTS: readonly (readonly [string, Verdict])[] = [
  ['resolved_ids', solved(1)],
  ['unresolved_ids', solved(0)],
  ['empty_patch_ids', { state: 'no-submission', scores: [] }],
  [
    'error_ids',
    {
      state: 'errored',
      scores: [],
      error: { code: 'evaluation-error', message: 'its evaluation left no report' },
    },
  ],
  ['incomplete_ids', { state: 'missing', scores: [] }],
];

function checkVersion(report: JsonObject, sink: ResultSink): void {
  const version = report['schema_version'] ?? 2;
  if (version !== 2)
    throw new MeasurandError(
      'newer-version',
      `a SWE-bench report of version ${JSON.stringify(version)} is not known here`,
      {
        file: sink.file,
        field: 'schema_version',
        next: 'Version 2 is read; a newer Measurand may read it',
      },
    );
  sink.version('2');
}

const asFileName = (model: string): string => model.replaceAll('/', '__');

interface Beside {
  readonly file: string;
  readonly predictions: ReadonlyMap<string, Prediction>;
}

/** The file of predictions in the same folder that the report is of. */
function predictionsBeside(path: string, sink: ResultSink): Beside | undefined {
  const folder = dirname(path);
  for (const name of readdirSync(folder).toSorted()) {
    const file = join(folder, name);
    if (name === basename(path) || !/\.jsonl?$/.test(name) || recognise(file) !== 'swebench-predictions')
      continue;
    const all = [
      ...predictionsOf(file, ({ record = '', ...problem }) =>
        sink.problem({ ...problem, record: `${name}, ${record}` }),
      ),
    ];
    const own = all.filter(({ model }) => basename(path).startsWith(`${asFileName(model)}.`));
    if (own.length > 0) return { file: name, predictions: new Map(own.map((one) => [one.instance, one])) };
  }
  return undefined;
}

function patchMarks({ patch, record }: Prediction, file: string, resolved: boolean): readonly Mark[] {
  const { evaluator, hookOnly, files, forged } = patchFiles(patch);
  const at = { field: `${record}, model_patch`, file };
  if (forged !== undefined)
    return [{ check: 'forged-verdict', what: `the patch adds ${forged.slice(1, 80).trim()}`, ...at }];
  if (hookOnly && resolved)
    return [
      {
        check: 'hook-only-submission',
        what: `it changes nothing but ${files.join(', ')} and counts as resolved`,
        ...at,
      },
    ];
  if (evaluator.length === 0) return [];
  return [
    { check: 'evaluator-file-edited', what: `the patch changes ${evaluator.slice(0, 3).join(', ')}`, ...at },
  ];
}

/** A reference patch that was handed in and of which nobody says what became of it. */
function unendedMarks(model: string, { state }: Verdict, submitted: boolean): readonly Mark[] {
  if (state !== 'missing' || !submitted || !isReference(model)) return [];
  return [
    { check: 'gold-fails', what: 'the reference patch was not brought to an end', field: 'incomplete_ids' },
  ];
}

interface Verdicts {
  readonly model: string;
  /** Name of the predictions' file, as findings give it. */
  readonly file: string;
  readonly predictions: ReadonlyMap<string, Prediction>;
  /** Instances that the report says were handed in. */
  readonly submitted: ReadonlySet<JsonValue>;
}

function runOf(id: string, verdict: Verdict, { model, file, predictions, submitted }: Verdicts): ReadRun {
  const prediction = predictions.get(id);
  return {
    ...{ record: `instance ${id}`, suite: 'SWE-bench', task: id, trial: 0, model, scaffold: 'submission' },
    ...verdict,
    ...(prediction?.patch ? { submission: sha256(prediction.patch) } : {}),
    marks: [
      ...unendedMarks(model, verdict, submitted.has(id)),
      ...(prediction ? patchMarks(prediction, file, verdict.scores[0]?.value === 1) : []),
    ],
  };
}

function verdictsOf(path: string, report: JsonObject, sink: ResultSink): Verdicts {
  const beside = predictionsBeside(path, sink);
  const first = beside?.predictions.values().next().value;
  const named = basename(path, '.json')
    .replace(/\.[^.]*$/, '')
    .replaceAll('__', '/');
  const folder = sink.file.slice(0, sink.file.length - basename(path).length);
  return {
    model: first?.model ?? named,
    file: `${folder}${beside?.file ?? ''}`,
    predictions: beside?.predictions ?? new Map(),
    submitted: new Set(listAt(report, 'submitted_ids')),
  };
}

function publishShare(report: JsonObject, sink: ResultSink): void {
  const total = numberAt(report, 'total_instances');
  const resolved = numberAt(report, 'resolved_instances');
  if (total === undefined || resolved === undefined || total <= 0) return;
  sink.publish({
    scorer: 'resolved',
    metric: 'resolved of total instances',
    value: resolved / total,
    field: 'resolved_instances',
  });
}

function readReport(path: string, sink: ResultSink): void {
  const report = objectIn(path) ?? {};
  checkVersion(report, sink);
  const verdicts = verdictsOf(path, report, sink);
  const seen = new Set<string>();
  for (const [list, verdict] of LISTS)
    for (const id of listAt(report, list)) {
      if (typeof id !== 'string' || seen.has(id)) continue;
      seen.add(id);
      sink.run(runOf(id, verdict, verdicts));
    }
  for (const [instance, { record }] of verdicts.predictions)
    if (!seen.has(instance))
      sink.unpaired({
        code: 'prediction-without-verdict',
        what: `${instance} is not in the report`,
        record: `${verdicts.file}, ${record}`,
      });
  publishShare(report, sink);
}

export const swebenchReport: ResultReader = {
  id: 'swebench-report',
  title: 'a report of SWE-bench',
  read: readReport,
};

/** Whether a report of this model's predictions stands beside them, which then tells of them. */
function hasReport(path: string, model: string): boolean {
  return readdirSync(dirname(path)).some(
    (name) =>
      name.startsWith(`${asFileName(model)}.`) &&
      name.endsWith('.json') &&
      recognise(join(dirname(path), name)) === 'swebench-report',
  );
}

/** Predictions of which there is no report: nothing is scored, and what they change is still seen. */
export const swebenchPredictions: ResultReader = {
  id: 'swebench-predictions',
  title: 'predictions for SWE-bench',
  read(path, sink) {
    sink.version('1');
    const told = new Map<string, boolean>();
    const isTold = (model: string): boolean => {
      const known = told.get(model) ?? hasReport(path, model);
      told.set(model, known);
      return known;
    };
    for (const prediction of predictionsOf(path, (problem) =>
      sink.dropped({ record: 'a prediction', ...problem }),
    )) {
      if (isTold(prediction.model)) {
        sink.raw();
        continue;
      }
      sink.unpaired({
        code: 'prediction-without-report',
        what: `no report says what became of ${prediction.instance}`,
        record: prediction.record,
      });
      for (const mark of patchMarks(prediction, sink.file, false))
        sink.mark({ ...mark, record: prediction.record });
    }
  },
};
