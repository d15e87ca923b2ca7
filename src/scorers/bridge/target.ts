import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { BridgeFailure } from './failure.ts';
import {
  type BridgeEpisode,
  type BridgeHello,
  type BridgeLeakReply,
  type BridgeMethod,
  type BridgeOwnership,
  type BridgePerturbation,
  type BridgeReplay,
  type BridgeTask,
  type BridgeTruth,
  EpisodeReply,
  GradeReply,
  HelloReply,
  LeakReply,
  OwnershipReply,
  PerturbReply,
  ReplayReply,
  ScoreReply,
  TasksReply,
  TruthReply,
} from './messages.ts';
import { type Answer, ofError, type ScoreOutcome } from './outcome.ts';
import { RawJson } from './raw-json.ts';
import type { Params } from './session.ts';
import { BridgeSupervisor, HELLO, type SupervisorOptions } from './supervisor.ts';

const PAGE = 200;
const REPLAY_PAGE = 10;
/** A target that never ends its list would be asked for ever. */
const MOST_PAGES = 10_000;

/** An answer whose submission is kept as the text that it came in. */
export type WithSubmission<T, S> = Omit<T, 'submission'> & { readonly submission: S };

/** A released scorer behind the line protocol: every method gives an answer or says why there is none. */
export class BridgeTarget {
  readonly supervisor: BridgeSupervisor;
  #range: readonly [number, number] = [0, 1];
  #resolution = 1e-9;
  /** Scores that were answered, and attempts to call a model among them. */
  scored = 0;
  modelCalls = 0;

  constructor(options: SupervisorOptions) {
    this.supervisor = new BridgeSupervisor(options);
  }

  async hello(): Promise<Answer<BridgeHello>> {
    const answer = await this.#ask('hello', HELLO, HelloReply);
    if (answer.kind === 'answer') {
      const { score_range, resolution } = answer.value.target;
      this.#range = score_range;
      this.#resolution = resolution;
    }
    return answer;
  }

