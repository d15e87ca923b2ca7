import { z } from 'zod';

/** The version of the task form that is written; older ones are read as well. */
export const TASK_SCHEMA = '1.4';

const Seconds = z.number().positive();

const Phase = z.looseObject({ timeout_sec: Seconds.optional() });

const ToolServer = z.looseObject({
  name: z.string().min(1),
  transport: z.string().default('sse'),
  url: z.string().optional(),
  command: z.string().optional(),
});

/** A folder's name and no path. */
const StepName = z.stringFormat('step name', /^(?!\.)[\w.-]{1,100}$/);

const VariableName = z.stringFormat('variable name', /^[A-Za-z_]\w*$/);

const Step = z.looseObject({ name: StepName, agent: Phase.optional(), verifier: Phase.optional() });

/** What Measurand notes of a trial that it exported, under `metadata.measurand`. */
export const ExportNoteSchema = z.strictObject({
  format: z.literal('measurand.harbor-task/1'),
  trial: z.string(),
  title: z.string(),
  dimension: z.string(),
  property: z.string(),
  seed: z.number().int(),
  outputs: z.array(z.string()),
  /** Where the file of a trial of one's own stands in the task. */
  own: z.string().optional(),
});
export type ExportNote = z.infer<typeof ExportNoteSchema>;

/**
 * `task.toml` of a Harbor task, schema 1.0 to 1.4: the members that a trial has a place for. Others are let through and
 * counted as lost.
 */
export const TaskFormSchema = z.looseObject({
  schema_version: z.string().optional(),
  version: z.string().optional(),
  task: z
    .looseObject({
      name: z.string().optional(),
      description: z.string().optional(),
      keywords: z.array(z.string()).optional(),
    })
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  agent: Phase.optional(),
  verifier: Phase.extend({ env: z.record(VariableName, z.string()).optional() }).optional(),
  environment: z
    .looseObject({
      docker_image: z.string().optional(),
      workdir: z.string().optional(),
      mcp_servers: z.array(ToolServer).optional(),
    })
    .optional(),
  multi_step_reward_strategy: z.enum(['mean', 'final']).optional(),
  steps: z.array(Step).max(100).optional(),
});
export type TaskForm = z.infer<typeof TaskFormSchema>;
