import { basename } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { crashMarks } from '../../checks/crash.ts';
import { trajectoryMarks } from '../../checks/trajectory.ts';
import { idAt, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { LoggedRun, ReadRun, ResultReader } from '../../run.ts';
import { scoreNumber } from '../inspect/values.ts';
import { readParts } from '../parts.ts';
import { messageCalls } from './calls.ts';

const NAMED = /^(tool-calling|act|react|few-shot)-(.+)-[\d.]+_range_/;

/** Model and scaffold, which only the name of the file tells. */
function whose(path: string): Pick<LoggedRun, 'model' | 'scaffold'> {
  const name = basename(path, '.json');
  const [, scaffold, model] = NAMED.exec(name) ?? [];
  return { model: model ?? name, scaffold: scaffold ?? 'unnamed' };
}

function runOf(result: JsonObject, task: string, who: ReturnType<typeof whose>): ReadRun {
  const trial = numberAt(result, 'trial') ?? 0;
  const scores = [{ scorer: 'reward', value: scoreNumber(result['reward']) }];
  const message = textAt(objectAt(result, 'info'), 'error');
  const calls = messageCalls(listAt(result, 'traj'), 'traj');
  const at = { record: `task ${task} trial ${trial}`, suite: 'tau-bench', task, trial, ...who };
  const seen = trajectoryMarks(calls, undefined);
  if (message !== undefined)
    return {
      ...at,
      state: 'errored',
      scores: [],
      error: { code: 'exception', message },
      scoredAnyway: scores,
      marks: [...crashMarks(scores, 'an exception', 'info.error'), ...seen],
    };
  return { ...at, state: 'scored', scores, marks: seen };
}

/** Results of tau-bench: a list of task, trial, reward, info and messages, without a header. */
export const tauFirst: ResultReader = {
  id: 'tau-bench',
  title: 'results of tau-bench',
  read(path, sink, signal) {
    sink.version('1');
    const who = whose(path);
    const takers = {
      member: (record: string): void =>
        sink.dropped({ code: 'not-understood', what: 'is no result', record }),
      item(value: JsonValue, record: string): void {
        const task = idAt(value, 'task_id');
        if (isJsonObject(value) && task !== undefined) sink.run(runOf(value, task, who));
        else sink.dropped({ code: 'not-understood', what: 'names no task', record, field: 'task_id' });
      },
    };
    readParts(path, { lists: [''] }, sink, takers, signal);
  },
};