  /** Every task, or the first `most` of them. */
  async tasks(most = Number.POSITIVE_INFINITY): Promise<Answer<readonly BridgeTask[]>> {
    const tasks: BridgeTask[] = [];
    let cursor: JsonValue = null;
    for (let page = 0; page < MOST_PAGES && tasks.length < most; page += 1) {
      const answer: Answer<z.output<typeof TasksReply>> = await this.#ask(
        'list_tasks',
        { cursor, limit: PAGE },
        TasksReply,
      );
      if (answer.kind !== 'answer') return answer;
      tasks.push(...answer.value.tasks);
      cursor = answer.value.next;
      if (cursor === null || answer.value.tasks.length === 0) break;
    }
    return { kind: 'answer', value: tasks.slice(0, most) };
  }

  async truth(task: string): Promise<Answer<WithSubmission<BridgeTruth, RawJson>>> {
    const { answer, submission } = await this.#exchange('truth', { task, seed: 0 }, TruthReply);
    if (answer.kind !== 'answer') return answer;
    return { kind: 'answer', value: { ...answer.value, submission: submission ?? RawJson.of(null) } };
  }

  /** @param site which of the places where the edit applies, from 0 */
  async perturb(
    task: string,
    edit: string,
    site = 0,
  ): Promise<Answer<WithSubmission<BridgePerturbation, RawJson | undefined>>> {
    const params = { task, seed: 0, edit, site };
    const { answer, submission } = await this.#exchange('perturb', params, PerturbReply);
    if (answer.kind !== 'answer') return answer;
    return { kind: 'answer', value: { ...answer.value, submission } };
  }

  ownership(): Promise<Answer<BridgeOwnership>> {
    return this.#ask('ownership', {}, OwnershipReply);
  }

  leak(): Promise<Answer<BridgeLeakReply>> {
    return this.#ask('leak', {}, LeakReply);
  }

  /** One whole episode in one of the benchmark's own scaffolds, by the model that the target was given. */
  episode(task: string, scaffold: string, trial: number): Promise<Answer<BridgeEpisode>> {
    return this.#ask('episode', { task, scaffold, trial }, EpisodeReply);
  }

  /** Every episode of a file of results, scored anew; asked for by the page, since one can take seconds. */
  async replay(file: string): Promise<Answer<BridgeReplay>> {
    const records: BridgeReplay['records'] = [];
    let cursor: JsonValue = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const params: Params = { file, cursor, limit: REPLAY_PAGE };
      const answer: Answer<z.output<typeof ReplayReply>> = await this.#ask(
        'replay_parse',
        params,
        ReplayReply,
      );
      if (answer.kind !== 'answer') return answer;
      records.push(...answer.value.records);
      cursor = answer.value.next;
      if (cursor === null || answer.value.records.length === 0) break;
    }
    return { kind: 'answer', value: { records } };
  }

  /**
   * Grades a case that brings its own task along, as vector files do.
   *
   * @param suite the kind of file that the case comes from
   */
  async grade(suite: string, given: RawJson): Promise<Answer<JsonObject>> {
    const answer = await this.#ask('grade', { suite, case: given }, GradeReply);
    return answer.kind === 'answer' ? { kind: 'answer', value: answer.value.fields } : answer;
  }

  async score(task: string, submission: RawJson): Promise<ScoreOutcome> {
    const answer = await this.#ask('score', { task, seed: 0, submission }, ScoreReply);
    if (answer.kind !== 'answer') {
      if (answer.kind === 'not-probed' && answer.why === 'needs_model') this.modelCalls += 1;
      return answer;
    }
    const { score, passed, components, reason, model_calls } = answer.value;
    const [least, most] = this.#range;
    if (score < least || score > most) {
      const detail = `the score ${score} lies outside [${least}, ${most}]`;
      return { kind: 'not-probed', why: 'invalid-answer', detail };
    }
    this.scored += 1;
    this.modelCalls += model_calls;
    return {
      kind: 'score',
      score,
      passed: passed ?? score > most - this.#resolution,
      components,
      reason,
      modelCalls: model_calls,
    };
  }

  /** A fresh process, with these variables besides, for whatever is asked next. */
  renew(env: Readonly<Record<string, string>> = {}): Promise<void> {
    return this.supervisor.renew(env);
  }

  close(): Promise<void> {
    return this.supervisor.close();
  }

  async #ask<S extends z.ZodType>(
    method: BridgeMethod,
    params: Params,
    schema: S,
  ): Promise<Answer<z.output<S>>> {
    return (await this.#exchange(method, params, schema)).answer;
  }

  async #exchange<S extends z.ZodType>(
    method: BridgeMethod,
    params: Params,
    schema: S,
  ): Promise<{ readonly answer: Answer<z.output<S>>; readonly submission?: RawJson | undefined }> {
    try {
      const reply = await this.supervisor.request(method, params);
      if ('error' in reply) return { answer: ofError(reply.error) };
      const read = schema.safeParse(reply.ok);
      if (read.success) {
        return { answer: { kind: 'answer', value: read.data }, submission: reply.submission };
      }
      const [issue] = read.error.issues;
      const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`;
      return { answer: { kind: 'not-probed', why: 'invalid-answer', detail: `${method}: ${where}` } };
    } catch (error) {
      if (!(error instanceof BridgeFailure)) throw error;
      return { answer: { kind: 'not-probed', why: error.fault, detail: error.message } };
    }
  }
}

/** What a probe asks of a target, whether that lives in a process of its own or in this one. */
export interface ProbedTarget
  extends Pick<
    BridgeTarget,
    'hello' | 'tasks' | 'truth' | 'perturb' | 'ownership' | 'replay' | 'score' | 'renew' | 'modelCalls'
  > {
  /** Only benchmarks that show examples to a model have it. */
  readonly leak?: BridgeTarget['leak'];
  readonly supervisor: Pick<BridgeSupervisor, 'failures' | 'restarts'>;
}
