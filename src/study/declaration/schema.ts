import { z } from 'zod';
import { JsonObjectSchema } from '../../core/schemas/json.ts';
import { Decision, Statistic, Stopping } from './inference-schema.ts';

const Names = z.array(z.string().min(1)).min(1);
const Limit = z.int().positive();
const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must have lower-case letters, digits and hyphens only');

const Limits = z.strictObject({
  steps: Limit.exactOptional(),
  outputTokens: Limit.exactOptional(),
  observationCharacters: Limit.exactOptional(),
});

const Protocol = z.enum(['single', 'chunked', 'by-id']);

const ExclusionRule = z.strictObject({
  reason: z.string().min(1).describe('Why, as it will stand in the record'),
  profile: z.string().exactOptional(),
  task: z.string().exactOptional(),
  model: z.string().exactOptional(),
  scaffold: z.string().exactOptional(),
  protocol: Protocol.exactOptional(),
  arm: z.string().exactOptional(),
  seed: z.int().nonnegative().exactOptional(),
});

const Arm = z.strictObject({
  id: Name,
  settings: JsonObjectSchema.exactOptional().describe('Task settings of this arm, over the others'),
  stressors: z.array(z.string()).exactOptional().describe('Added to those of the study'),
  limits: Limits.exactOptional().describe('Over those of the study'),
});

const Prices = z.strictObject({
  dated: z.iso.date().describe('The day on which the prices were read: a price without a date is a rumour'),
  currency: z.string().min(1),
  perMillionTokens: z.record(
    z.string(),
    z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() }),
  ),
});

const Rates = z.record(
  z.string(),
  z.strictObject({
    requestsPerMinute: z.number().positive().exactOptional(),
    tokensPerMinute: z.number().positive().exactOptional(),
    secondsPerRequest: z
      .number()
      .positive()
      .exactOptional()
      .describe('For one request, from sending to the last byte'),
  }),
);

const SEEDS = 'must be a range such as 0-9, a list such as 0,1,2, or whole numbers in brackets';

/**
 * A study as people declare it: in YAML, in JSON, or as a module's default export. The grid is the product of its lists;
 * what is left out is the default of `measurand run grid`.
 */
export const StudyFile = z.strictObject({
  $schema: z.string().exactOptional(),
  format: z.literal('measurand.study/1'),
  id: Name,
  title: z.string().min(1),
  hypothesis: z.string().min(1).exactOptional().describe('What is expected, in words, before anything runs'),
  suite: z.literal('comtrade').exactOptional(),
  profile: z
    .union([z.string().min(1), Names], { error: 'must be a name or a list of names' })
    .exactOptional(),
  tasks: Names.exactOptional(),
  seeds: z.union([z.string(), z.array(z.int().nonnegative()).min(1)], { error: SEEDS }).exactOptional(),
  models: Names.exactOptional(),
  groups: z
    .record(Name, z.array(z.string().min(1)))
    .exactOptional()
    .describe(
      'Named sets of models that a decision may ask for; a set may be empty until somebody has a key',
    ),
  scaffolds: Names.exactOptional(),
  protocol: z
    .union([Protocol, z.array(Protocol).min(1)], {
      error: 'must be single, chunked or by-id, or a list of these',
    })
    .exactOptional()
    .describe('How rows are handed in at L2'),
  stressors: z.array(z.string()).exactOptional(),
  limits: Limits.exactOptional().describe('Over the limits of L2; the other levels keep theirs'),
  settings: z
    .array(JsonObjectSchema)
    .min(1)
    .exactOptional()
    .describe('Variants of the task settings: an axis of the grid, one variant an item'),
  arms: z.array(Arm).min(1).exactOptional().describe('Named bundles of conditions: an axis of the grid'),
  scorers: Names.exactOptional(),
  exclude: z
    .array(ExclusionRule)
    .exactOptional()
    .describe('Episodes that are planned and not run. A rule applies where everything that it names agrees'),
  traces: z.boolean().exactOptional().describe('Keep every event of every episode'),
  statistics: z.array(Statistic).exactOptional(),
  stopping: Stopping.exactOptional(),
  decision: Decision.exactOptional(),
  analyses: z
    .array(z.string().min(1))
    .exactOptional()
    .describe('Analyses that know the task, such as forensics'),
  prices: Prices.exactOptional(),
  rates: Rates.exactOptional().describe('By model: what its provider allows'),
});
export type StudyFile = z.infer<typeof StudyFile>;
