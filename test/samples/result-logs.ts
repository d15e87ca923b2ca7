import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Json = Record<string, unknown>;

/** Writes the files of a tiny artefact, by their path; values that are no text are written as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** One sample of an Inspect log, with one scorer called `match`. */
export function inspectSample(id: number | string, value: unknown, more: Json = {}): Json {
  const said = (more['said'] as string | undefined) ?? `answer ${id}`;
  return {
    id,
    epoch: 1,
    input: `question ${id}`,
    target: 'the target',
    messages: [{ role: 'assistant', content: said }],
    output: { model: 'm', choices: [{ message: { role: 'assistant', content: said } }], completion: said },
    scores: value === undefined ? {} : { match: { value, answer: said, ...(more['score'] as Json) } },
    ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'said' && name !== 'score')),
  };
}

export const inspectError = (message = "RuntimeError('boom')"): Json => ({
  error: { message, traceback: '', traceback_ansi: '' },
});

/** An Inspect log. @param accuracy what its header prints; nothing where undefined */
export function inspectLog(samples: readonly Json[], accuracy?: number, more: Json = {}): Json {
  return {
    version: 2,
    status: 'success',
    eval: {
      task: 'arithmetic',
      model: 'vendor/model-a',
      solver: 'basic_agent',
      dataset: { samples: samples.length, sample_ids: samples.map((sample) => sample['id']) },
      config: { epochs: 1 },
      ...(more['eval'] as Json),
    },
    plan: { name: 'plan', steps: [] },
    ...(accuracy === undefined
      ? {}
      : {
          results: {
            total_samples: samples.length,
            scores: [
              {
                name: 'match',
                scorer: 'match',
                metrics: { accuracy: { name: 'accuracy', value: accuracy } },
              },
            ],
          },
        }),
    samples,
  };
}

/** Several samples: so many right, so many wrong, so many that erred. */
export function inspectSamples(right: number, wrong: number, errors: number): readonly Json[] {
  const kinds = [
    ...new Array<string>(right).fill('C'),
    ...new Array<string>(wrong).fill('I'),
    ...new Array<undefined>(errors),
  ];
  return kinds.map((value, at) => inspectSample(at + 1, value, value === undefined ? inspectError() : {}));
}

/** The files of a Harbor trial. */
export function harborTrial(
  name: string,
  result: Json,
  files: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    [`${name}/result.json`]: {
      task_name: name.replace(/__.*$/, ''),
      trial_name: name,
      source: 'terminal-tasks',
      agent_info: { name: 'terminus', version: '1', model_info: { name: 'model-a', provider: 'vendor' } },
      ...result,
    },
    ...Object.fromEntries(Object.entries(files).map(([file, content]) => [`${name}/${file}`, content])),
  };
}

export const rewarded = (reward: number | null): Json => ({ verifier_result: { rewards: { reward } } });
export const raised = (type: string): Json => ({
  exception_info: { exception_type: type, exception_message: 'stopped', exception_traceback: '' },
});

/** Results of tau2-bench. */
export function tau2Results(simulations: readonly Json[], tasks: readonly string[], trials = 1): Json {
  return {
    timestamp: 't',
    info: {
      num_trials: trials,
      agent_info: { implementation: 'llm_agent', llm: 'model-a' },
      user_info: { implementation: 'user_simulator', llm: 'model-u' },
      environment_info: { domain_name: 'airline' },
    },
    tasks: tasks.map((id) => ({ id })),
    simulations,
  };
}

export const simulation = (
  task: string,
  reward: number | undefined,
  reason = 'user_stop',
  more: Json = {},
): Json => ({
  id: `s-${task}-${String(more['trial'] ?? 0)}`,
  task_id: task,
  trial: 0,
  termination_reason: reason,
  duration: 1,
  ...(reward === undefined
    ? {}
    : { reward_info: { reward, reward_basis: ['DB'], ...(more['info'] as Json) } }),
  messages: [],
  ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'info')),
});

/** Results of promptfoo. */
export function promptfooResults(results: readonly Json[]): Json {
  const passed = results.filter((result) => result['success'] === true).length;
  const errors = results.filter((result) => result['failureReason'] === 2).length;
  return {
    evalId: 'e',
    results: {
      version: 3,
      timestamp: 't',
      prompts: [],
      results,
      stats: {
        successes: passed,
        failures: results.length - passed - errors,
        errors: results.length - passed - errors < 0 ? 0 : errors,
      },
    },
  };
}

export const promptfooResult = (testIdx: number, success: boolean, more: Json = {}): Json => ({
  id: `r${testIdx}`,
  testIdx,
  promptIdx: 0,
  provider: { id: 'vendor:model-a' },
  success,
  score: success ? 1 : 0,
  failureReason: success ? 0 : 1,
  namedScores: {},
  latencyMs: 5,
  ...more,
});

/** A report of SWE-bench. */
export function sweReport(lists: Readonly<Record<string, readonly string[]>>): Json {
  const all = ['resolved', 'unresolved', 'empty_patch', 'error', 'incomplete'].map(
    (name) => [name, lists[name] ?? []] as const,
  );
  return {
    total_instances: all.reduce((sum, [, ids]) => sum + ids.length, 0),
    submitted_instances: all.reduce((sum, [name, ids]) => sum + (name === 'incomplete' ? 0 : ids.length), 0),
    resolved_instances: (lists['resolved'] ?? []).length,
    ...Object.fromEntries(all.map(([name, ids]) => [`${name}_ids`, ids])),
    schema_version: 2,
  };
}

export const patchOf = (...files: readonly string[]): string =>
  files
    .map((file) => `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-a\n+b\n`)
    .join('');

export const prediction = (instance: string, model: string, patch: string): string =>
  `${JSON.stringify({ instance_id: instance, model_name_or_path: model, model_patch: patch })}\n`;
