import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Cell, EpisodeEvent, Model, Task } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';
import { ARCHETYPES } from '../../models/archetypes/index.ts';
import { COMTRADE_DECISIONS } from '../../tasks/comtrade/definitions.ts';
import { DATA_PART } from '../../tasks/comtrade/submission.ts';
import { taskIds, taskNamed } from '../../tasks/registry.ts';
import { l0 } from './l0.ts';

const MODEL = ARCHETYPES[0] as Model;

async function run(task: Task, model: Model = MODEL, changes: Partial<Cell> = {}) {
  const events: EpisodeEvent[] = [];
  const signal = new AbortController().signal;
  const base = { task, seed: 0, model, environment: task.open(0), limits: l0.limits, signal };
  const cell: Cell = { ...base, protocol: 'single', ...changes };
  const outcome = await l0.run(cell, { record: (event) => events.push(event) });
  return { outcome, events };
}

interface Ideal {
  readonly id: string;
  readonly task_id: string;
  readonly expected: {
    readonly sleeps: readonly number[];
    readonly submitted: {
      readonly metadata: JsonObject;
      readonly run_log: string;
      readonly data_sha256: string;
    };
  };
}

const { runs } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/comtradebench/scaffold_l0.json', import.meta.url), 'utf8'),
) as { readonly runs: readonly Ideal[] };

verifies('l0.payload.release-form', async () => {
  const ideal = runs.filter(({ id }) => id.startsWith('ideal-'));
  expect(ideal).toHaveLength(10);
  for (const { task_id, expected } of ideal) {
    const { events } = await run(taskNamed('as-published', task_id));
    const { submitted, sleeps } = expected;
    const calls = events.filter((event) => event.type === 'call');
    const { data_jsonl, metadata_json, run_log } = (calls.at(-1)?.args ?? {}) as Record<string, string>;
    expect(sha256(data_jsonl ?? ''), task_id).toBe(submitted.data_sha256);
    expect(JSON.parse(metadata_json ?? ''), task_id).toEqual(submitted.metadata);
    expect(run_log, task_id).toBe(submitted.run_log);
    const waits = events.filter((event) => event.type === 'wait').map(({ seconds }) => seconds);
    expect(waits, task_id).toEqual(sleeps);
  }
});

verifies('l0.payload.model-free', async () => {
  for (const profile of ['as-published', 'repaired']) {
    const made = new Set<string>();
    for (const id of taskIds(profile)) {
      const payloads = new Set<string>();
      for (const model of ARCHETYPES) {
        const { outcome, events } = await run(taskNamed(profile, id), model);
        payloads.add(JSON.stringify(outcome.submission));
        const decisions = events.filter((event) => event.type === 'decision');
        expect(new Set(decisions.map(({ owner }) => owner))).toEqual(new Set(['scaffold']));
        for (const { decision } of decisions) made.add(decision);
        expect(events.filter((event) => event.type === 'said')).toHaveLength(1);
      }
      expect(payloads.size, `${profile} ${id}`).toBe(1);
    }
    expect(made).toEqual(new Set(COMTRADE_DECISIONS));
  }
});

test('l0 passes over a page whose retries ran out, and goes on with the next', async () => {
  const task = taskNamed('repaired', 'T3_duplicates');
  const environment = task.open(0);
  const stubborn = {
    turns: environment.turns,
    tools: environment.tools,
    requestBudget: environment.requestBudget,
    ledger: () => environment.ledger(),
    submission: () => environment.submission(),
    call: (name: string, args: JsonObject) =>
      name === 'fetch_page' && args['page'] === 2
        ? Promise.resolve({
            value: { error: { class: 'rate-limited', status: 429, retryable: true } },
            isError: true,
          })
        : environment.call(name, args),
  };
  const { outcome, events } = await run(task, MODEL, { environment: stubborn as Cell['environment'] });
  const lines = outcome.submission?.parts[DATA_PART]?.split('\n') ?? [];
  expect(lines).toHaveLength(15);
  const retries = events.filter((event) => event.type === 'decision' && event.decision === 'retry');
  expect(retries.map((event) => (event as { choice: string }).choice)).toEqual([
    'retry',
    'retry',
    'retry',
    'skip',
  ]);
});

test('l0 hands in nothing when it holds nothing, and says so', async () => {
  const task = taskNamed('repaired', 'T3_duplicates');
  const environment = task.open(0);
  const dead = {
    turns: environment.turns,
    tools: environment.tools,
    requestBudget: 3,
    ledger: () => environment.ledger(),
    submission: () => environment.submission(),
    call: () => Promise.resolve({ value: { error: 'gone' }, isError: true }),
  };
  const { outcome, events } = await run(task, MODEL, { environment: dead });
  expect(outcome).toEqual({ state: 'no-submission', stop: 'no row was held' });
  expect(events).toContainEqual({
    type: 'decision',
    decision: 'submission',
    owner: 'scaffold',
    choice: 'never',
  });
});

test('l0 refuses the arms that only L2 has', async () => {
  const task = taskNamed('repaired', 'T3_duplicates');
  await expect(run(task, MODEL, { protocol: 'chunked' })).rejects.toMatchObject({
    code: 'unsupported-protocol',
  });
});
