import { z } from 'zod';
import { CountSchema, DigestSchema } from '../../../core/schemas/json.ts';
import { schemaOf } from '../../../core/schemas/schema-of.ts';
import type { RankDistribution } from '../../../stats/ranks.ts';
import type { VarianceTerm } from '../../../stats/variance-components.ts';
import {
  ClusteredMeanSchema,
  GroupIntervalSchema,
  HonestFigureSchema,
  LedgerSchema,
  ModeSchema,
} from './figures.ts';

/** Coordinates that are the same for all of a group: axis to value. */
const Key = z.record(z.string(), z.string());

const SpreadSchema = z.strictObject({
  n: CountSchema,
  mean: z.number(),
  stdPopulation: z.number().describe('Divisor n: what tables print'),
  stdSample: z.number().nullable().describe('Divisor n - 1; null at n = 1'),
  worst: z.number(),
  best: z.number(),
  interquartileMean: z.number(),
  alpha: z.number(),
  cvarCeil: z.number().describe('Mean of the ceil(alpha n) lowest'),
  cvarFractional: z.number(),
  reliability90: z.number(),
  reliability50: z.number(),
  gap: z.number().describe('Mean minus worst'),
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  chanceBelowWorst: z
    .number()
    .describe('At the stated level, a new run falls below the worst one at most this often'),
});

const TaskSchema = z.strictObject({
  task: z.string(),
  n: CountSchema,
  unscored: CountSchema,
  mean: z.number().nullable(),
  stdPopulation: z.number().nullable(),
  worst: z.number().nullable(),
  best: z.number().nullable(),
  seeds: z.array(CountSchema).describe('Of every run, in order; a seed that was run twice stands twice'),
  scores: z.array(z.number().nullable()).describe('By run; null where there is no score'),
});

const GroupSchema = z.strictObject({
  key: Key,
  label: z.string(),
  pooledOver: z.array(z.strictObject({ axis: z.string(), values: z.array(z.string()) })),
  ledger: LedgerSchema,
  figure: HonestFigureSchema.nullable().describe('Null when a score lies outside [0, 1]: nothing bounds it'),
  spread: SpreadSchema.nullable().describe('Null when nothing is scored'),
  clustered: ClusteredMeanSchema.nullable().describe('The mean over tasks as clusters: speaks of new tasks'),
  theseTasks: GroupIntervalSchema.extend({ caution: z.string().nullable() })
    .nullable()
    .describe('Null when nothing is scored or too much to draw'),
  worstOf: z.array(z.strictObject({ m: CountSchema, expectedWorst: z.number() })),
  tasks: z.array(TaskSchema),
});

const TERMS = [
  'model',
  'scaffold',
  'task',
  'model × scaffold',
  'model × task',
  'scaffold × task',
  'model × scaffold × task',
  'seed',
  'residual',
] as const satisfies readonly VarianceTerm[];

const VarianceSchema = z.strictObject({
  key: Key,
  label: z.string(),
  n: CountSchema.describe('Runs in the balanced grid'),
  of: CountSchema.describe('Scored runs there are'),
  levels: z.strictObject({ model: CountSchema, scaffold: CountSchema, task: CountSchema, seed: CountSchema }),
  components: z.array(
    z.strictObject({
      term: z.enum(TERMS),
      df: z.number(),
      meanSquare: z.number().nullable(),
      variance: z.number().nullable(),
      share: z.number().nullable(),
      etaSquared: z.number().nullable(),
      omegaSquared: z.number().nullable(),
    }),
  ),
  method: z.literal('expected mean squares of a balanced random-effects grid'),
});

const RankingSchema = schemaOf<RankDistribution>()(
  z.strictObject({
    level: z.number(),
    resampling: z.enum(['seeds', 'tasks-and-seeds']),
    models: z.array(
      z.strictObject({
        model: z.string(),
        mean: z.number(),
        chances: z.array(z.number()),
        rankSet: z.tuple([z.number(), z.number()]),
      }),
    ),
    method: z.literal('joint bootstrap; rank sets from simultaneous pairwise intervals'),
    mode: ModeSchema,
    seed: z.union([z.number(), z.string()]),
    resamples: CountSchema,
  }),
);

const StratumSchema = z.strictObject({
  key: Key,
  label: z.string(),
  contestants: z.array(z.string()),
  ranking: RankingSchema.nullable(),
  rankedOn: z
    .strictObject({ tasks: CountSchema, items: CountSchema, leftOut: CountSchema })
    .nullable()
    .describe('Items are pairs of task and seed that every contestant has scored'),
  whyNotRanked: z.string().nullable(),
  improvements: z
    .array(z.strictObject({ a: z.string(), b: z.string(), probability: z.number(), tasks: CountSchema }))
    .describe('How likely a run of a beats a run of b, averaged over tasks'),
  unsettled: z
    .array(z.strictObject({ ahead: z.string(), behind: z.string() }))
    .describe('Pairs whose order the unscored episodes could turn round'),
  worstComparedAt: CountSchema.nullable().describe(
    'Fewest scored runs of a contestant: compare worst-of-m here',
  ),
});

export const ScorerStatsSchema = z.strictObject({
  scorer: z.string(),
  groups: z.array(GroupSchema),
  strata: z.array(StratumSchema),
  variance: z.array(VarianceSchema),
  notIdentified: z.array(z.strictObject({ label: z.string(), reason: z.string() })),
});

/** What `measurand stats` gives. */
export const ArchiveStatsSchema = z.strictObject({
  format: z.literal('measurand.stats/1'),
  root: DigestSchema.nullable().describe('Of the archive; null for records from elsewhere'),
  episodes: CountSchema,
  ledger: LedgerSchema.omit({ ungraded: true }),
  by: z.array(z.string()).describe('What a group is; the first is ranked within the others'),
  constant: z.record(z.string(), z.string()).describe('Axes with one value'),
  level: z.number(),
  mode: ModeSchema,
  seed: z.number(),
  resamples: CountSchema.describe('Of each bootstrap; 0 when there are too many runs to draw'),
  scorers: z.array(ScorerStatsSchema),
  notes: z.array(z.string()),
});
