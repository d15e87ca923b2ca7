import { join } from 'node:path';
import { MeasurandError } from '../../../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../../../core/json.ts';
import { listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { LoggedRun, LoggedScore, Mark, ReadRun } from '../../run.ts';
import { scoreNumber } from '../inspect/values.ts';
import { trajectoryFileMarks } from './trajectory.ts';
import { verifierFiles } from './verifier.ts';

const TIMEOUT = /timeout/i;

interface Raised {
  readonly type: string;
  readonly message: string;
  readonly field: string;
}

function raisedAt(holder: JsonObject | undefined, field: string): Raised | undefined {
  const info = objectAt(holder, 'exception_info');
  if (!info) return undefined;
  return {
    type: textAt(info, 'exception_type') ?? 'exception',
    message: textAt(info, 'exception_message') ?? '',
    field: `${field}exception_info`,
  };
}

interface Exceptions {
  readonly own: Raised | undefined;
  readonly steps: readonly Raised[];
}

const DEEPEST = 6;

/** Exceptions within a result, wherever they are kept: of a step, of a rollout, of the verifier. */
function nestedIn(value: JsonValue | undefined, path: string, left: number): readonly Raised[] {
  if (left === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, at) => nestedIn(item, `${path}[${at}]`, left - 1));
  const own = raisedAt(value as JsonObject, path === '' ? '' : `${path}.`);
  if (own) return [own];
  return Object.entries(value).flatMap(([name, item]) =>
    nestedIn(item, path === '' ? name : `${path}.${name}`, left - 1),
  );
}

function exceptionsOf(result: JsonObject): Exceptions {
  const { exception_info: _own, ...rest } = result;
  return { own: raisedAt(result, ''), steps: nestedIn(rest, '', DEEPEST) };
}

type Outcome = Pick<LoggedRun, 'state' | 'scores' | 'error' | 'scoredAnyway' | 'marks'>;

const failed = (
  state: 'errored' | 'timed-out',
  code: string,
  message: string,
  given: readonly LoggedScore[],
  marks: readonly Mark[],
): Outcome => ({
  state,
  scores: [],
  error: { code, message },
  ...(given.length > 0 ? { scoredAnyway: given } : {}),
  marks,
});

function outcome(
  { own, steps }: Exceptions,
  rewards: readonly LoggedScore[],
  noVerdict: string | undefined,
): Outcome {
  const given = rewards.filter(({ value }) => value !== null);
  if (noVerdict !== undefined) return failed('errored', 'no-verdict', noVerdict, [], []);
  if (own && TIMEOUT.test(own.type) && given.length > 0) {
    const what = `it ended by ${own.type} and carries a reward of ${given[0]?.value}`;
    return {
      state: 'scored',
      scores: rewards,
      marks: [{ check: 'timeout-with-reward', what, field: own.field }],
    };
  }
  if (own) return failed(TIMEOUT.test(own.type) ? 'timed-out' : 'errored', own.type, own.message, given, []);
  const [step] = steps;
  if (step) {
    const what = `${step.type} was raised at ${step.field}, and the trial says that nothing was`;
    return failed(
      'errored',
      step.type,
      step.message,
      [],
      [{ check: 'nested-error', what, field: step.field }],
    );
  }
  if (given.length === 0) return failed('errored', 'no-verdict', 'the verifier left no reward', [], []);
  return { state: 'scored', scores: rewards, marks: [] };
}

function tokensOf(result: JsonObject): Pick<LoggedRun, 'tokens'> {
  const own = objectAt(result, 'agent_result');
  const contexts = own
    ? [own]
    : listAt(result, 'step_results').flatMap((step) => objectAt(step, 'agent_result') ?? []);
  const known = contexts.filter((context) => numberAt(context, 'n_input_tokens') !== undefined);
  if (known.length === 0) return {};
  const sum = (name: string): number =>
    known.reduce<number>((total, context) => total + (numberAt(context, name) ?? 0), 0);
  return { tokens: { input: sum('n_input_tokens'), output: sum('n_output_tokens') } };
}

/**
 * One trial of Harbor: its result, beside what the files of its verifier and its agent show.
 *
 * @param folder of the trial
 * @throws MeasurandError `newer-version`, `invalid-log`, what reading a file throws
 */
export function trialRun(result: JsonObject, folder: string): ReadRun & { readonly file: string } {
  const file = join(folder, 'result.json');
  const version = result['schema_version'] ?? 1;
  if (version !== 1)
    throw new MeasurandError(
      'newer-version',
      `a Harbor trial of version ${JSON.stringify(version)} is not known here`,
      {
        file,
        field: 'schema_version',
        next: 'Version 1 is read; a newer Measurand may read it',
      },
    );
  const task = textAt(result, 'task_name');
  const agent = textAt(objectAt(result, 'agent_info'), 'name');
  if (task === undefined || agent === undefined)
    throw new MeasurandError('invalid-log', 'names no task and no agent', { file, field: 'task_name' });
  const info = objectAt(objectAt(result, 'agent_info'), 'model_info');
  const name = textAt(info, 'name');
  const provider = textAt(info, 'provider');
  const rewards = Object.entries(objectAt(objectAt(result, 'verifier_result'), 'rewards') ?? {}).map(
    ([scorer, value]) => ({ scorer, value: scoreNumber(value) }),
  );
  const reward = rewards.find(({ scorer }) => scorer === 'reward')?.value;
  const files = verifierFiles(join(folder, 'verifier'), reward ?? undefined);
  const tokens = tokensOf(result);
  const { marks, ...judged } = outcome(exceptionsOf(result), rewards, files.noVerdict);
  return {
    file,
    record: `trial ${textAt(result, 'trial_name') ?? task}`,
    suite: textAt(result, 'source') ?? 'adhoc',
    task,
    trial: 0,
    model: name === undefined ? 'none' : provider === undefined ? name : `${provider}/${name}`,
    scaffold: agent,
    ...judged,
    ...tokens,
    marks: [...marks, ...files.marks, ...trajectoryFileMarks(folder, tokens.tokens)],
  };
}
