import { z } from 'zod';
import { OWNERS } from '../../core/schemas/episode.ts';
import { CountSchema } from '../../core/schemas/json.ts';
import { schemaOf } from '../../core/schemas/schema-of.ts';
import { LevelSchema, OriginSchema } from '../schema.ts';
import type {
  Curve,
  CurvePlot,
  ForestRow,
  JointIntervention,
  OwnershipRow,
  ProbeRow,
  ScaffoldingRow,
  Spectrum,
} from '../types.ts';

const Pair = z.tuple([z.number(), z.number()]);

const SpectrumRow = z.strictObject({
  model: z.string(),
  n: CountSchema,
  mean: z.number(),
  std: z.number(),
  worst: z.number(),
  best: z.number(),
  cvar: z.number(),
  reliability90: z.number(),
  reliability50: z.number(),
  gap: z.number(),
  quartiles: z.tuple([z.number(), z.number(), z.number()]),
  ci: Pair.describe('Percentile bootstrap interval of the mean'),
});

export const SpectrumSchema = schemaOf<Spectrum>()(
  z.strictObject({
    origin: OriginSchema,
    title: z.string(),
    level: LevelSchema,
    scorer: z.string(),
    tasks: z.array(z.string()),
    seeds: CountSchema,
    rows: z.array(SpectrumRow),
  }),
);

const Scorers = <T extends z.ZodType>(value: T) => z.strictObject({ shipped: value, truth: value });
const TwoByTwo = <T extends z.ZodType>(value: T) =>
  z.strictObject({ L0: Scorers(value), L2: Scorers(value) });

const PairOrder = z.strictObject({
  concordant: CountSchema,
  discordant: CountSchema,
  tied: CountSchema,
  invented: CountSchema,
});

export const JointSchema = schemaOf<JointIntervention>()(
  z.strictObject({
    origin: OriginSchema,
    task: z.string(),
    seeds: CountSchema,
    models: CountSchema,
    rows: z.array(z.strictObject({ model: z.string(), L0: Scorers(z.number()), L2: Scorers(z.number()) })),
    spread: TwoByTwo(z.number()).describe('Largest minus smallest over models'),
    submittingSpread: z.number(),
    submitting: CountSchema,
    separatedPairs: CountSchema,
    tiedPairs: CountSchema,
    order: TwoByTwo(PairOrder),
    pairs: z
      .strictObject({ total: CountSchema, data: CountSchema, metadata: CountSchema, log: CountSchema })
      .describe('Model pairs whose payload digests agree at L0, by part'),
    masking: z.string(),
  }),
);

export const OwnershipRowSchema = schemaOf<OwnershipRow>()(
  z.strictObject({
    scaffold: z.string(),
    decision: z.string(),
    declared: z.enum([...OWNERS, 'shared']),
    counts: z.strictObject({ model: CountSchema, scaffold: CountSchema, environment: CountSchema }),
    observed: z.enum([...OWNERS, 'shared', 'never-made']),
  }),
);

export const ProbeRowSchema = schemaOf<ProbeRow>()(
  z.strictObject({
    submission: z.string(),
    title: z.string(),
    task: z.string(),
    rows: CountSchema,
    judge: z.number(),
    judgeParts: z.record(z.string(), z.number()).describe("In the judge's points"),
    truthById: z.number(),
    truthByRecord: z.number(),
  }),
);

export const CurveSchema = schemaOf<Curve>()(
  z.strictObject({
    label: z.string(),
    origin: OriginSchema,
    points: z.array(
      z.strictObject({
        x: z.number(),
        y: z.number(),
        lo: z.number().nullable(),
        hi: z.number().nullable(),
        n: CountSchema,
      }),
    ),
  }),
);

export const CurvePlotSchema = schemaOf<CurvePlot>()(
  z.strictObject({ title: z.string(), x: z.string(), y: z.string(), curves: z.array(CurveSchema) }),
);

export const ForestRowSchema = schemaOf<ForestRow>()(
  z.strictObject({
    label: z.string(),
    origin: OriginSchema,
    n: CountSchema,
    delta: z.number(),
    lo: z.number(),
    hi: z.number(),
    p: z.number(),
    pHolm: z.number().nullable(),
  }),
);

export const ScaffoldingRowSchema = schemaOf<ScaffoldingRow>()(
  z.strictObject({
    model: z.string(),
    origin: OriginSchema,
    L0Judge: z.number().nullable(),
    L1Coverage: z.number().nullable(),
    L2Truth: z.number().nullable(),
  }),
);
