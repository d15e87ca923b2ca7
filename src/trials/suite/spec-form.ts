import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import { defineTrial, type Trial } from './define-trial.ts';
import { NEEDS, type TrialSpec } from './definition.ts';

const isFunction = z.custom<unknown>((value) => typeof value === 'function', 'is to be a function');
const Texts = z.array(z.string());

const LineForm = z.looseObject({
  kind: z.string(),
  requires: z.string(),
  evidence: Texts.min(1),
  decidedBy: z.looseObject({}),
});

const ScriptForm = z.strictObject({
  style: z.enum(['blind', 'echo', 'branching', 'stubborn', 'overclaiming', 'faulty provider']),
  agentLayer: z.enum(['pinned', 'none']),
  keys: Texts,
  plan: isFunction,
  provider: isFunction.optional(),
  shortcut: isFunction.optional(),
});

/** What `defineTrial` takes, as far as a file that nobody compiled can get it wrong. */
const SpecForm = z.strictObject({
  id: z.string(),
  outline: z.looseObject({}).optional(),
  prompts: Texts.min(1),
  needs: z.array(z.enum(NEEDS)),
  draw: isFunction,
  workspace: isFunction.optional(),
  guarded: Texts.optional(),
  programs: z
    .array(z.strictObject({ name: z.string(), actions: isFunction, heard: isFunction.optional() }))
    .optional(),
  services: z
    .array(
      z.strictObject({
        name: z.string(),
        tools: z.array(
          z.strictObject({
            ...{
              name: z.string(),
              description: z.string(),
              inputSchema: z.looseObject({}),
              call: isFunction,
            },
          }),
        ),
      }),
    )
    .optional(),
  settings: z.looseObject({}).optional(),
  watches: z.array(z.looseObject({})).optional(),
  secondsPerTurn: z.number().positive(),
  outputs: Texts,
  verify: isFunction,
  gates: z.array(z.looseObject({ id: z.string(), forbids: z.string(), fires: isFunction })),
  harness: z.array(LineForm).min(1),
  agent: z.array(LineForm).min(1),
  chains: z.array(
    z.strictObject({
      harness: z.number().int(),
      distortion: z.string(),
      agent: z.number().int().nullable(),
      repair: z.strictObject({ key: z.string(), restores: isFunction }).optional(),
    }),
  ),
  script: ScriptForm,
});

/** A plan has a main script; one made without `script.alone` is only the script. */
function withSoundPlan(spec: TrialSpec): Trial {
  const plan = spec.script.plan() as Partial<ReturnType<TrialSpec['script']['plan']>> | undefined;
  if (plan?.main !== undefined && plan.children !== undefined) return defineTrial(spec);
  throw new MeasurandError('invalid-trial', 'gives no plan: it has no main script, or no list of children', {
    record: spec.id,
    field: 'script.plan',
    next: 'Write plan: () => script.alone(script.stepwise(…)), or script.alone(script.sessions(…))',
  });
}

/**
 * Makes a trial of a spec that no compiler has seen: a member that is missing, misspelt or of another form is named.
 *
 * @throws MeasurandError `invalid-trial`
 */
export function defineCheckedTrial(spec: unknown): Trial {
  const read = SpecForm.loose().safeParse(spec);
  const strange = SpecForm.safeParse(spec);
  // A misspelt member is missing as well; what is strange says more.
  const issue =
    strange.error?.issues.find(({ code }) => code === 'unrecognized_keys') ??
    read.error?.issues[0] ??
    strange.error?.issues[0];
  if (!issue) return withSoundPlan(spec as TrialSpec);
  const { id } = (spec ?? {}) as { readonly id?: unknown };
  throw new MeasurandError('invalid-trial', issue.message, {
    ...(typeof id === 'string' ? { record: id } : {}),
    field: issue.path.join('.') || 'defineTrial',
    next: 'docs/writing-trials.md lists the members',
  });
}
