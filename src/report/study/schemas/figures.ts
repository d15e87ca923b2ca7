import { z } from 'zod';
import { EPISODE_STATES } from '../../../core/contracts/index.ts';
import { CountSchema } from '../../../core/schemas/json.ts';
import { schemaOf } from '../../../core/schemas/schema-of.ts';
import type { MeanInterval } from '../../../stats/bootstrap.ts';
import type { GroupInterval } from '../../../stats/bootstrap-tasks.ts';
import type { PairedCliffsDelta } from '../../../stats/cliffs.ts';
import type { ClusteredMean } from '../../../stats/clustered.ts';
import type { EquivalenceTest } from '../../../stats/equivalence.ts';
import type { SignFlipTest } from '../../../stats/sign-flip.ts';
import type { HonestFigure } from '../../../study/figures.ts';

export const ModeSchema = z.enum(['compat', 'recommended']);
const Seed = z.union([z.number(), z.string()]);
const interval = { lo: z.number(), hi: z.number() };
const draws = { mode: ModeSchema, seed: Seed, resamples: CountSchema };

/** Every episode by its one final state, and how many scored ones this scorer did not grade. */
export const LedgerSchema = z.strictObject({
  planned: CountSchema,
  states: z.record(z.enum(EPISODE_STATES), CountSchema),
  ungraded: CountSchema.describe('Scored, but not by this scorer: unscored for it'),
});

export const HonestFigureSchema = schemaOf<HonestFigure>()(
  z.strictObject({
    n: CountSchema,
    unscored: CountSchema,
    dropped: z.number().nullable(),
    failed: z.number().nullable(),
    retried: z.number().nullable(),
    worst: z.number().nullable(),
    best: z.number().nullable(),
  }),
);

export const MeanIntervalSchema = schemaOf<MeanInterval>()(
  z.strictObject({
    n: CountSchema,
    mean: z.number(),
    ...interval,
    level: z.number(),
    method: z.enum(['percentile-bootstrap', 'bca-bootstrap', 'normal-theory', 'degenerate']),
    ...draws,
    caution: z.string().nullable(),
  }),
);

export const GroupIntervalSchema = schemaOf<GroupInterval>()(
  z.strictObject({
    tasks: CountSchema,
    runs: CountSchema,
    estimate: z.number(),
    ...interval,
    level: z.number(),
    method: z.enum(['stratified-bootstrap', 'hierarchical-bootstrap']),
    speaksOf: z.enum(['these tasks', 'new tasks']),
    ...draws,
  }),
);

export const ClusteredMeanSchema = schemaOf<ClusteredMean>()(
  z.strictObject({
    n: CountSchema,
    clusters: CountSchema,
    mean: z.number(),
    seIid: z.number().nullable(),
    seCr0: z.number(),
    seCr1: z.number().nullable(),
    level: z.number(),
    interval: z.strictObject(interval).nullable(),
    method: z.literal('cluster-robust, t with G - 1 degrees of freedom'),
    caution: z.string().nullable(),
  }),
);

export const CliffsSchema = schemaOf<PairedCliffsDelta>()(
  z.strictObject({
    n: CountSchema,
    delta: z.number(),
    up: CountSchema,
    down: CountSchema,
    ...interval,
    level: z.number(),
    method: z.enum(['percentile-bootstrap of signs', 'normal theory of signs']),
    ...draws,
  }),
);

export const SignFlipSchema = schemaOf<SignFlipTest>()(
  z.strictObject({
    n: CountSchema,
    informative: CountSchema,
    statistic: z.number(),
    p: z.number(),
    method: z.enum([
      'exact',
      'monte-carlo with add-one',
      'monte-carlo without add-one',
      'normal approximation, at least 1 / (N + 1)',
    ]),
    mode: ModeSchema,
    seed: Seed.nullable(),
    resamples: CountSchema.nullable(),
    smallestP: z.number(),
    caution: z.string().nullable(),
  }),
);

export const EquivalenceSchema = schemaOf<EquivalenceTest>()(
  z.strictObject({
    n: CountSchema,
    difference: z.number(),
    margin: z.number(),
    alpha: z.number(),
    p: z.number().nullable(),
    interval: z.strictObject(interval).nullable(),
    verdict: z.enum(['equivalent', 'different', 'undecided']),
    method: z.literal('two one-sided t tests'),
    caution: z.string().nullable(),
  }),
);
