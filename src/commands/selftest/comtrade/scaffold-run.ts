import type { EpisodeEvent, Outcome, Task } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { l0Release } from '../../../scaffolds/l0-release/index.ts';
import { integerAt, listAt, NotUnderstood, textAt } from './expectation.ts';
import { ScriptedOutputs } from './scripted-outputs.ts';

/** What one run of the production scaffold came to, in the terms of a vector. */
export interface ScaffoldRun {
  readonly outcome: Outcome;
  readonly modelTurns: number;
  /** One a turn with a call, and one for the submission that follows the last page. */
  readonly steps: readonly JsonObject[];
  /** Seconds of each wait. */
  readonly sleeps: readonly number[];
  readonly requestsUsed: JsonValue;
  /** What the submit tool answered; absent when nothing was submitted. */
  readonly grade?: JsonObject;
  /** What the submit tool was called with; absent likewise. */
  readonly submitted?: JsonObject;
}

const SUBMIT = 'submit_results';

type CallEvent = Extract<EpisodeEvent, { type: 'call' }>;

const isCall = (event: EpisodeEvent): event is CallEvent => event.type === 'call';

/**
 * The release lists a step for each call of the model, and one for its own submission after the last page, with the row
 * count in place of the arguments. The submission that it makes at the turn limit is not listed.
 */
function stepsOf(events: readonly EpisodeEvent[]): JsonObject[] {
  return events.filter(isCall).flatMap(({ owner, tool, args }) => {
    if (owner === 'model') return [{ tool, args }];
    const { metadata_json: metadata, run_log: log } = isJsonObject(args) ? args : {};
    if (tool !== SUBMIT || !String(log).endsWith('complete=true')) return [];
    return [{ tool, args: { row_count: (JSON.parse(String(metadata)) as JsonObject)['row_count'] ?? null } }];
  });
}

/** Drives the scaffold with the outputs that a vector scripts, in a fresh episode of the task. */
export async function runScaffold(task: Task, vector: JsonObject): Promise<ScaffoldRun> {
  const { then_repeat: repeat } = vector;
  const model = new ScriptedOutputs(
    listAt(vector['model_outputs'], 'model_outputs').map((output) => textAt(output, 'a model output')),
    repeat === undefined ? undefined : textAt(repeat, 'then_repeat'),
  );
  const { max_steps: steps = l0Release.limits.steps } = vector;
  const environment = task.open(0);
  const events: EpisodeEvent[] = [];
  const outcome = await l0Release.run(
    {
      task,
      seed: 0,
      model,
      environment,
      protocol: 'single',
      // Scripted outputs were fed to the release whole: no provider stood between to cut them.
      limits: {
        ...l0Release.limits,
        steps: integerAt(steps, 'max_steps'),
        outputTokens: Number.MAX_SAFE_INTEGER,
      },
      signal: new AbortController().signal,
    },
    { record: (event) => events.push(event) },
  );
  if (outcome.state === 'errored') throw new NotUnderstood(`the release breaks here: ${outcome.stop}`);
  const { value: info } = await environment.call('get_task_info', {});
  const submission = events.filter(isCall).find(({ tool }) => tool === SUBMIT);
  const answer = events.find((event) => event.type === 'result' && event.tool === SUBMIT);
  return {
    outcome,
    modelTurns: model.turns,
    steps: stepsOf(events),
    sleeps: events.flatMap((event) => (event.type === 'wait' ? [event.seconds] : [])),
    requestsUsed: isJsonObject(info) ? (info['requests_used'] ?? null) : null,
    ...(answer?.type === 'result' && isJsonObject(answer.value) ? { grade: answer.value } : {}),
    ...(isJsonObject(submission?.args) ? { submitted: submission.args } : {}),
  };
}
