import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import type { Frozen } from './layers-document.ts';

const SideSchema = z.strictObject({ held: CountSchema, runs: CountSchema });

const ChangeSchema = z.strictObject({
  criterion: z.string(),
  sheet: z.enum(['harness', 'agent']),
  requires: z.string(),
  before: SideSchema,
  after: SideSchema,
  change: z
    .enum(['repaired', 'broken', 'varies', 'settled'])
    .describe('It holds now in all runs, fails now in all, now in some, or no longer in some only'),
  reason: z
    .string()
    .describe('What the rule saw in the first run that failed, on the later side if it has one'),
});

/** Which obligations changed state between two versions of a harness. */
export const ObligationsSchema = z.strictObject({
  before: z.string(),
  after: z.string(),
  model: z.string(),
  lines: CountSchema.describe('Judged on both sides'),
  unchanged: CountSchema,
  changes: z.array(ChangeSchema),
  trials: z
    .array(z.strictObject({ trial: z.string(), before: z.string(), after: z.string() }))
    .describe('Trials that are scored on one side only, with what became of them on the other'),
});
export type Obligations = Frozen<z.infer<typeof ObligationsSchema>>;
