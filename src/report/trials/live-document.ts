import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';

const TokensSchema = z.strictObject({
  answered: CountSchema.describe('Requests that were answered'),
  untold: CountSchema.describe('Of them, those whose answer says nothing of its tokens: they are in no sum'),
  input: CountSchema.describe('Cached ones too'),
  output: CountSchema,
  cached: CountSchema,
});

const CostSchema = z
  .strictObject({
    amount: z.number(),
    currency: z.string(),
    asOf: z.string().describe('Day of the price'),
    source: z.string(),
  })
  .nullable()
  .describe('Null where the catalogue has no price of the model: unknown, which is not nothing');

/** What the live runs of one harness with one model used. */
export const LiveUseSchema = z.strictObject({
  harness: z.string(),
  model: z.string(),
  runs: CountSchema,
  tokens: TokensSchema,
  cost: CostSchema,
  waits: CountSchema.describe('For a provider that was away or overloaded'),
  waitedSeconds: z.number(),
  unexercised: CountSchema.describe('Harness lines that rest on moves of which the model made none'),
});

/** What became of the rubrics of all scored runs; its costs stand apart from those of the runs. */
export const JudgingSchema = z.strictObject({
  judge: z.string().nullable().describe('Whose verdicts count; null where nobody judged, or several did'),
  judges: z.array(z.string()).describe('All whose judgements the archive has'),
  rubrics: CountSchema.describe('Lines of rubrics over all scored runs'),
  judged: CountSchema,
  withoutEvidence: CountSchema.describe('Zero, nobody was asked, and no defect is shown'),
  unreadable: CountSchema.describe('The answer was no verdict: an error, in no total'),
  unjudged: CountSchema,
  tokens: TokensSchema,
  cost: CostSchema,
});
