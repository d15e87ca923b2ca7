import { MeasurandError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { reducerNamed } from '../../reducers.ts';
import type { ResultSink } from '../../run.ts';

/** Versions of the log format that are read. */
const VERSIONS = [1, 2];

/** What a log says of all its samples. */
export interface InspectLog {
  readonly suite: string;
  readonly model: string;
  readonly scaffold: string;
  readonly epochs: number;
  /** Ids of the samples that were planned; empty where the log does not list them. */
  readonly planned: readonly string[];
  /** The log says that samples which erred are scored all the same. */
  readonly scoresErrors: boolean;
  /** Shared with the logs that retry it, and when it was begun. */
  readonly lineage?: { readonly of: string; readonly at: string };
}

/** @throws MeasurandError `newer-version` */
export function checkVersion(version: JsonValue | undefined, sink: ResultSink): void {
  const known = version === undefined ? 1 : version;
  if (!VERSIONS.some((one) => one === known))
    throw new MeasurandError(
      'newer-version',
      `an Inspect log of version ${JSON.stringify(known)} is not known here`,
      {
        file: sink.file,
        field: 'version',
        next: `Versions ${VERSIONS.join(' and ')} are read; a newer Measurand may read it`,
      },
    );
  sink.version(String(known));
}

function scaffoldOf(spec: JsonObject, plan: JsonValue | undefined): string {
  const solver = textAt(spec, 'solver');
  if (solver !== undefined) return solver;
  const steps = listAt(plan, 'steps').flatMap((step) => textAt(step, 'solver') ?? []);
  return steps.length > 0 ? steps.join(' + ') : 'default';
}

/** What `eval` and `plan` of a log say. @throws MeasurandError `invalid-log` */
export function logOf(spec: JsonValue | undefined, plan: JsonValue | undefined, file: string): InspectLog {
  const suite = textAt(spec, 'task');
  const model = textAt(spec, 'model');
  if (!isJsonObject(spec) || suite === undefined || model === undefined)
    throw new MeasurandError('invalid-log', 'names no task and no model', { file, field: 'eval' });
  const ids = listAt(objectAt(spec, 'dataset'), 'sample_ids').flatMap((id) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
  );
  const config = objectAt(spec, 'config');
  const lineage = textAt(spec, 'task_id');
  return {
    suite,
    model,
    scaffold: scaffoldOf(spec, plan),
    epochs: numberAt(config, 'epochs') ?? 1,
    planned: ids,
    scoresErrors: config?.['score_on_error'] === true,
    ...(lineage ? { lineage: { of: lineage, at: textAt(spec, 'created') ?? '' } } : {}),
  };
}

const MEANS = new Set(['accuracy', 'mean']);

/** What a scorer is called in runs: one of several values of a scorer has the scorer's name before its own. */
function scorerOf(score: JsonValue): string {
  const name = textAt(score, 'name') ?? '';
  const scorer = textAt(score, 'scorer') ?? name;
  return name === scorer || name === '' ? scorer : `${scorer}.${name}`;
}

/** A mean over all samples: one by its name, or the whole of one that is told by groups. */
function isMean(metric: JsonValue, called: string): boolean {
  if (textAt(metric, 'group') !== 'grouped') return MEANS.has(called.split('/').at(-1) ?? '');
  const params = objectAt(metric, 'params');
  const inner = textAt(objectAt(params, 'metric'), 'name') ?? '';
  const whole = called === (textAt(params, 'all_label') ?? 'all');
  return whole && MEANS.has(inner) && (params?.['all'] ?? 'samples') === 'samples';
}

function publishMeans(score: JsonValue, at: number, reducer: string | undefined, sink: ResultSink): void {
  for (const [key, metric] of Object.entries(objectAt(score, 'metrics') ?? {})) {
    const value = numberAt(metric, 'value');
    const called = textAt(metric, 'name') ?? key;
    if (value === undefined || !isMean(metric, called)) continue;
    sink.publish({
      scorer: scorerOf(score),
      metric: reducer === undefined || reducer === 'mean' ? called : `${called} of ${reducer}`,
      value,
      field: `results.scores[${at}].metrics.${key}.value`,
      ...(reducer === undefined ? {} : { reducer }),
    });
  }
}

/** Figures that a log prints and that can be made of its samples. */
export function publishFigures(
  results: JsonValue | undefined,
  { epochs }: InspectLog,
  sink: ResultSink,
): void {
  for (const [at, score] of listAt(results, 'scores').entries()) {
    const reducer = textAt(score, 'reducer') ?? (epochs > 1 ? 'mean' : undefined);
    if (reducer === undefined || reducerNamed(reducer)) publishMeans(score, at, reducer, sink);
    else
      sink.problem({
        code: 'reducer-not-known',
        what: `its figures are made by ${reducer}, which is not computed here`,
        field: `results.scores[${at}].reducer`,
      });
  }
}

const keyOf = (task: string, epoch: number): string => `${epoch} ${task}`;

/** Notes which samples a log holds, so that those that were planned and never came are known. */
export class Seen {
  readonly #seen = new Set<string>();

  /** @returns false where the sample was seen before */
  add(task: string, epoch: number): boolean {
    const key = keyOf(task, epoch);
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  has(task: string, epoch: number): boolean {
    return this.#seen.has(keyOf(task, epoch));
  }

  /** Every planned sample that did not come is a missing run. */
  reportMissing({ suite, model, scaffold, epochs, planned, lineage }: InspectLog, sink: ResultSink): void {
    for (let epoch = 1; epoch <= epochs; epoch += 1)
      for (const task of planned) {
        if (this.has(task, epoch)) continue;
        const record = `sample ${task} epoch ${epoch}`;
        sink.run({
          record,
          suite,
          task,
          trial: epoch,
          model,
          scaffold,
          state: 'missing',
          scores: [],
          ...(lineage ? { lineage } : {}),
          marks: [],
        });
      }
  }
}
