import { z } from 'zod';
import { VERDICTS } from '../types.ts';

export const CheckSchema = z.strictObject({
  id: z.enum([
    'grounded',
    'compiles',
    'cross-audit',
    'episode',
    'decisions-live',
    'executed',
    'number-guard',
    'reading-guard',
  ]),
  verdict: z.enum(VERDICTS),
  says: z.string(),
});

/** What was tried on a proposal before a person sees it. One that fails a check is rejected. */
export type Check = z.infer<typeof CheckSchema>;
