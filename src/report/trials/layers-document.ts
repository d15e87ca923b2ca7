import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';

const IntervalSchema = z.strictObject({ lo: z.number(), hi: z.number() });

const RateSchema = z.strictObject({
  k: CountSchema,
  n: CountSchema,
  share: z.number(),
  interval: IntervalSchema.describe("Wilson's, 95 %"),
});

const LayerSchema = z.strictObject({
  micro: RateSchema.nullable().describe('Weighted by criteria'),
  macro: z
    .strictObject({
      mean: z.number(),
      interval: IntervalSchema.nullable().describe('Clustered by trial, 95 %; null with one trial'),
    })
    .nullable()
    .describe('Weighted by runs'),
});

const RowSchema = z.strictObject({
  by: z.enum(['all', 'harness', 'dimension', 'model']),
  name: z.string(),
  mode: z.enum(['scripted', 'live']).describe('Pinned outcomes of scripts are in no row with live ones'),
  runs: CountSchema,
  harness: LayerSchema,
  agentRuns: CountSchema.describe('Runs whose Agent sheet means something'),
  agent: LayerSchema.nullable(),
  agentSuccess: RateSchema.nullable().describe('Every Agent criterion holds'),
  combined: RateSchema.nullable().describe('Every criterion of both sheets holds: 100 points'),
  points: z.number().nullable().describe('Mean of 50 + 50 points, over the runs with an Agent layer'),
  failures: z
    .strictObject({
      neither: CountSchema.describe('Both sheets are without a zero'),
      harnessOnly: CountSchema.describe('Agent success in spite of a Harness zero'),
      agentOnly: CountSchema,
      both: CountSchema.describe('Joint shortfall'),
    })
    .nullable(),
});

const MapSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  mode: z.enum(['scripted', 'live']),
  rows: z.array(z.string()),
  columns: z.array(z.string()),
  cells: z.array(z.array(z.number().nullable())).describe('Shares by row, then column; null without a run'),
});

/** Scores of runs of trials by harness, dimension and model, how the two interact, and which failures are shared. */
export const TrialLayersSchema = z.strictObject({
  rows: z.array(RowSchema),
  maps: z.array(MapSchema),
  shared: z
    .array(
      z.strictObject({
        mode: z.enum(['scripted', 'live']),
        harnesses: z.array(z.string()),
        lines: z.array(z.string()),
      }),
    )
    .describe('Harness lines that every harness was judged on, by exactly which of them fail them'),
});
/** The same values, none of them to be changed. */
export type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
export type TrialLayers = Frozen<z.infer<typeof TrialLayersSchema>>;
export type LayerRow = TrialLayers['rows'][number];
export type LayerMap = TrialLayers['maps'][number];
