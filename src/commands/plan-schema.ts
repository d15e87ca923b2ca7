import { z } from 'zod';
import { DigestSchema } from '../core/schemas/json.ts';
import { schemaOf } from '../core/schemas/schema-of.ts';
import { PLAN_FIELDS } from '../study/plan/schema.ts';
import type { PlanReport } from './plan.ts';

/** What `measurand plan --json` prints. */
export const PlanReportSchema = schemaOf<PlanReport>()(
  z.strictObject({
    ...PLAN_FIELDS,
    registration: z
      .strictObject({ file: z.string(), digest: DigestSchema, deviations: z.array(z.string()) })
      .nullable()
      .describe('Null when nothing is frozen beside the study file'),
  }),
);
