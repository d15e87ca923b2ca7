import { z } from 'zod';
import { JsonObjectSchema } from '../../core/schemas/json.ts';

const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must have lower-case letters, digits and hyphens only');

/** What tells episodes apart besides the seed. */
export const FACTORS = ['profile', 'task', 'model', 'scaffold', 'protocol', 'arm', 'settings'] as const;
export type Factor = (typeof FACTORS)[number];

const Levels = z.union([z.string(), z.array(z.string()).min(1)], {
  error: 'must be a name or a list of names',
});

const Where = z.strictObject({
  profile: Levels.exactOptional(),
  task: Levels.exactOptional(),
  model: Levels.exactOptional(),
  scaffold: Levels.exactOptional(),
  protocol: Levels.exactOptional(),
  arm: Levels.exactOptional(),
  settings: JsonObjectSchema.exactOptional().describe('Settings that agree'),
});

const shared = {
  id: Name,
  scorer: z.string().min(1),
  by: z.array(z.enum(FACTORS)).exactOptional().describe('One result for each combination of these'),
  where: Where.exactOptional().describe('The episodes that it is about'),
  mode: z
    .enum(['compat', 'recommended'])
    .exactOptional()
    .describe("compat reproduces the paper's procedure; recommended is the default"),
};

const Summary = z.strictObject({
  kind: z.literal('summary').describe('Mean with interval, worst and tail'),
  ...shared,
});

const Paired = z.strictObject({
  kind: z.literal('paired').describe('Mean of a minus b over pairs that differ in the factor alone'),
  ...shared,
  factor: z.enum(['profile', 'task', 'model', 'scaffold', 'protocol', 'arm']),
  a: z.string().min(1),
  b: z.string().min(1),
  unit: z
    .enum(['pair', 'task'])
    .exactOptional()
    .describe('What is exchanged under the null: a pair (default), or a task with its seeds averaged'),
  family: Name.exactOptional().describe(
    'The confirmatory family over which Holm adjusts; without one the result is exploratory',
  ),
  margin: z
    .number()
    .positive()
    .exactOptional()
    .describe('The largest difference that does not matter: asks for an equivalence test as well'),
  assume: z
    .strictObject({
      up: z.number().min(0).max(1).exactOptional().describe('Share of pairs in which a is ahead'),
      down: z.number().min(0).max(1).exactOptional().describe('Share of pairs in which b is ahead'),
      betweenTasks: z
        .number()
        .nonnegative()
        .exactOptional()
        .describe('Variance over tasks of the true difference'),
      withinTask: z.number().nonnegative().exactOptional().describe('Variance of one run within a task'),
    })
    .exactOptional()
    .describe('What is believed before the run; only the plan reads it'),
});

export const Statistic = z.discriminatedUnion('kind', [Summary, Paired]);
export type Statistic = z.infer<typeof Statistic>;
export type PairedStatistic = z.infer<typeof Paired>;
export type SummaryStatistic = z.infer<typeof Summary>;

export const Stopping = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('fixed').describe('Every planned episode, then one look') }),
  z.strictObject({
    rule: z.literal('anytime').describe('Looks at declared numbers of seeds, by a sequence that stays valid'),
    looks: z.array(z.int().positive()).min(1).describe('Numbers of seeds, rising; the last look sees all'),
    alpha: z.number().gt(0).lt(1).exactOptional(),
    rho2: z.number().positive().exactOptional().describe('Mixing variance of the sequence'),
    until: z
      .enum(['all', 'any'])
      .exactOptional()
      .describe('Stop when all (default) or any of the paired results exclude zero'),
  }),
]);
export type Stopping = z.infer<typeof Stopping>;

const Requirement = z.strictObject({
  statistic: Name,
  where: Where.exactOptional(),
  group: Name.exactOptional().describe('Only results of models in this group'),
  interval: z
    .enum(['positive', 'negative', 'excludes-zero', 'includes-zero', 'within-margin'])
    .exactOptional(),
  p: z.number().gt(0).lt(1).exactOptional().describe('The adjusted p must be below this'),
  atLeast: z.int().positive().exactOptional().describe('How many results must show it; all, when left out'),
});

export const Decision = z.strictObject({
  says: z.string().min(1).describe('The rule in words'),
  require: z.array(Requirement).min(1).describe('All of these must be met'),
});
export type Decision = z.infer<typeof Decision>;
export type DecisionRequirement = z.infer<typeof Requirement>;
