import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MeasurandError } from '../../../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../../../core/json.ts';
import { listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { PublishedFigure, ResultReader, ResultSink } from '../../run.ts';
import { objectIn } from '../small-file.ts';
import { trialRun } from './trial.ts';

function takeTrial(folder: string, name: string, sink: ResultSink): void {
  const given = name === '' ? sink.file : `${sink.file}/${name}`;
  try {
    const result = objectIn(join(folder, 'result.json'));
    if (!result) {
      takeUnfinished(folder, name, sink);
      return;
    }
    const run = trialRun(result, folder);
    const named = (file: string): string => file.replace(folder, given);
    sink.run({
      ...run,
      file: named(run.file),
      marks: run.marks.map((mark) => (mark.file === undefined ? mark : { ...mark, file: named(mark.file) })),
    });
  } catch (error) {
    if (!(error instanceof MeasurandError) || error.code === 'newer-version') throw error;
    sink.dropped({ code: error.code, what: error.message, record: `trial ${name}` });
  }
}

/** A trial that was begun and has no result. */
function takeUnfinished(folder: string, name: string, sink: ResultSink): void {
  const config = objectIn(join(folder, 'config.json'));
  const task = textAt(objectAt(config, 'task'), 'name') ?? textAt(objectAt(config, 'task'), 'path');
  if (!config || task === undefined) return;
  const agent = objectAt(config, 'agent');
  sink.run({
    file: `${sink.file}/${name}/config.json`,
    record: `trial ${name}`,
    suite: 'adhoc',
    task: basename(task),
    trial: 0,
    model: textAt(agent, 'model_name') ?? 'none',
    scaffold: textAt(agent, 'name') ?? 'none',
    state: 'missing',
    scores: [],
    marks: [],
  });
}

/** What a job prints of one agent, model and set of tasks. */
function figuresOf(stats: JsonValue, path: string): readonly Omit<PublishedFigure, 'file'>[] {
  const means = listAt(stats, 'metrics').flatMap((metric, at) => {
    const value = numberAt(metric, 'mean');
    return value === undefined
      ? []
      : [{ scorer: 'reward', metric: 'mean', value, field: `${path}.metrics[${at}].mean` }];
  });
  const passes = Object.entries(objectAt(stats, 'pass_at_k') ?? {}).flatMap(([k, value]) =>
    typeof value === 'number'
      ? [
          {
            scorer: 'reward',
            metric: `pass@${k}`,
            value,
            field: `${path}.pass_at_k.${k}`,
            reducer: `pass_at_${k}`,
          },
        ]
      : [],
  );
  return [...means, ...passes];
}

function publish(result: JsonObject, sink: ResultSink): void {
  const evals = Object.entries(objectAt(objectAt(result, 'stats'), 'evals') ?? {});
  for (const [key, stats] of evals) {
    const [scaffold, model, ...rest] = key.split('__');
    const whose = {
      ...(scaffold === undefined ? {} : { scaffold }),
      ...(model === undefined || rest.length === 0 ? {} : { model }),
    };
    for (const figure of figuresOf(stats, `stats.evals.${key}`))
      sink.publish({ ...figure, ...(evals.length > 1 ? whose : {}) });
  }
}

function readJob(folder: string, sink: ResultSink, signal?: AbortSignal): void {
  sink.version('1');
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    signal?.throwIfAborted();
    if (entry.isDirectory()) takeTrial(join(folder, entry.name), entry.name, sink);
  }
  publish(objectIn(join(folder, 'result.json')) ?? {}, sink);
}

export const harborJob: ResultReader = { id: 'harbor-job', title: "a Harbor job's folder", read: readJob };
export const harborTrial: ResultReader = {
  id: 'harbor-trial',
  title: "a Harbor trial's folder",
  read(folder, sink) {
    sink.version('1');
    takeTrial(folder, '', sink);
  },
};
