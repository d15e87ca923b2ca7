import { z } from 'zod';
import { JsonObjectSchema, JsonValueSchema } from '../../core/schemas/json.ts';

/** Methods that a target may answer besides `hello` and `shutdown`. */
export const BRIDGE_HOOKS = [
  'list_tasks',
  'truth',
  'score',
  'perturb',
  'ownership',
  'replay_parse',
  'grade',
  'leak',
  'episode',
] as const;
export type BridgeHook = (typeof BRIDGE_HOOKS)[number];
export type BridgeMethod = BridgeHook | 'hello' | 'shutdown';

export const BRIDGE_ERROR_CODES = [
  'bad_request',
  'unsupported',
  'unknown_task',
  'invalid_submission',
  'scorer_exception',
  'needs_model',
  'needs_environment',
  'timeout',
  'internal',
] as const;
export type BridgeErrorCode = (typeof BRIDGE_ERROR_CODES)[number];

/** What an edit does to the worth of a correct submission; of an undecided one reasonable people differ. */
export const EDIT_LABELS = ['degrading', 'equivalent', 'undecided'] as const;
export type EditLabel = (typeof EDIT_LABELS)[number];

/** Kinds of submission for which typed edits exist here, so that a target need not make its own. */
const SUBMISSION_KINDS = ['text', 'records', 'calls', 'actions', 'patch', 'log', 'opaque'] as const;

const SCORER_KINDS = ['shape', 'outcome', 'specification', 'judge'] as const;

const Edit = z.object({
  id: z.string().min(1),
  title: z.string().default(''),
  label: z.enum(EDIT_LABELS),
  /** `battery`: the canned battery of the paper; `kernel`: the typed catalogue; `null`: a do-nothing submission. */
  group: z.enum(['battery', 'kernel', 'null']).default('kernel'),
});
export type BridgeEdit = z.output<typeof Edit>;

const Provenance = z.object({
  package: z.string().nullable().default(null),
  package_version: z.string().nullable().default(null),
  vcs: z.string().nullable().default(null),
  commit: z.string().nullable().default(null),
  dirty: z.boolean().nullable().default(null),
  /** Files that really ran, relative to the root of the benchmark. */
  files: z
    .array(z.object({ path: z.string(), sha256: z.string(), role: z.string().default('code') }))
    .default([]),
  tree_sha256: z.string().nullable().default(null),
});

export const HelloReply = z.object({
  protocol: z.string().regex(/^1\.\d+$/, 'the protocol must be 1.x'),
  target: z.object({
    name: z.string().min(1),
    variant: z.string().default(''),
    scorer_kind: z.enum(SCORER_KINDS),
    resolution: z.number().nonnegative().default(1e-9),
    score_range: z.tuple([z.number(), z.number()]).default([0, 1]),
    deterministic: z.boolean().default(true),
    submission: z.enum(SUBMISSION_KINDS).default('opaque'),
  }),
  hooks: z.array(z.string()),
  edits: z.array(Edit).default([]),
  runtime: z
    .object({ language: z.string(), version: z.string() })
    .default({ language: 'unknown', version: '' }),
  provenance: Provenance.default(Provenance.parse({})),
  stubs: z.array(z.string()).default([]),
  model_calls: z.string().default('unstated'),
  network: z.string().default('unstated'),
  licence: z.string().default(''),
});
export type BridgeHello = z.output<typeof HelloReply>;

const Task = z.object({
  id: z.string().min(1),
  seeded: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  claimed_decisions: z.array(z.string()).default([]),
});
export type BridgeTask = z.output<typeof Task>;

export const TasksReply = z.object({ tasks: z.array(Task), next: JsonValueSchema.default(null) });

export const TruthReply = z.object({
  submission: JsonValueSchema,
  units: z.array(z.string()).default([]),
  quality: z.number().default(1),
});
export type BridgeTruth = z.output<typeof TruthReply>;

/** `sites` counts the places of the task at which the edit applies; with none there is no submission. */
export const PerturbReply = z.object({
  submission: JsonValueSchema.optional(),
  label: z.enum(EDIT_LABELS).optional(),
  shape_preserved: z.boolean().optional(),
  applied_to: z.string().default(''),
  sites: z.int().nonnegative().default(1),
});
export type BridgePerturbation = z.output<typeof PerturbReply>;

export const ScoreReply = z.object({
  score: z.number(),
  passed: z.boolean().optional(),
  components: z.record(z.string(), z.union([z.number(), z.boolean(), z.null()])).default({}),
  reason: z.string().nullable().default(null),
  raw: JsonValueSchema.optional(),
  model_calls: z.int().nonnegative().default(0),
});

export const OwnershipReply = z.object({
  levels: z.array(z.string()),
  decisions: z.array(
    z.object({
      id: z.string(),
      owner: z.record(z.string(), z.string()),
      evidence: z.string().default('declared'),
      probe: z.string().default(''),
    }),
  ),
  confirmed_by: z.string().nullable().default(null),
});
export type BridgeOwnership = z.output<typeof OwnershipReply>;

export const ReplayReply = z.object({
  records: z.array(
    z.object({
      task: z.string(),
      trial: z.union([z.number(), z.string()]).default(0),
      recorded: z.number(),
      replayed: z.number().nullable(),
      /** Whether a digest that was stored is met again; null where none was stored. */
      hash_equal: z.boolean().nullable().default(null),
      note: z.string().default(''),
    }),
  ),
  next: JsonValueSchema.default(null),
});
export type BridgeReplay = Pick<z.output<typeof ReplayReply>, 'records'>;

/** The outcome of one case of a vector file, in the fields in which such a file states it. */
export const GradeReply = z.object({
  fields: JsonObjectSchema,
  model_calls: z.int().nonnegative().default(0),
});

export const LeakReply = z.object({
  displays: z.int().nonnegative(),
  holding: z.int().nonnegative(),
  tasks: z.int().nonnegative(),
  leaked: z.array(z.string()),
});
export type BridgeLeakReply = z.output<typeof LeakReply>;

/** One whole episode of the model that the target was given. */
export const EpisodeReply = z.object({
  reward: z.number(),
  /** How it ended, such as `scored` or an error of the scaffold. */
  ending: z.string().default(''),
  /** Who played the user, and by what rules. */
  user_simulator: z.string().min(1),
  model_calls: z.int().nonnegative().default(0),
});
export type BridgeEpisode = z.output<typeof EpisodeReply>;

export const ErrorReply = z.object({
  code: z.enum(BRIDGE_ERROR_CODES),
  type: z.string().default(''),
  message: z.string().default(''),
  traceback_sha256: z.string().optional(),
  runner_would_record: JsonValueSchema.optional(),
});
export type BridgeErrorReply = z.output<typeof ErrorReply>;

/** One line from a target. Unknown fields are ignored. */
export const Line = z.union([
  z.object({ id: z.int(), ok: JsonObjectSchema }),
  z.object({ id: z.int(), error: ErrorReply }),
]);
