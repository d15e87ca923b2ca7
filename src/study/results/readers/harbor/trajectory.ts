import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import { type LoggedCall, trajectoryMarks } from '../../checks/trajectory.ts';
import { listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import type { LoggedRun, Mark } from '../../run.ts';
import { objectIn } from '../small-file.ts';

type Tokens = NonNullable<LoggedRun['tokens']>;

/** Deeper child agents than these are not looked into. */
const DEEPEST = 8;

/** One agent's own part of a trajectory: the whole, or what a child did. */
interface Part {
  readonly trajectory: JsonObject;
  /** Its path with a dot, empty for the whole. */
  readonly path: string;
  /** Names of the tools that it was given; undefined where nobody says. */
  readonly declared: ReadonlySet<string> | undefined;
}

function toolName(definition: JsonValue): string | undefined {
  return textAt(definition, 'name') ?? textAt(objectAt(definition, 'function'), 'name');
}

function* partsOf(
  trajectory: JsonObject,
  path: string,
  given: Part['declared'],
  left: number,
): Generator<Part> {
  const names = listAt(objectAt(trajectory, 'agent'), 'tool_definitions').flatMap(
    (one) => toolName(one) ?? [],
  );
  const declared = names.length > 0 ? new Set(names) : given;
  yield { trajectory, path, declared };
  if (left === 0) return;
  for (const [at, child] of listAt(trajectory, 'subagent_trajectories').entries())
    if (isJsonObject(child))
      yield* partsOf(child, `${path}subagent_trajectories[${at}].`, declared, left - 1);
}

function callsOf({ trajectory, path }: Part, file: string): readonly LoggedCall[] {
  return listAt(trajectory, 'steps').flatMap((step, at) =>
    listAt(step, 'tool_calls').flatMap((call, place): readonly LoggedCall[] => {
      const tool = textAt(call, 'function_name');
      if (tool === undefined || !isJsonObject(call)) return [];
      const field = `${path}steps[${at}].tool_calls[${place}]`;
      return [{ tool, arguments: call['arguments'] ?? null, field, file }];
    }),
  );
}

const NONE: Tokens = { input: 0, output: 0 };

const added = (sum: Tokens, metrics: JsonObject | undefined): Tokens => ({
  input: sum.input + (numberAt(metrics, 'prompt_tokens') ?? 0),
  output: sum.output + (numberAt(metrics, 'completion_tokens') ?? 0),
});

/** The trial counts the tokens of steps that are copies of others. */
function copiedMarks(parts: readonly Part[], counted: Tokens | undefined, file: string): readonly Mark[] {
  const steps = parts.flatMap(({ trajectory }) => listAt(trajectory, 'steps'));
  const sum = (own: readonly JsonValue[]): Tokens =>
    own.reduce<Tokens>((total, step) => added(total, objectAt(step, 'metrics')), NONE);
  const all = sum(steps);
  const once = sum(steps.filter((step) => !isJsonObject(step) || step['is_copied_context'] !== true));
  if (!counted || counted.input !== all.input || all.input + all.output <= once.input + once.output)
    return [];
  return [
    {
      check: 'usage-repeated',
      what: `the trial counts ${all.input} input and ${all.output} output tokens, and without the steps that are copied context it is ${once.input} and ${once.output}`,
      field: 'steps',
      file,
    },
  ];
}

/**
 * What the ATIF trajectory beside a trial shows, with those of its child agents.
 *
 * @param counted tokens by the trial's own count
 */
export function trajectoryFileMarks(folder: string, counted: Tokens | undefined): readonly Mark[] {
  const file = join(folder, 'agent', 'trajectory.json');
  const trajectory = objectIn(file);
  if (!trajectory) return [];
  const parts = [...partsOf(trajectory, '', undefined, DEEPEST)];
  const seen = new Map<string, Mark>();
  for (const part of parts)
    for (const mark of trajectoryMarks(callsOf(part, file), part.declared))
      if (!seen.has(mark.check)) seen.set(mark.check, mark);
  return [...seen.values(), ...copiedMarks(parts, counted, file)];
}
