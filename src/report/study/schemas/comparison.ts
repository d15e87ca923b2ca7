import { z } from 'zod';
import { CountSchema, DigestSchema } from '../../../core/schemas/json.ts';
import { schemaOf } from '../../../core/schemas/schema-of.ts';
import type { PairedEffect } from '../../../stats/effect.ts';
import type { PairedComparison } from '../../../stats/paired.ts';
import { ObligationsSchema } from '../../trials/obligations-document.ts';
import {
  CliffsSchema,
  ClusteredMeanSchema,
  EquivalenceSchema,
  LedgerSchema,
  MeanIntervalSchema,
  ModeSchema,
  SignFlipSchema,
} from './figures.ts';

const SideSchema = z.strictObject({
  label: z.string(),
  key: z.record(z.string(), z.string()),
  ledger: LedgerSchema,
  n: CountSchema.describe('Graded runs'),
  mean: z.number().nullable(),
  worst: z.number().nullable(),
});

const EffectSchema = schemaOf<PairedEffect>()(
  z.strictObject({
    n: CountSchema,
    effect: z.number(),
    interval: MeanIntervalSchema,
    cliffs: CliffsSchema,
    test: SignFlipSchema,
    mode: ModeSchema,
  }),
);

const PairedSchema = schemaOf<PairedComparison>()(
  z.strictObject({
    n: CountSchema,
    difference: z.number(),
    standardError: z.number().nullable(),
    unpairedStandardError: z.number().nullable(),
    correlation: z.number().nullable(),
    clustered: ClusteredMeanSchema,
    method: z.literal('paired differences on shared items'),
  }),
);

const PairingSchema = z.strictObject({
  axes: z.array(z.string()),
  pairs: CountSchema.describe('With both sides graded'),
  unscored: CountSchema.describe('With a side that ended without a grade'),
  excluded: CountSchema.describe('With a side that a declared rule took out'),
  onlyA: CountSchema.describe('Runs of a without a partner'),
  onlyB: CountSchema,
  tasks: CountSchema,
});

const MinimaSchema = z.strictObject({
  pairs: z
    .strictObject({ n: CountSchema, a: z.number(), b: z.number() })
    .describe('Lowest score of each side over the pairs: equal n'),
  whole: z
    .strictObject({ n: CountSchema, a: z.number(), b: z.number() })
    .nullable()
    .describe('Over all runs of each side; null at unequal n, where minima do not compare'),
  refused: z.string().nullable(),
  common: z
    .strictObject({ m: CountSchema, a: z.number(), b: z.number() })
    .describe('Expected worst of m runs, m being the smaller n'),
});

export const ContrastSchema = z.strictObject({
  label: z.string(),
  a: SideSchema,
  b: SideSchema,
  pairing: PairingSchema,
  alsoDiffers: z.array(z.strictObject({ axis: z.string(), a: z.array(z.string()), b: z.array(z.string()) })),
  effect: EffectSchema.nullable().describe('a minus b by pair, recommended mode'),
  compat: EffectSchema.nullable().describe(
    'The same as the paper draws it; null without pairs, and above 50,000 of them',
  ),
  paired: PairedSchema.nullable().describe('Standard errors and correlation; clustered by task'),
  byTask: z
    .strictObject({ tasks: CountSchema, test: SignFlipSchema, equivalence: EquivalenceSchema.nullable() })
    .nullable()
    .describe('The same tests on the mean difference of each task: they speak of new tasks'),
  improvement: z.strictObject({ probability: z.number(), tasks: CountSchema }).nullable(),
  bounds: z
    .strictObject({ least: z.number(), most: z.number(), asFailed: z.number() })
    .nullable()
    .describe('Of the difference over the unscored episodes; null when nothing bounds a score'),
  equivalence: EquivalenceSchema.nullable(),
  detectable: z
    .strictObject({
      unit: z.enum(['tasks', 'pairs']),
      units: CountSchema,
      effect: z.number(),
      alpha: z.number(),
      power: z.number(),
    })
    .nullable()
    .describe('Smallest true difference that this many units find with this power'),
  minima: MinimaSchema.nullable(),
  p: z.number().nullable(),
  pAdjusted: z.number().nullable(),
  reading: z.enum(['a-higher', 'b-higher', 'equivalent', 'not-shown', 'no-pairs']),
  cautions: z.array(z.string()),
});

/** What `measurand compare` gives. */
export const ComparisonSchema = z.strictObject({
  format: z.literal('measurand.comparison/1'),
  roots: z.array(DigestSchema),
  scorer: z.string(),
  level: z.number(),
  alpha: z.number(),
  mode: ModeSchema,
  seed: z.number(),
  margin: z.number().nullable(),
  family: z.strictObject({
    declared: z.boolean().describe('Named before its results were seen, as far as this command can tell'),
    size: CountSchema.describe('Tests that were made'),
    adjustment: z.enum(['holm', 'benjamini-hochberg']),
  }),
  standing: z.enum(['confirmatory', 'exploratory']),
  contrasts: z.array(ContrastSchema),
  obligations: z
    .array(ObligationsSchema)
    .exactOptional()
    .describe('Where runs of trials are compared: the lines that changed state'),
  notes: z.array(z.string()),
});

/** The contrasts of a family, as people declare them in a file. */
export const FamilyFileSchema = z.strictObject({
  format: z.literal('measurand.family/1'),
  scorer: z.string().exactOptional(),
  pair: z.array(z.string()).min(1).exactOptional(),
  margin: z.number().positive().exactOptional(),
  contrasts: z
    .array(
      z.strictObject({
        label: z.string().min(1).exactOptional(),
        a: z.record(z.string(), z.string()),
        b: z.record(z.string(), z.string()),
      }),
    )
    .min(1),
});
