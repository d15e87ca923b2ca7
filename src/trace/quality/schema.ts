import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { schemaOf } from '../../core/schemas/schema-of.ts';
import type { EvidenceQuality } from './types.ts';

const share = z.number().min(0).max(1).nullable();
const why = z.string();

/** How far a trace can be relied on. */
export const QualitySchema = schemaOf<EvidenceQuality>()(
  z.strictObject({
    completeness: z.strictObject({ value: share, why, ends: z.enum(['closed', 'open', 'unknown']) }),
    fidelity: z.strictObject({
      shown: z.boolean(),
      bodies: z.boolean(),
      inferredEvents: CountSchema,
      syntheticEvents: CountSchema,
      elidedRecords: CountSchema,
    }),
    traceability: z.strictObject({ value: share, why }),
    integrity: z.strictObject({ checked: CountSchema, broken: CountSchema, why }),
    privacy: z.strictObject({ findings: CountSchema, kinds: z.array(z.string()) }),
    replayability: z.strictObject({
      rescore: z.boolean(),
      scriptedRerun: z.boolean(),
      decisionReproduction: z.boolean(),
      why,
    }),
    overhead: z.strictObject({
      sourceBytes: CountSchema,
      textBytes: CountSchema,
      ratio: z.number().nullable(),
    }),
  }),
);
