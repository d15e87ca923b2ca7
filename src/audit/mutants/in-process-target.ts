import type { ScorerKind } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import {
  type BridgeEdit,
  type BridgeOwnership,
  HelloReply,
  type Isolation,
  type NotProbed,
  type ProbedTarget,
  RawJson,
} from '../../scorers/bridge/index.ts';
import { type MeasuredTarget, type ProbeOptions, probeTarget } from '../bridge/measure.ts';

/** A released scorer in a few lines: what it holds for correct, and how it grades. Hooks left out are unsupported. */
export interface PlainTarget {
  readonly name: string;
  readonly scorerKind: ScorerKind;
  readonly submission: 'text' | 'records' | 'calls' | 'actions' | 'patch' | 'log' | 'opaque';
  readonly tasks: readonly string[];
  readonly truth?: (task: string) => JsonValue;
  readonly score?: (task: string, submission: JsonValue) => number;
  readonly edits?: readonly BridgeEdit[];
  /** Every submission that an edit makes of the correct one, each with its place. */
  readonly perturb?: (task: string, edit: string) => readonly (readonly [JsonValue, string])[];
  readonly ownership?: BridgeOwnership;
}

/** Nothing holds for code that runs in this very process. */
const NOTHING_HELD: Isolation = {
  processGroup: false,
  freshFolder: false,
  environmentAllowList: false,
  processNamespace: false,
  networkNamespace: false,
  readOnly: [],
  limits: [],
};

const unsupported = (hook: string): NotProbed => ({
  kind: 'not-probed',
  why: 'unsupported',
  detail: `this target has no ${hook}`,
});

const HOOKS = {
  tasks: 'list_tasks',
  truth: 'truth',
  score: 'score',
  perturb: 'perturb',
  ownership: 'ownership',
};

function greeting(plain: PlainTarget): ReturnType<typeof HelloReply.parse> {
  return HelloReply.parse({
    protocol: '1.0',
    target: { name: plain.name, scorer_kind: plain.scorerKind, submission: plain.submission },
    hooks: Object.entries(HOOKS).flatMap(([name, hook]) => (name in plain ? [hook] : [])),
    edits: plain.edits ?? [],
    runtime: { language: 'in process', version: '' },
    stubs: ['the benchmark: a stand-in of a few lines, for the selftest'],
    model_calls: 'none',
    network: 'not used',
  });
}

const answer = <T>(value: T) => ({ kind: 'answer', value }) as const;

/** The target as a probe meets one that lives in another process. */
export function inProcessTarget(plain: PlainTarget): ProbedTarget {
  const { tasks, truth, score, perturb, ownership } = plain;
  return {
    modelCalls: 0,
    supervisor: { failures: [], restarts: 0 },
    hello: () => Promise.resolve(answer(greeting(plain))),
    tasks: () =>
      Promise.resolve(answer(tasks.map((id) => ({ id, seeded: false, tags: [], claimed_decisions: [] })))),
    truth: (task) =>
      Promise.resolve(
        truth ? answer({ submission: RawJson.of(truth(task)), units: [], quality: 1 }) : unsupported('truth'),
      ),
    perturb: (task, edit, site = 0) => {
      const made = perturb?.(task, edit);
      if (!made) return Promise.resolve(unsupported('perturb'));
      const [submission, place = ''] = made[site] ?? [];
      const raw = submission === undefined ? undefined : RawJson.of(submission);
      return Promise.resolve(answer({ submission: raw, applied_to: place, sites: made.length }));
    },
    ownership: () => Promise.resolve(ownership ? answer(ownership) : unsupported('ownership')),
    replay: () => Promise.resolve(unsupported('replay_parse')),
    score: (task, submission) => {
      if (!score) return Promise.resolve(unsupported('score'));
      const value = score(task, submission.value);
      return Promise.resolve({
        kind: 'score',
        score: value,
        passed: value >= 1,
        components: {},
        reason: null,
        modelCalls: 0,
      });
    },
    renew: () => Promise.resolve(),
  };
}

/** Probes a target of a few lines with everything that a released scorer is probed with. */
export function probePlain(plain: PlainTarget, more: ProbeOptions = {}): Promise<MeasuredTarget> {
  return probeTarget(inProcessTarget(plain), NOTHING_HELD, { replays: 50, ...more });
}
