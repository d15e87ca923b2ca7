import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MeasurandError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { trajectoryMarks } from '../../checks/trajectory.ts';
import { idAt, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { LoggedRun, LoggedScore, Mark, ResultReader, ResultSink } from '../../run.ts';
import { scoreNumber } from '../inspect/values.ts';
import { headIn, readParts } from '../parts.ts';
import { objectIn } from '../small-file.ts';
import { readBasis } from './basis.ts';
import { messageCalls } from './calls.ts';

const VERSIONS = ['1', '1.0', '2', '2.0', 'dir', 'json'];

/** Ends at which the agent can be judged. */
const JUDGED = new Set(['user_stop', 'agent_stop', 'max_steps', 'too_many_errors', 'agent_error']);

interface Study {
  readonly suite: string;
  readonly model: string;
  readonly scaffold: string;
  readonly trials: number;
}

function studyOf(info: JsonValue | undefined, file: string): Study {
  const agent = objectAt(info, 'agent_info');
  if (!isJsonObject(info) || !agent)
    throw new MeasurandError('invalid-log', 'says nothing of its agent', { file, field: 'info.agent_info' });
  return {
    suite: textAt(objectAt(info, 'environment_info'), 'domain_name') ?? 'tau2',
    model: textAt(agent, 'llm') ?? 'none',
    scaffold: textAt(agent, 'implementation') ?? 'unnamed',
    trials: numberAt(info, 'num_trials') ?? 1,
  };
}

type Judged = Pick<LoggedRun, 'state' | 'scores' | 'error'>;

function judged(reason: string, scores: readonly LoggedScore[]): Judged {
  const given = scores.filter(({ value }) => value !== null);
  if (JUDGED.has(reason) && given.length > 0) return { state: 'scored', scores };
  return {
    state: reason === 'timeout' ? 'timed-out' : 'errored',
    scores: [],
    error: { code: reason, message: `ended by ${reason}` },
  };
}

function simulatorMarks(reason: string): readonly Mark[] {
  return reason === 'user_error'
    ? [
        {
          check: 'simulator-error',
          what: 'the simulated user ended it by an error',
          field: 'termination_reason',
        },
      ]
    : [];
}

/** A reviewer blames the simulated user for a run that failed. */
function reviewMarks(simulation: JsonObject, scores: readonly LoggedScore[]): readonly Mark[] {
  if (scores.some(({ value }) => value === 1)) return [];
  const errors = listAt(objectAt(simulation, 'review'), 'errors');
  const at = errors.findIndex(
    (error) => textAt(error, 'source') === 'user' && (textAt(error, 'severity') ?? '').startsWith('critical'),
  );
  if (at < 0) return [];
  const what = 'the review finds a critical error of the simulated user in a run that failed';
  return [{ check: 'simulator-error', what, field: `review.errors[${at}]` }];
}

function tokensOf(messages: readonly JsonValue[]): Pick<LoggedRun, 'tokens'> {
  const usages = messages.flatMap((message) =>
    textAt(message, 'role') === 'assistant' ? (objectAt(message, 'usage') ?? []) : [],
  );
  if (usages.length === 0) return {};
  const sum = (name: string): number =>
    usages.reduce<number>((total, usage) => total + (numberAt(usage, name) ?? 0), 0);
  return { tokens: { input: sum('prompt_tokens'), output: sum('completion_tokens') } };
}

class Simulations {
  readonly #seen = new Set<string>();
  readonly #sink: ResultSink;

  constructor(sink: ResultSink) {
    this.#sink = sink;
  }

  take(value: JsonValue | undefined, study: Study, record: string): void {
    const task = idAt(value, 'task_id');
    const reason = textAt(value, 'termination_reason');
    if (!isJsonObject(value) || task === undefined || reason === undefined) {
      this.#sink.dropped({
        code: 'not-understood',
        what: 'names no task or no end',
        record,
        field: 'task_id',
      });
      return;
    }
    const trial = numberAt(value, 'trial') ?? 0;
    this.#seen.add(JSON.stringify([task, trial]));
    this.#run(value, study, task, trial, reason);
  }

  #run(value: JsonObject, study: Study, task: string, trial: number, reason: string): void {
    const info = objectAt(value, 'reward_info');
    const basis = readBasis(info);
    const record = `task ${task} trial ${trial}`;
    const { suite, model, scaffold } = study;
    const scores = info ? [{ scorer: 'reward', value: scoreNumber(info['reward']) }] : [];
    const messages = listAt(value, 'messages');
    const seconds = numberAt(value, 'duration');
    this.#sink.run({
      ...{ record, suite, task, trial, model, scaffold },
      ...judged(reason, scores),
      ...tokensOf(messages),
      ...(seconds === undefined ? {} : { seconds }),
      marks: [
        ...basis.marks,
        ...simulatorMarks(reason),
        ...reviewMarks(value, scores),
        ...trajectoryMarks(messageCalls(messages, 'messages'), undefined),
      ],
    });
    for (const problem of basis.explained) this.#sink.problem({ ...problem, record });
  }

  /** Trials that were planned and are not there. */
  finish(tasks: readonly string[], { trials, ...study }: Study): void {
    for (const task of tasks)
      for (let trial = 0; trial < trials; trial += 1) {
        if (this.#seen.has(JSON.stringify([task, trial]))) continue;
        this.#sink.run({
          record: `task ${task} trial ${trial}`,
          ...study,
          task,
          trial,
          state: 'missing',
          scores: [],
          marks: [],
        });
      }
  }
}

function checkVersion(version: JsonValue | undefined, sink: ResultSink): void {
  const known = version === undefined ? '1' : String(version);
  if (!VERSIONS.includes(known))
    throw new MeasurandError(
      'newer-version',
      `tau2 results of version ${JSON.stringify(version)} are not known here`,
      {
        file: sink.file,
        field: 'format_version',
        next: 'A newer Measurand may read it',
      },
    );
  sink.version(known);
}

function readBeside(path: string, study: Study, simulations: Simulations, sink: ResultSink): void {
  const folder = join(dirname(path), 'simulations');
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.json')) continue;
    try {
      simulations.take(objectIn(join(folder, name)), study, `simulations/${name}`);
    } catch (error) {
      if (!(error instanceof MeasurandError)) throw error;
      sink.dropped({ code: error.code, what: error.message, record: `simulations/${name}` });
    }
  }
}

const LISTS = ['simulations'];

/** Results of tau2 and tau3: one document, or one with its simulations in a folder beside it. */
export const tauSecond: ResultReader = {
  id: 'tau2-bench',
  title: 'results of tau2-bench or tau3-bench',
  read(path, sink, signal) {
    const head: Record<string, JsonValue> = {};
    const simulations = new Simulations(sink);
    const takers = {
      member(name: string, value: JsonValue): void {
        head[name] = value;
      },
      item(value: JsonValue, record: string): void {
        if (head['info'] === undefined) Object.assign(head, headIn(path, LISTS, signal));
        simulations.take(value, studyOf(head['info'], sink.file), record);
      },
    };
    readParts(path, { lists: LISTS, omit: ['ticks', 'effect_timeline'] }, sink, takers, signal);
    checkVersion(head['format_version'], sink);
    const study = studyOf(head['info'], sink.file);
    if (statSync(join(dirname(path), 'simulations'), { throwIfNoEntry: false })?.isDirectory())
      readBeside(path, study, simulations, sink);
    simulations.finish(
      listAt(head, 'tasks').flatMap((task) => idAt(task, 'id') ?? []),
      study,
    );
  },
};
